// Everybody has played at the same time: a moment to see what, before the board moves.

/** @import { People } from "./result.js" */
/** @import { Order } from "./wire.js" */

import { make } from "./dom.js";
import { t } from "./language.js";
import { isStill, lasting } from "./motion.js";

const LENGTH = 1400;

export class Reveal {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.isOn = false;
  }

  /** @param {Order[]} orders @param {People} people @param {() => void} then when they have been seen */
  show(orders, people, then) {
    const lines = orders.map(({ seat, action }) =>
      make("li", {}, people.seat(seat), " ", make("span", { class: "notation" }, action)),
    );
    const title = make("p", { class: "title" }, t("board.revealed"));
    this.host.replaceChildren(make("div", { class: "reveal-card" }, title, make("ul", {}, ...lines)));
    this.host.hidden = false;
    this.isOn = true;
    clearTimeout(this.ending);
    // Where nothing moves, the eye needs a little longer to find what has changed.
    this.ending = setTimeout(() => this.end(then), isStill() ? LENGTH * 1.3 : lasting(LENGTH));
  }

  /** @param {() => void} then */
  end(then) {
    this.isOn = false;
    this.host.hidden = true;
    then();
  }
}
