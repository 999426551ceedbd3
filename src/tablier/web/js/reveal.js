// Everybody has played at the same time: a moment to see what, before the board moves.

import { calm, make } from "./dom.js";
import { t } from "./language.js";
import { unbroken } from "./story.js";

const LENGTH = 1400;

export class Reveal {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.isOn = false;
  }

  /** Show the lines of a turn. @param {string[]} lines @param {() => void} then when they have been seen */
  show(lines, then) {
    const words = lines.map((line) => make("p", { class: "reveal-line notation" }, ...unbroken(line)));
    this.host.replaceChildren(
      make("div", { class: "reveal-card" }, make("p", { class: "title" }, t("board.revealed")), ...words),
    );
    this.host.hidden = false;
    this.isOn = true;
    clearTimeout(this.ending);
    // Where nothing moves, the eye needs a little longer to find what has changed.
    this.ending = setTimeout(() => this.end(then), calm.matches ? LENGTH * 1.3 : LENGTH);
  }

  /** @param {() => void} then */
  end(then) {
    this.isOn = false;
    this.host.hidden = true;
    then();
  }
}
