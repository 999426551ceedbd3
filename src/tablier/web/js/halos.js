// Lines around what can be touched, what is chosen and what has the focus.

/** @import { Bounds } from "./geometry.js" */
/** @import { Picture } from "./picture.js" */

import { element } from "./dom.js";
import { grown } from "./geometry.js";

/** Of the smaller side of a thing. */
const INSET = 0.02;
const CORNER = 0.08;
const FOCUS = 0.06;
const BRACKET = 0.26;

export class Halos {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.layer = element("g", { class: "halos", "aria-hidden": "true", "pointer-events": "none" });
    /** What others point at. */
    this.marks = element("g", { class: "halos", "aria-hidden": "true", "pointer-events": "none" });
    /** What a press would touch. @type {string | null} */
    this.pointed = null;
  }

  /** @param {Iterable<string>} next what can be touched @param {string[]} chosen what has been
   * @param {Set<string>} taken where something is taken by that
   */
  show(next, chosen, taken = new Set()) {
    const step = chosen.length ? "halo--next" : "halo--first";
    const others = [...next].filter((id) => !chosen.includes(id));
    this.layer.replaceChildren(
      ...others.flatMap((id) => (taken.has(id) ? this.brackets(id) : this.halo(id, step))),
      ...chosen.flatMap((id) => this.halo(id, this.isRaised(id) ? "halo--chosen halo--raised" : "halo--chosen")),
    );
    this.pointAt(this.pointed);
  }

  /** @param {string} id */
  isRaised(id) {
    return Boolean(this.picture.things.get(id)?.node.hasAttribute("data-raised"));
  }

  /** A line around a thing, light on dark, so that it is seen on any ground. @param {string} id @param {string} kind */
  halo(id, kind) {
    const bounds = this.picture.bounds(id);
    if (!bounds) return [];
    const side = Math.min(bounds.width, bounds.height);
    const inside = grown(bounds, -INSET * side);
    const radius = this.picture.isRound(id) ? Math.min(inside.width, inside.height) / 2 : CORNER * side;
    const shape = { ...inside, rx: radius, "data-of": id };
    return [
      element("rect", { ...shape, class: `halo-case ${kind}` }),
      element("rect", { ...shape, class: `halo ${kind}` }),
    ];
  }

  /** Four corners around something that would be taken. @param {string} id */
  brackets(id) {
    const bounds = this.picture.bounds(id);
    if (!bounds) return [];
    const side = Math.min(bounds.width, bounds.height);
    const { x, y, width, height } = grown(bounds, -2 * INSET * side);
    const long = side * BRACKET;
    const corner = (/** @type {number} */ right, /** @type {number} */ down) => {
      const [atX, atY] = [x + right * width, y + down * height];
      return `M${atX} ${atY + (down ? -long : long)}V${atY}H${atX + (right ? -long : long)}`;
    };
    const d = corner(0, 0) + corner(1, 0) + corner(1, 1) + corner(0, 1);
    return ["halo-case halo--takes", "halo halo--takes"].map((kind) =>
      element("path", { d, fill: "none", class: kind, "data-of": id }),
    );
  }

  /** Somebody has pointed at a thing: it stands out for a moment, until the style sheet lets that fade.
   * @param {string} id @param {number} seat whose last mark this takes the place of
   */
  mark(id, seat) {
    this.marks.querySelector(`[data-by="${seat}"]`)?.remove();
    this.marks.append(element("g", { class: "mark", "data-by": seat }, ...this.halo(id, "halo--shown")));
  }

  /** What is advised stands out, until something else is. @param {string[]} ids */
  advise(ids) {
    this.marks.querySelector("[data-by=advice]")?.remove();
    if (!ids.length) return;
    const halos = ids.flatMap((id) => this.halo(id, "halo--advised"));
    this.marks.append(element("g", { "data-by": "advice" }, ...halos));
  }

  /** @param {string | null} id */
  pointAt(id) {
    this.pointed = id;
    for (const halo of this.layer.children) halo.classList.toggle("is-pointed", halo.getAttribute("data-of") === id);
  }

  /** @param {Bounds | null} bounds what has the focus; null: nothing */
  showFocus(bounds) {
    this.layer.querySelector(".halo-focus")?.remove();
    if (!bounds) return;
    const pad = FOCUS * Math.min(bounds.width, bounds.height);
    this.layer.append(element("rect", { class: "halo-focus", ...grown(bounds, pad), rx: 2 * pad }));
  }
}
