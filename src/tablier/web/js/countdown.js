// How long a discussion goes on, where its time is limited; and a way to say that one has nothing to add.

/** @import { View } from "./view.js" */

/** @import { Saying } from "./wire.js" */

import { button } from "./dom.js";
import { duration } from "./format.js";
import { t } from "./language.js";

const SHORT = 5_000;

/** What who has nothing to add says, as phrases are written. @type {Saying} */
const NOTHING = { kind: "phrase", body: "warm nothing", to: [] };

export class Countdown {
  /** @param {HTMLElement} host @param {{ say: (what: Saying) => unknown }} on */
  constructor(host, on) {
    this.host = host;
    this.nothing = button(t("talk.nothing"), () => on.say(NOTHING), "button--small");
    this.nothing.hidden = true;
    host.after(this.nothing);
    setInterval(() => this.tick(), 250);
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    this.host.hidden = view.now.discussion === undefined;
    this.nothing.hidden = !view.now.awaits_talk;
    this.tick();
  }

  tick() {
    if (this.view?.now.discussion === undefined) return;
    const left = Math.max(0, this.view.now.discussion - (performance.now() - this.view.at));
    this.host.textContent = t("talk.left", { time: duration(left) });
    this.host.classList.toggle("chip--warn", left < SHORT);
  }
}
