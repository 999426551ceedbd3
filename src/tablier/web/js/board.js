// The board: a picture in which things can be touched, by pointer, by dragging or with the keyboard.
//
//   const board = new Board(host, { act(action), hint(words or null, thing), changed() });
//   board.show(scene, { fresh });   fresh: something was played, so what was begun is forgotten
//   board.restore();                what was sent was refused

import { Picture, element } from "./picture.js";
import { Touching } from "./touching.js";

const DRAG = 8; // pixels from which on a press is a drag
const NEAR = { touch: 16, pen: 10, mouse: 5 }; // pixels by which one may miss a thing
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  constructor(host, on) {
    this.on = on;
    this.picture = new Picture(host);
    this.svg = this.picture.svg;
    this.svg.setAttribute("tabindex", "-1");
    this.svg.classList.add("board");
    this.halos = element("g", { class: "halos", "aria-hidden": "true", "pointer-events": "none" });
    this.carried = element("g", { class: "carried", "aria-hidden": "true", "pointer-events": "none" });
    this.svg.append(this.halos, this.carried);
    this.touching = new Touching({});
    this.isSent = false;
    this.focused = null;
    this.listen();
  }

  // --- showing

  show(scene, { fresh = true, still = false, rolled = false } = {}) {
    const hadFocus = this.svg.contains(document.activeElement);
    // What was sent is on its way, and shown as done: the scene after it is drawn, or this one if it is refused.
    if (this.isSent && !fresh) return void (this.scene = scene);
    const chosen = fresh ? [] : this.touching.chosen;
    this.scene = scene;
    this.touching = new Touching(scene.touches);
    if (this.touching.begun(chosen).length) this.touching.chosen = chosen;
    if (fresh) this.isSent = false;
    this.picture.show(scene, { still, rolled });
    this.carried.replaceChildren();
    this.refresh(hadFocus);
  }

  /** What was sent was refused: nothing is chosen any more, and everything stands where it stood. */
  restore() {
    this.isSent = false;
    this.carried.replaceChildren();
    this.touching = new Touching(this.scene.touches);
    this.picture.show(this.scene);
    this.refresh(this.svg.contains(document.activeElement));
  }

  /** What can be touched now. */
  get next() {
    if (this.isSent) return new Set();
    return new Set([...this.touching.next()].filter((id) => this.picture.things.has(id)));
  }

  words(id) {
    return this.picture.things.get(id)?.words ?? id;
  }

  refresh(keepsFocus = false) {
    const { next } = this;
    this.bounds = new Map();
    for (const [id, { node, words }] of this.picture.things) {
      const isLit = next.has(id);
      node.toggleAttribute("data-lit", isLit);
      if (words) node.setAttribute("role", isLit ? "button" : "img");
      node.removeAttribute("tabindex");
      if (isLit && this.touching.chosen.includes(id)) node.setAttribute("aria-pressed", "true");
      else node.removeAttribute("aria-pressed");
    }
    this.drawHalos(next);
    this.rove(next, keepsFocus);
    this.on.changed();
  }

  boundsOf(id) {
    if (!this.bounds.has(id)) this.bounds.set(id, this.picture.bounds(id));
    return this.bounds.get(id);
  }

  drawHalos(next) {
    const chosen = this.touching.chosen;
    const step = chosen.length ? "halo--next" : "halo--first";
    const drawn = [];
    for (const id of next) if (!chosen.includes(id)) drawn.push(...this.halo(id, step));
    for (const id of chosen) drawn.push(...this.halo(id, "halo--chosen"));
    this.halos.replaceChildren(...drawn);
    this.pointAt(this.pointed);
  }

  /** A line around a thing, light on dark, so that it is seen on any ground. */
  halo(id, kind) {
    const bounds = this.boundsOf(id);
    if (!bounds) return [];
    const pad = -0.02 * Math.min(bounds.width, bounds.height);
    const isEven = Math.abs(bounds.width - bounds.height) < 0.1 * bounds.width;
    const round = isEven && this.picture.things.get(id).body.firstElementChild?.tagName === "circle";
    const [width, height] = [bounds.width + 2 * pad, bounds.height + 2 * pad];
    const radius = round ? Math.min(width, height) / 2 : 0.08 * Math.min(width, height);
    const shape = { x: bounds.x - pad, y: bounds.y - pad, width, height, rx: radius, "data-of": id };
    return [
      element("rect", { ...shape, class: `halo-case ${kind}` }),
      element("rect", { ...shape, class: `halo ${kind}` }),
    ];
  }

  // --- by pointer

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
    svg.addEventListener("click", (event) => event.detail === 0 && this.tap(idAt(event.target)));
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focusin", (event) => this.focus(idAt(event.target)));
    svg.addEventListener("focusout", () => this.focus(null));
  }

  /** The thing that is meant by a point of the screen. */
  pick({ clientX, clientY, pointerType }) {
    const under = document.elementsFromPoint(clientX, clientY).filter((one) => this.svg.contains(one));
    const ids = [...new Set(under.map(idAt).filter(Boolean))];
    const { next } = this;
    return (
      ids.find((id) => next.has(id)) ??
      ids.find((id) => id === this.touching.chosen.at(-1)) ??
      ids.find((id) => !this.isSent && this.touching.after(id)) ??
      this.nearest(next, clientX, clientY, NEAR[pointerType] ?? 5) ??
      ids[0] ??
      null
    );
  }

  nearest(ids, x, y, most) {
    let found = null;
    for (const id of ids) {
      const box = this.picture.things.get(id)?.body.getBoundingClientRect();
      if (!box) continue;
      const away = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      if (away <= most) [found, most] = [id, away];
    }
    return found;
  }

  /** Whether a touch is on something that begins a longer sequence. */
  holds({ touches, cancelable }) {
    if (!cancelable || touches.length > 1 || this.isSent) return false;
    const id = this.pick({ ...pointOf(touches[0]), pointerType: "touch" });
    const chosen = id && this.touching.after(id);
    return Boolean(chosen) && this.touching.next(chosen).size > 0;
  }

  press(event) {
    if (event.button !== 0 || this.pressed) return;
    const id = this.pick(event);
    this.pressed = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId, before: this.touching.chosen };
  }

  move(event) {
    const { pressed } = this;
    if (!pressed) {
      if (event.pointerType === "mouse") this.pointAt(this.pick(event));
      return;
    }
    if (!pressed.drags && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG) this.lift();
    if (pressed.drags) this.carry(event);
  }

  /** A drag begins, if what is held is the beginning of something longer. */
  lift() {
    const { pressed } = this;
    const chosen = pressed.id && !this.isSent && this.touching.after(pressed.id);
    pressed.isOff = true;
    if (!chosen || this.touching.next(chosen).size === 0) return;
    this.svg.setPointerCapture(pressed.pointer);
    pressed.drags = true;
    this.touching.chosen = chosen;
    this.refresh();
    this.lifted = this.heldWith(pressed.id);
    for (const { node } of this.lifted) {
      const copy = node.cloneNode(true);
      copy.removeAttribute("tabindex");
      copy.removeAttribute("data-id");
      this.carried.append(copy);
      node.classList.add("is-lifted");
    }
  }

  /** What is carried along: what stands on the thing, as pieces stand on a square; or the thing itself. */
  heldWith(id) {
    const on = this.standingOn(id);
    return on.length ? on : [this.picture.things.get(id)];
  }

  standingOn(id) {
    const bounds = this.boundsOf(id);
    const on = [];
    let isAbove = false;
    for (const [one, x, y, words] of this.scene.items) {
      if (one === id) isAbove = true;
      else if (isAbove && !words && isInside(x, y, bounds) && this.isSmaller(one, bounds))
        on.push(this.picture.things.get(one));
    }
    return on;
  }

  isSmaller(id, { width, height }) {
    const bounds = this.picture.bounds(id);
    return bounds.width <= width * 1.15 && bounds.height <= height * 1.15;
  }

  carry(event) {
    const { x, y } = this.away(event, this.pressed);
    this.carried.setAttribute("transform", `translate(${x} ${y})`);
    this.pointAt(this.pick(event));
  }

  /** How far from a press, in the units of the scene. */
  away({ clientX, clientY }, pressed) {
    const matrix = this.svg.getScreenCTM();
    return { x: (clientX - pressed.x) / matrix.a, y: (clientY - pressed.y) / matrix.d };
  }

  release(event) {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed) return;
    if (pressed.drags) this.drop(event, pressed);
    else if (!pressed.isOff) this.tap(this.pick(event));
    if (event.pointerType !== "mouse") this.pointAt(null);
  }

  drop(event, pressed) {
    const target = this.pick(event);
    const lifted = this.lifted;
    this.putDown();
    if (target === pressed.id) return; // let go where it was: it stays chosen
    const follows = target && this.touching.next().has(target);
    const action = follows ? this.touching.touch(target) : target && this.touching.finish(target);
    if (!follows && !action) {
      this.touching.chosen = pressed.before;
      this.carried.replaceChildren();
      this.refresh();
      if (target) this.on.hint(this.words(target), target);
      return;
    }
    if (action) {
      this.shift(lifted, pressed.id, target, this.away(event, pressed));
      this.act(action);
    } else this.refresh();
  }

  putDown() {
    for (const { node } of this.lifted ?? []) node.classList.remove("is-lifted");
    this.lifted = null;
    this.carried.replaceChildren();
    this.carried.removeAttribute("transform");
  }

  cancel() {
    if (this.pressed?.drags) {
      this.touching.chosen = this.pressed.before;
      this.putDown();
      this.refresh();
    }
    this.pressed = null;
    this.pointAt(null);
  }

  /** Show what a press would touch. */
  pointAt(id) {
    this.pointed = id;
    for (const halo of this.halos.children) halo.classList.toggle("is-pointed", halo.dataset.of === id);
  }

  // --- touching

  tap(id) {
    if (!id) return;
    const { chosen } = this.touching;
    if (this.isSent) return;
    if (!this.next.has(id) && chosen.at(-1) === id) this.back();
    else if (!this.touching.after(id)) this.on.hint(this.words(id), id);
    else this.touch(id);
  }

  touch(id) {
    const action = this.touching.touch(id);
    if (action) {
      this.foresee();
      this.act(action);
    } else this.refresh(this.svg.contains(document.activeElement));
  }

  /** Where one thing was touched and then another, what stands on the first most likely goes to the second. It goes at once:
   * the server's answer comes a moment later, and puts right what was wrong. */
  foresee() {
    const { chosen } = this.touching;
    if (chosen.length !== 2) return;
    const on = this.standingOn(chosen[0]);
    if (on.length === 1) this.shift(on, ...chosen);
  }

  /** Move things from one place to another; `away`: how far they have been dragged already. */
  shift(things, from, to, away = { x: 0, y: 0 }) {
    const [start, end] = [middle(this.boundsOf(from)), middle(this.boundsOf(to))];
    for (const thing of things) {
      const { x, y, node } = thing;
      if (!node.contains(document.activeElement)) this.picture.layer.append(node);
      this.picture.put(thing, x + away.x, y + away.y, false);
      this.picture.put(thing, x + end.x - start.x, y + end.y - start.y);
    }
  }

  act(action) {
    this.isSent = true;
    this.refresh(this.svg.contains(document.activeElement));
    this.on.act(action);
  }

  /** Take the last touch back; says whether there was one. */
  back() {
    if (this.isSent || !this.touching.chosen.length) return false;
    const last = this.touching.chosen.at(-1);
    this.touching.back();
    this.focused = last;
    this.refresh(this.svg.contains(document.activeElement));
    return true;
  }

  // --- by keyboard

  /** One thing that can be touched is reached with the tab key; the arrows lead to the others. */
  rove(next, keepsFocus) {
    const place = this.last && { x: this.last.x, y: this.last.y };
    let id = next.has(this.focused) ? this.focused : null;
    if (!id && place) id = closest([...next], place, (one) => middle(this.boundsOf(one)));
    id ??= next.values().next().value;
    if (id) this.picture.things.get(id)?.node.setAttribute("tabindex", "0");
    if (!keepsFocus) return;
    if (id) this.picture.things.get(id)?.node.focus({ preventScroll: true });
    else this.svg.focus({ preventScroll: true });
  }

  focus(id) {
    this.halos.querySelector(".halo-focus")?.remove();
    const bounds = id && this.boundsOf(id);
    if (!bounds) return;
    this.focused = id;
    this.last = middle(bounds);
    const node = this.picture.things.get(id)?.node;
    if (!node?.matches(":focus-visible")) return;
    const pad = 0.06 * Math.min(bounds.width, bounds.height);
    const { x, y, width, height } = bounds;
    this.halos.append(
      element("rect", {
        class: "halo-focus",
        x: x - pad,
        y: y - pad,
        width: width + 2 * pad,
        height: height + 2 * pad,
        rx: 2 * pad,
      }),
    );
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const id = idAt(document.activeElement);
    if (ARROWS[event.key]) this.go(id, ARROWS[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && id) this.tap(id);
    else if (event.key === "Escape" || event.key === "Backspace") {
      if (!this.back()) return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** To the nearest thing that way; what lies aside counts as further. */
  go(from, [dx, dy]) {
    const ids = [...this.next];
    if (!ids.length) return;
    const start = from && this.boundsOf(from) ? middle(this.boundsOf(from)) : this.last;
    let found = ids[0];
    let least = start ? Infinity : -1;
    for (const id of start ? ids : []) {
      if (id === from) continue;
      const at = middle(this.boundsOf(id));
      const along = (at.x - start.x) * dx + (at.y - start.y) * dy;
      const aside = Math.abs((at.x - start.x) * dy) + Math.abs((at.y - start.y) * dx);
      if (along <= 1e-6 || along < aside / 3) continue;
      if (along + 2 * aside < least) [found, least] = [id, along + 2 * aside];
    }
    if (least === Infinity) return;
    for (const id of ids) this.picture.things.get(id)?.node.removeAttribute("tabindex");
    const { node } = this.picture.things.get(found);
    node.setAttribute("tabindex", "0");
    node.focus({ preventScroll: true });
  }
}

function pointOf({ clientX, clientY }) {
  return { clientX, clientY };
}

function idAt(node) {
  return node?.closest?.("[data-id]")?.dataset.id ?? null;
}

function middle({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

function isInside(x, y, bounds) {
  return x > bounds.x && x < bounds.x + bounds.width && y > bounds.y && y < bounds.y + bounds.height;
}

function closest(ids, { x, y }, where) {
  let [found, least] = [null, Infinity];
  for (const id of ids) {
    const at = where(id);
    const away = Math.hypot(at.x - x, at.y - y);
    if (away < least) [found, least] = [id, away];
  }
  return found;
}
