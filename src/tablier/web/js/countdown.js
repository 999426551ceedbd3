// How long a discussion goes on, where its time is limited.

import { duration } from "./chairs.js";
import { t } from "./language.js";

const SHORT = 10_000;

export class Countdown {
  constructor(host) {
    this.host = host;
    setInterval(() => this.tick(), 250);
  }

  show(feed) {
    this.feed = feed;
    this.host.hidden = feed.now.discussion === undefined;
    this.tick();
  }

  tick() {
    if (this.host.hidden || !this.feed) return;
    const left = Math.max(0, this.feed.now.discussion - (performance.now() - this.feed.at));
    this.host.textContent = t("talk.left", { time: duration(left) });
    this.host.classList.toggle("chip--warn", left < SHORT);
  }
}
