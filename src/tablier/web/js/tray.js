// Things of the board that are drawn too small for a finger, again, large enough: below the board, in the same order.

import { button, make } from "./dom.js";
import { element } from "./picture.js";

const SMALL = 24; // pixels; what is smaller is hard to hit
const ROOM = 44;

const ACROSS = 9;

export class Tray {
  constructor(host, board) {
    this.host = host;
    this.board = board;
    new ResizeObserver(() => this.show()).observe(board.svg);
  }

  show() {
    const { board } = this;
    // While it is not our turn the last ones stay, so that nothing jumps.
    if (board.touching.isPossible) this.draw(this.small());
    const { next } = board;
    for (const made of this.host.querySelectorAll("button")) {
      const id = made.dataset.touch;
      made.disabled = board.isSent || !board.touching.after(id);
      made.classList.toggle("is-next", next.has(id));
      made.classList.toggle("is-chosen", board.touching.chosen.includes(id));
    }
  }

  clear() {
    this.key = "";
    this.host.replaceChildren();
    this.host.style.minHeight = "";
  }

  /** The small ones, in rows as on the board; what is touched first comes first. */
  small() {
    const { board } = this;
    const scale = board.svg.getScreenCTM()?.a ?? 1;
    const steps = new Map();
    for (const [, ids] of board.touching.touches)
      ids.forEach((id, i) => steps.set(id, Math.min(i, steps.get(id) ?? i)));
    const found = [];
    for (const [id, step] of steps) {
      const bounds = board.picture.things.has(id) && board.boundsOf(id);
      if (bounds && Math.min(bounds.width, bounds.height) * scale < SMALL) found.push({ id, step, ...bounds });
    }
    found.sort((a, b) => a.step - b.step || Math.round(4 * (a.y - b.y)) || a.x - b.x);
    return rows(found);
  }

  draw(lines) {
    const key = JSON.stringify(lines.map((line) => line.map((id) => [id, this.board.picture.things.get(id).shapes])));
    if (key === this.key) return;
    this.key = key;
    const height = this.host.offsetHeight;
    if (height) this.host.style.minHeight = `${height}px`;
    this.host.replaceChildren(
      ...lines.map((line) => make("div", { class: "tray-row" }, ...line.map((id) => this.button(id)))),
    );
  }

  button(id) {
    const { x, y, width, height } = this.board.picture.things.get(id).body.getBBox();
    const room = Math.max(width, height) * 0.04;
    const picture = element("svg", { viewBox: `${x - room} ${y - room} ${width + 2 * room} ${height + 2 * room}` });
    picture.append(this.board.picture.things.get(id).body.cloneNode(true));
    const made = button(picture, () => this.board.tap(id), "tray-button");
    made.dataset.touch = id;
    made.tabIndex = -1;
    picture.style.maxWidth = `${Math.min(ROOM * 2.4, ROOM * Math.max(1, width / height)) - 6}px`;
    return made;
  }
}

/** Short lines of the same step are joined. */
function rows(found) {
  const lines = [];
  for (const thing of found) {
    const last = lines.at(-1);
    const isSameLine = last && last.step === thing.step && Math.abs(last.y - thing.y) < thing.height / 2;
    if (isSameLine && last.ids.length < ACROSS) last.ids.push(thing.id);
    else lines.push({ step: thing.step, y: thing.y, ids: [thing.id] });
  }
  const joined = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last && last.step === line.step && last.ids.length + line.ids.length <= ACROSS - 1) last.ids.push(...line.ids);
    else joined.push(line);
  }
  return joined.map(({ ids }) => ids);
}
