// Touching a board with the keyboard: the tab key leads to one thing that can be touched, the arrows lead to the others.

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */

import { least, wayTo } from "./geometry.js";
import { idAt } from "./picture.js";

/** @type {Record<string, Point>} */
const ARROWS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export class Keyboard {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The thing that had the focus last. @type {string | null} */
    this.focused = null;
    /** Where that was. @type {Point | null} */
    this.last = null;
    /** Whether keys were used last: only then is it of use to see what has the focus. */
    this.isUsed = false;
    document.addEventListener("keydown", () => (this.isUsed = true), true);
    document.addEventListener("pointerdown", () => this.rest(), true);
    const { svg } = board;
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focusin", (event) => this.focus(idAt(event.target)));
    svg.addEventListener("focusout", () => this.focus(null));
  }

  /** Let the tab key lead to what had the focus last, or to what is nearest to where that was.
   * @param {Set<string>} next what can be touched @param {boolean} keepsFocus
   */
  rove(next, keepsFocus) {
    const { last, focused } = this;
    let id = focused && next.has(focused) ? focused : null;
    if (!id && last) id = least(next, (one) => this.straightTo(last, one));
    id ??= [...next][0] ?? null;
    const node = id && this.board.picture.things.get(id)?.node;
    if (node) node.setAttribute("tabindex", "0");
    if (keepsFocus) (node || this.board.svg).focus({ preventScroll: true });
  }

  /** @param {Point} from @param {string} id */
  straightTo(from, id) {
    const to = this.board.middleOf(id);
    return to ? Math.hypot(to.x - from.x, to.y - from.y) : Infinity;
  }

  rest() {
    this.isUsed = false;
    this.board.halos.showFocus(null);
  }

  /** @param {string | null} id */
  focus(id) {
    const { picture, halos } = this.board;
    const bounds = id && picture.bounds(id);
    halos.showFocus(bounds && this.isUsed ? bounds : null);
    if (!id || !bounds) return;
    this.focused = id;
    this.last = this.board.middleOf(id);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const id = idAt(document.activeElement);
    if (event.key in ARROWS) this.go(id, ARROWS[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && id) {
      this.board.on.touched?.();
      this.board.tap(id);
    } else if (event.key === "Escape" || event.key === "Backspace") {
      if (!this.board.back()) return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** To the nearest thing that way. @param {string | null} from @param {Point} direction */
  go(from, direction) {
    const { next, picture } = this.board;
    const others = [...next].filter((id) => id !== from);
    const start = (from && this.board.middleOf(from)) || this.last;
    const way = (/** @type {string} */ id) => {
      const to = this.board.middleOf(id);
      return start && to ? wayTo(start, to, direction) : Infinity;
    };
    const found = start ? least(others, way) : others[0];
    const node = found && picture.things.get(found)?.node;
    if (!node) return;
    for (const id of next) picture.things.get(id)?.node.removeAttribute("tabindex");
    node.setAttribute("tabindex", "0");
    node.focus({ preventScroll: true });
  }
}
