// Things of the board that are drawn too small for a finger, again, large enough: below the board, in the same order.

/** @import { Board } from "./board.js" */
/** @import { Bounds } from "./geometry.js" */

import { button, element, make } from "./dom.js";
import { boxOf } from "./picture.js";

const SMALL = 24; // pixels; what is smaller is hard to hit
const ROOM = 44;
const ACROSS = 9;

/** @typedef {Bounds & { id: string, step: number }} Small something small, and at which step it is touched */

export class Tray {
  /** @param {HTMLElement} host @param {Board} board */
  constructor(host, board) {
    this.host = host;
    this.board = board;
    this.drawn = "";
    new ResizeObserver(() => this.show()).observe(board.svg);
  }

  show() {
    const { next, touching, isSent, pointing } = this.board;
    // While it is not our turn, or somebody points, the last ones stay, so that nothing jumps.
    if (touching.isPossible && !pointing) this.draw(rows(this.small()));
    for (const made of this.host.querySelectorAll("button")) {
      const id = made.dataset.touch ?? "";
      made.disabled = isSent || !touching.after(id);
      made.classList.toggle("is-next", next.has(id));
      made.classList.toggle("is-chosen", touching.chosen.includes(id));
    }
  }

  clear() {
    this.drawn = "";
    this.host.replaceChildren();
    this.host.style.minHeight = "";
  }

  /** The small ones; what is touched first comes first. @returns {Small[]} */
  small() {
    const { picture, svg, touching } = this.board;
    const scale = svg.getScreenCTM()?.a ?? 1;
    const found = [];
    for (const [id, step] of touching.steps()) {
      const bounds = picture.bounds(id);
      if (bounds && Math.min(bounds.width, bounds.height) * scale < SMALL) found.push({ id, step, ...bounds });
    }
    return found;
  }

  /** @param {string[][]} lines ids */
  draw(lines) {
    const { things } = this.board.picture;
    const drawn = JSON.stringify(lines.map((line) => line.map((id) => [id, things.get(id)?.shapes])));
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const height = this.host.offsetHeight;
    if (height) this.host.style.minHeight = `${height}px`;
    this.host.replaceChildren(
      ...lines.map((line) => make("div", { class: "tray-row" }, ...line.map((id) => this.button(id)))),
    );
  }

  /** @param {string} id */
  button(id) {
    const thing = this.board.picture.things.get(id);
    if (!thing) return null;
    const { x, y, width, height } = boxOf(thing);
    const room = Math.max(width, height) * 0.04;
    const picture = element("svg", { viewBox: `${x - room} ${y - room} ${width + 2 * room} ${height + 2 * room}` });
    picture.append(thing.body.cloneNode(true));
    picture.style.maxWidth = `${Math.min(ROOM * 2.4, ROOM * Math.max(1, width / height)) - 6}px`;
    const made = button(picture, () => this.board.tap(id), "tray-button");
    made.dataset.touch = id;
    made.tabIndex = -1;
    return made;
  }
}

/** In rows as on the board; short lines of the same step are joined. @param {Small[]} things */
export function rows(things) {
  const sorted = things.toSorted((a, b) => a.step - b.step || Math.round(4 * (a.y - b.y)) || a.x - b.x);
  /** @type {{ step: number, y: number, ids: string[] }[]} */
  const lines = [];
  for (const { id, step, y, height } of sorted) {
    const last = lines.at(-1);
    const isSameLine = last?.step === step && Math.abs(last.y - y) < height / 2;
    if (isSameLine && last.ids.length < ACROSS) last.ids.push(id);
    else lines.push({ step, y, ids: [id] });
  }
  /** @type {typeof lines} */
  const joined = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last?.step === line.step && last.ids.length + line.ids.length < ACROSS) last.ids.push(...line.ids);
    else joined.push(line);
  }
  return joined.map(({ ids }) => ids);
}
