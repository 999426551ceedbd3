// The board: a picture in which things can be touched, by pointer, by dragging or with the keyboard.
//
//   const board = new Board(host, { act(action), hint(), changed() });
//   board.show(scene, { fresh });   fresh: something was played, so what was begun is forgotten
//   board.restore();                what was sent was refused

/** @import { Point } from "./geometry.js" */
/** @import { Showing } from "./picture.js" */
/** @import { Scene, Touches } from "./wire.js" */

import { element } from "./dom.js";
import { middle } from "./geometry.js";
import { Halos } from "./halos.js";
import { Keyboard } from "./keyboard.js";
import { Picture } from "./picture.js";
import { Pointer } from "./pointer.js";
import { Touching } from "./touching.js";

/** @typedef {object} BoardListener
 * @property {(action: string) => unknown} act an action was touched
 * @property {() => unknown} hint something was touched that cannot be
 * @property {() => unknown} changed something else can be touched
 * @property {() => unknown} [touched] somebody begins to touch something
 * @property {(sign: string | null) => unknown} [pointed] something was pointed at; null: nothing is to be
 */

/** Kinds of things that it is said to choose one of. */
const NAMED = new Set(["piece", "card", "place", "button"]);

export class Board {
  /** @param {HTMLElement} host @param {BoardListener} on */
  constructor(host, on) {
    this.on = on;
    this.picture = new Picture(host);
    this.svg = this.picture.svg;
    this.svg.setAttribute("tabindex", "-1");
    this.svg.classList.add("board");
    this.halos = new Halos(this.picture);
    /** What is seen of what is chosen beside the board. */
    this.preview = element("g", { class: "preview", "aria-hidden": "true", "pointer-events": "none" });
    this.picture.cover(this.preview, this.halos.layer, this.halos.marks);
    /** @type {Scene | null} */
    this.scene = null;
    /** What is touched to make a sign, while that comes before playing. @type {Touches | null} */
    this.pointing = null;
    this.touching = new Touching({});
    /** What was touched last is on its way. */
    this.isSent = false;
    /** A moment is being shown. */
    this.isStaged = false;
    this.pointer = new Pointer(this);
    this.keyboard = new Keyboard(this);
  }

  // --- showing

  /** @param {Scene} scene @param {Showing & { fresh?: boolean }} how */
  show(scene, { fresh = true, still = false, rolled = false } = {}) {
    const hadFocus = this.hasFocus;
    // What was sent is on its way, and shown as done: the scene after it is drawn, or this one if it is refused.
    if (this.isSent && !fresh) {
      this.scene = scene;
      return;
    }
    const before = this.touching;
    this.scene = scene;
    this.touching = this.newTouching();
    if (!fresh) this.touching.resume(before);
    this.isStaged = false;
    if (fresh) this.isSent = false;
    this.picture.show(scene, { still, rolled });
    this.pointer.letGo();
    this.refresh(hadFocus);
  }

  /** What was sent was refused: nothing is chosen any more, and everything stands where it stood. */
  restore() {
    if (!this.scene) return;
    this.isSent = false;
    this.touching = this.newTouching();
    this.picture.show(this.scene);
    this.pointer.letGo();
    this.refresh();
  }

  /** Show a part of a moment, which is only to be seen. @param {Scene} scene */
  stage(scene) {
    this.isStaged = true;
    this.picture.show(scene);
    this.pointer.letGo();
    this.refresh();
  }

  newTouching() {
    return this.pointing
      ? new Touching(this.pointing)
      : new Touching(this.scene?.touches ?? {}, this.scene?.controls ?? []);
  }

  /** What can be touched now. */
  get next() {
    if (this.isSent || this.isStaged) return new Set();
    return new Set([...this.touching.next()].filter((id) => this.picture.things.has(id)));
  }

  /** What kind of things they are, where that has a name. First a place is the piece on it; then it is a place to go to. */
  get nextKind() {
    const { next } = this;
    const kinds = new Set(this.scene?.items.filter(({ id }) => next.has(id)).map(({ kind }) => kind));
    if (!kinds.size) return "button"; // what there is to choose is beside the board
    if (this.touching.chosen.length && kinds.has("place")) kinds.delete("piece");
    else if (this.standOn(next)) return "piece";
    const [kind] = kinds;
    return kinds.size === 1 && NAMED.has(kind) ? kind : "any";
  }

  /** Whether on each of these places a piece stands: it is the piece that is chosen. @param {Set<string>} places */
  standOn(places) {
    const taken = new Set(this.scene?.items.filter(({ kind, on }) => kind === "piece" && on).map(({ on }) => on));
    return places.size > 0 && [...places].every((id) => taken.has(id));
  }

  /** What is touched next to take something. */
  get taken() {
    const { touching, scene } = this;
    const at = touching.chosen.length;
    const begun = at && scene?.takes ? touching.begun() : [];
    return new Set(begun.filter(([action, ids]) => scene?.takes?.[action] === ids[at]).map(([, ids]) => ids[at]));
  }

  get hasFocus() {
    return this.svg.contains(document.activeElement);
  }

  /** @param {string} id */
  words(id) {
    return this.picture.things.get(id)?.words || id;
  }

  /** Whether a card is held up, as one does that is about to be played: nothing stands on it. @param {string} id */
  isRaised(id) {
    if (!this.touching.chosen.includes(id) || this.isSent) return false;
    const items = this.scene?.items ?? [];
    return items.some((item) => item.id === id && item.kind === "card") && !items.some((item) => item.on === id);
  }

  /** Show what can be touched now. */
  refresh(keepsFocus = this.hasFocus) {
    const { next } = this;
    for (const [id, { node, words }] of this.picture.things) {
      const isLit = next.has(id);
      node.toggleAttribute("data-lit", isLit);
      if (words) node.setAttribute("role", isLit ? "button" : "img");
      node.removeAttribute("tabindex");
      node.toggleAttribute("data-raised", this.isRaised(id));
      if (isLit && this.touching.chosen.includes(id)) node.setAttribute("aria-pressed", "true");
      else node.removeAttribute("aria-pressed");
    }
    this.showPreview();
    this.halos.show(next, this.touching.chosen, this.taken);
    this.keyboard.rove(next, keepsFocus);
    this.on.changed();
  }

  showPreview() {
    const shown = this.isSent || this.isStaged ? [] : this.touching.shown();
    const drawn = shown.map(({ x, y, shapes }) =>
      element("g", { transform: `translate(${x} ${y})` }, ...shapes.map((shape) => this.picture.shape(shape))),
    );
    this.preview.replaceChildren(...drawn);
  }

  // --- touching

  /** @param {string | null} id */
  tap(id) {
    if (!id || this.isSent || this.isStaged) return;
    if (!this.next.has(id) && this.touching.chosen.at(-1) === id) this.back();
    else if (!this.touching.after(id)) this.on.hint();
    else this.touch(id);
  }

  /** @param {string} id */
  touch(id) {
    const action = this.touching.touch(id);
    if (!action) this.refresh();
    else if (this.pointing) this.on.pointed?.(action);
    else this.act(action);
  }

  /** Let things be touched to make a sign; null: to play, as always. @param {Touches | null} pointing */
  point(pointing) {
    const begins = pointing !== null && !this.pointing;
    this.pointing = pointing;
    this.touching = this.newTouching();
    this.refresh(begins || this.hasFocus);
    if (begins) this.svg.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} action @param {Point} [away] how far what it moves has been dragged already */
  act(action, away) {
    this.moveAhead(action, away);
    this.isSent = true;
    this.refresh();
    this.on.act(action);
  }

  /** Take the last touch back, or point no more; says whether there was anything. */
  back() {
    if (this.pointing) {
      this.on.pointed?.(null);
      return true;
    }
    const { touching } = this;
    if (this.isSent || !touching.hasBegun) return false;
    this.keyboard.focused = touching.chosen.findLast((id) => !touching.controlOf.has(id)) ?? null;
    touching.back();
    this.refresh();
    return true;
  }

  // --- carrying and moving things

  /** What is carried along by who holds a thing: what the actions that begin so move; or what stands on it; or the thing itself.
   * @param {string} id @param {string[]} chosen what is chosen then
   */
  heldWith(id, chosen) {
    const moved = this.touching.begun(chosen).flatMap(([action]) => this.scene?.moves[action] ?? []);
    const standing = this.scene?.items.filter((item) => item.on === id).map((item) => item.id) ?? [];
    const held = moved.length ? moved : standing.length ? standing : [id];
    return [...new Set(held)].flatMap((one) => this.picture.things.get(one) ?? []);
  }

  /** What an action moves goes there at once: the scene after it comes a moment later. @param {string} action @param {Point} away */
  moveAhead(action, away = { x: 0, y: 0 }) {
    const id = this.scene?.moves[action] ?? "";
    const thing = this.picture.things.get(id);
    const from = this.middleOf(this.scene?.items.find((item) => item.id === id)?.on || id);
    const to = this.middleOf(this.scene?.touches[action]?.findLast((one) => this.picture.things.has(one)) ?? "");
    if (!thing || !from || !to) return;
    const { x, y, node } = thing;
    if (!node.contains(document.activeElement)) this.picture.layer.append(node);
    this.picture.put(thing, x + away.x, y + away.y, false);
    this.picture.put(thing, x + to.x - from.x, y + to.y - from.y);
  }

  /** @param {string} id */
  middleOf(id) {
    const bounds = this.picture.bounds(id);
    return bounds && middle(bounds);
  }
}
