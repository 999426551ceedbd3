// An outlook at the board: what is to be expected of what is being chosen, beside the thing that it is about.
//
// It says in brief what the controls say in full, so it is only for the eye.

/** @import { Board } from "./board.js" */
/** @import { Bounds } from "./geometry.js" */
/** @import { Outlook } from "./wire.js" */

import { make } from "./dom.js";

/** Pixels between it and what it is about, and the edge of the board. */
const APART = 6;
/** How the parts of its bar look: it goes well, neither, ill. */
const PARTS = ["well", "even", "ill"];

export class Bubble {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.host = make("div", { class: "bubble", "aria-hidden": "true", hidden: true });
    board.svg.parentElement?.append(this.host);
    /** @type {Outlook | null} */
    this.outlook = null;
    new ResizeObserver(() => this.place()).observe(board.svg);
  }

  /** @param {Outlook | null} outlook */
  show(outlook) {
    this.outlook = outlook?.at ? outlook : null;
    this.host.hidden = !this.outlook;
    if (!outlook) return;
    const { figure, shares = [], words } = outlook;
    this.host.replaceChildren(
      make("b", { class: "bubble-figure" }, figure),
      make("span", { class: "bubble-words" }, words),
      make("span", { class: "bubble-bar" }, ...shares.map(part)),
    );
    this.place();
  }

  /** Above the thing or below it, within the board, and where it hides least of what was chosen. */
  place() {
    const { svg, touching } = this.board;
    const about = this.outlook && this.boxOf(this.outlook.at);
    if (!about) return;
    const others = touching.chosen.filter((id) => id !== this.outlook?.at).flatMap((id) => this.boxOf(id) ?? []);
    const { width, height } = svg.getBoundingClientRect();
    const rooms = this.rooms(about, width).filter((room) => room.y >= 0 && room.y + room.height <= height);
    const [best] = rooms.toSorted((a, b) => hidden(a, others) - hidden(b, others));
    if (!best) return;
    this.host.classList.toggle("bubble--above", best.y < about.y);
    this.host.style.left = `${best.x}px`;
    this.host.style.top = `${best.y}px`;
    this.host.style.setProperty("--tip", `${about.x + about.width / 2 - best.x}px`);
  }

  /** Where it could stand, the likeliest first. @param {Bounds} about what it is about @param {number} most how wide the board is */
  rooms({ x, y, width, height }, most) {
    const { offsetWidth, offsetHeight } = this.host;
    const size = { width: offsetWidth, height: offsetHeight + 2 * APART };
    const lefts = [x + width / 2 - size.width / 2, x, x + width - size.width];
    const inside = lefts.map((left) => Math.min(Math.max(left, APART), most - size.width - APART));
    return [y - size.height, y + height].flatMap((top) => inside.map((left) => ({ x: left, y: top, ...size })));
  }

  /** Where a thing is, in pixels of the board. @param {string} id @returns {Bounds | null} */
  boxOf(id) {
    const { svg, picture } = this.board;
    const bounds = picture.bounds(id);
    const toPage = svg.getScreenCTM();
    if (!bounds || !toPage) return null;
    const { left, top } = svg.getBoundingClientRect();
    const x = toPage.a * bounds.x + toPage.e - left;
    const y = toPage.d * bounds.y + toPage.f - top;
    return { x, y, width: toPage.a * bounds.width, height: toPage.d * bounds.height };
  }
}

/** How much of some things a room would hide. @param {Bounds} room @param {Bounds[]} things */
function hidden(room, things) {
  return things.reduce((sum, thing) => {
    const across = Math.min(room.x + room.width, thing.x + thing.width) - Math.max(room.x, thing.x);
    const down = Math.min(room.y + room.height, thing.y + thing.height) - Math.max(room.y, thing.y);
    return sum + Math.max(across, 0) * Math.max(down, 0);
  }, 0);
}

/** @param {number} share @param {number} i */
function part(share, i) {
  const made = make("span", { class: `bubble-part bubble-part--${PARTS[i]}` });
  made.style.flexGrow = String(share);
  return made;
}
