// Several seats at one device: whose view is shown, and the moment at which the device is handed over.

import { button, make } from "./dom.js";
import { t } from "./language.js";

export class Handing {
  /** @param {HTMLElement} host @param {{ takes: (seat: number) => unknown }} on the person of that seat has the device */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    /** To whom the device is to be handed. @type {number | null} */
    this.seat = null;
  }

  /** @param {number} seat @param {string} name */
  show(seat, name) {
    if (this.seat === seat && !this.host.hidden) return;
    this.seat = seat;
    const mine = button(t("hand.mine", { name }), () => this.on.takes(seat), "button--main");
    this.host.replaceChildren(
      make(
        "div",
        { class: "curtain-card panel", role: "group", "aria-label": t("hand.title", { name }) },
        make("h2", {}, t("hand.title", { name })),
        make("p", { class: "soft" }, t("hand.help")),
        mine,
      ),
    );
    this.host.hidden = false;
    mine.focus({ preventScroll: true });
  }

  hide() {
    this.host.hidden = true;
    this.seat = null;
  }
}
