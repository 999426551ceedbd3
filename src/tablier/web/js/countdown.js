// How long a discussion goes on, where its time is limited.

/** @import { View } from "./view.js" */

import { duration } from "./format.js";
import { t } from "./language.js";

const SHORT = 10_000;

export class Countdown {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    setInterval(() => this.tick(), 250);
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    this.host.hidden = view.now.discussion === undefined;
    this.tick();
  }

  tick() {
    if (this.view?.now.discussion === undefined) return;
    const left = Math.max(0, this.view.now.discussion - (performance.now() - this.view.at));
    this.host.textContent = t("talk.left", { time: duration(left) });
    this.host.classList.toggle("chip--warn", left < SHORT);
  }
}
