// Things of the board that are drawn too small for a finger, again, large enough: below the board, in the same order.

import { button } from "./dom.js";
import { element } from "./picture.js";

const SMALL = 24; // pixels; what is smaller is hard to hit
const ROOM = 44;

export class Tray {
  constructor(host, board) {
    this.host = host;
    this.board = board;
    new ResizeObserver(() => this.show()).observe(board.svg);
  }

  show() {
    const { board } = this;
    const ids = this.small();
    const key = ids.map((id) => `${id} ${board.picture.things.get(id).drawn}`).join("\n");
    if (key !== this.key) this.draw(ids);
    this.key = key;
    const { next } = board;
    for (const made of this.host.children) {
      made.disabled = !next.has(made.dataset.touch) && !board.touching.after(made.dataset.touch);
      made.classList.toggle("is-next", next.has(made.dataset.touch));
      made.classList.toggle("is-chosen", board.touching.chosen.includes(made.dataset.touch));
    }
  }

  /** The small ones, as they are read: line by line. While it is not our turn the last ones stay, so that nothing jumps. */
  small() {
    const { board } = this;
    const scale = board.svg.getScreenCTM()?.a ?? 1;
    if (!board.touching.isPossible) return [];
    const found = [...board.touching.all].filter((id) => board.picture.things.has(id)).map((id) => ({ id, ...board.boundsOf(id) }));
    const small = found.filter(({ width, height }) => Math.min(width, height) * scale < SMALL);
    return small.sort((a, b) => Math.round(4 * (a.y - b.y)) || a.x - b.x).map(({ id }) => id);
  }

  draw(ids) {
    if (!ids.length) {
      const { height } = this.host.getBoundingClientRect();
      if (this.board.scene) this.host.style.minHeight = height ? `${height}px` : "";
    }
    this.host.replaceChildren(...ids.map((id) => this.button(id)));
  }

  button(id) {
    const { x, y, width, height } = this.board.picture.things.get(id).body.getBBox();
    const room = Math.max(width, height) * 0.04;
    const picture = element("svg", { viewBox: `${x - room} ${y - room} ${width + 2 * room} ${height + 2 * room}` });
    picture.append(this.board.picture.things.get(id).body.cloneNode(true));
    const made = button(picture, () => this.board.tap(id), "tray-button");
    made.dataset.touch = id;
    made.tabIndex = -1;
    picture.style.width = `${Math.min(ROOM * 2.4, ROOM * Math.max(1, width / height)) - 10}px`;
    return made;
  }
}
