// Touching a board with a mouse, a pen or a finger: a press touches, a drag touches where it begins and where it ends.

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Thing } from "./picture.js" */

import { element } from "./dom.js";
import { distance, least } from "./geometry.js";
import { idAt } from "./picture.js";

const DRAG = 8; // pixels from which on a press is a drag
const MISS = 5; // pixels by which one may miss a thing
/** @type {Record<string, number>} */
const MISSES = { touch: 16, pen: 10 };

/** @typedef {{ clientX: number, clientY: number, pointerType: string }} Spot a point of the screen */

/** @typedef {object} Press
 * @property {string | null} id what is held
 * @property {number} x
 * @property {number} y where on the screen it began
 * @property {number} pointer
 * @property {string[]} before what was chosen before it
 * @property {boolean} isOff whether it has left its place
 * @property {Thing[] | null} carried what is dragged; null: nothing
 */

export class Pointer {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.svg = board.svg;
    /** What is carried, drawn once more on top of everything: in a picture of its own, so that the board is not painted anew wherever it goes. */
    this.layer = element("svg", { class: "carried", "aria-hidden": "true" });
    this.svg.after(this.layer);
    /** @type {Press | null} */
    this.pressed = null;
    this.listen();
  }

  listen() {
    const { svg } = this;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", () => this.cancel());
    svg.addEventListener("pointerleave", () => !this.pressed && this.pointAt(null));
    // A finger on something that can be carried carries it; anywhere else it scrolls the page.
    svg.addEventListener("touchstart", (event) => this.holds(event) && event.preventDefault(), { passive: false });
    // A click without a pointer comes from a screen reader.
    svg.addEventListener("click", (event) => event.detail === 0 && this.board.tap(idAt(event.target)));
  }

  // --- what is meant

  /** The thing that is meant by a point of the screen. @param {Spot} spot */
  pick({ clientX, clientY, pointerType }) {
    const under = document.elementsFromPoint(clientX, clientY).filter((one) => this.svg.contains(one));
    const ids = [...new Set(under.map(idAt).filter((id) => id !== null))];
    const { next, touching, isSent } = this.board;
    return (
      ids.find((id) => next.has(id)) ??
      ids.find((id) => id === touching.chosen.at(-1)) ??
      ids.find((id) => !isSent && touching.after(id)) ??
      this.nearest(next, { x: clientX, y: clientY }, MISSES[pointerType] ?? MISS) ??
      ids[0] ??
      null
    );
  }

  /** @param {Set<string>} ids @param {Point} point @param {number} most pixels */
  nearest(ids, point, most) {
    const { things } = this.board.picture;
    const away = (/** @type {string} */ id) => {
      const body = things.get(id)?.body;
      return body ? distance(point, body.getBoundingClientRect()) : Infinity;
    };
    return least(ids, away, most);
  }

  /** Where a drag from a thing would begin; null: nothing longer begins there. @param {string | null} id */
  beginning(id) {
    const { isSent, touching } = this.board;
    const chosen = id && !isSent ? touching.after(id) : null;
    return chosen && touching.next(chosen).size > 0 ? chosen : null;
  }

  /** Whether a touch is on something that can be carried. @param {TouchEvent} event */
  holds({ touches, cancelable }) {
    if (!cancelable || touches.length > 1) return false;
    const { clientX, clientY } = touches[0];
    return this.beginning(this.pick({ clientX, clientY, pointerType: "touch" })) !== null;
  }

  /** Show what a press would touch. @param {string | null} id */
  pointAt(id) {
    this.board.halos.pointAt(id);
  }

  // --- pressing and dragging

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0 || this.pressed) return;
    this.board.on.touched?.();
    this.pressed = {
      id: this.pick(event),
      x: event.clientX,
      y: event.clientY,
      pointer: event.pointerId,
      before: this.board.touching.chosen,
      isOff: false,
      carried: null,
    };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { pressed } = this;
    if (!pressed) {
      if (event.pointerType === "mouse") this.pointAt(this.pick(event));
      return;
    }
    const isFar = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG;
    if (isFar && !pressed.isOff) this.lift(pressed);
    if (pressed.carried) this.carry(event, pressed);
  }

  /** A drag begins, if what is held is the beginning of something longer. @param {Press} pressed */
  lift(pressed) {
    pressed.isOff = true;
    const chosen = this.beginning(pressed.id);
    if (!chosen || !pressed.id) return;
    this.svg.setPointerCapture(pressed.pointer);
    this.board.touching.chosen = chosen;
    this.board.refresh(false);
    pressed.carried = this.board.heldWith(pressed.id, chosen);
    this.layer.setAttribute("viewBox", this.svg.getAttribute("viewBox") ?? "");
    for (const { node } of pressed.carried) {
      this.layer.append(bare(node));
      node.classList.add("is-lifted");
    }
  }

  /** @param {PointerEvent} event @param {Press} pressed */
  carry(event, pressed) {
    this.layer.style.translate = `${event.clientX - pressed.x}px ${event.clientY - pressed.y}px`;
    this.pointAt(this.pick(event));
  }

  /** How far from a press, in the units of the scene. @param {PointerEvent} event @param {Press} pressed @returns {Point} */
  away({ clientX, clientY }, pressed) {
    const scale = this.svg.getScreenCTM();
    return { x: (clientX - pressed.x) / (scale?.a ?? 1), y: (clientY - pressed.y) / (scale?.d ?? 1) };
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed) return;
    if (pressed.carried) this.drop(event, pressed, pressed.carried);
    else if (!pressed.isOff) this.board.tap(this.pick(event));
    if (event.pointerType !== "mouse") this.pointAt(null);
  }

  /** @param {PointerEvent} event @param {Press} pressed @param {Thing[]} carried */
  drop(event, pressed, carried) {
    const { board } = this;
    const target = this.pick(event);
    this.putDown(carried);
    if (target === pressed.id) return; // let go where it was: it stays chosen
    const follows = target !== null && board.touching.next().has(target);
    const action = target && (follows ? board.touching.touch(target) : board.touching.finish(target));
    if (action) return board.act(action, this.away(event, pressed));
    if (!follows) board.touching.chosen = pressed.before;
    board.refresh(false);
    if (!follows && target) board.on.hint();
  }

  /** @param {Thing[]} carried */
  putDown(carried) {
    for (const { node } of carried) node.classList.remove("is-lifted");
    this.letGo();
  }

  /** Nothing is drawn any more as being carried. */
  letGo() {
    this.layer.replaceChildren();
    this.layer.style.translate = "";
  }

  cancel() {
    const { pressed } = this;
    this.pressed = null;
    this.pointAt(null);
    if (!pressed?.carried) return;
    this.board.touching.chosen = pressed.before;
    this.putDown(pressed.carried);
    this.board.refresh(false);
  }
}

/** A copy of a thing that is only to be seen. @param {SVGGElement} node */
function bare(node) {
  const copy = /** @type {SVGGElement} */ (node.cloneNode(true));
  copy.removeAttribute("tabindex");
  copy.removeAttribute("data-id");
  return copy;
}
