// The players: who sits where, whose turn it is, who is connected, and the clocks.

import { button, make } from "./dom.js";
import { lang, t } from "./language.js";
import { levelName } from "./levels.js";

const ABSENCE = 60_000;

export class Chairs {
  /** `on.replace(seat)`: a bot is to play on for somebody who is gone. */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    /** Since when a seat has been away, as far as we saw. @type {Map<number, number>} */
    this.away = new Map();
    this.list = make("ol", { class: "chair-list" });
    host.append(this.list);
    setInterval(() => this.tick(), 250);
  }

  /** `people`: names of seats; `feed`: what is known; `mine`: my seats; `me`: the one that I play now. */
  show(feed, { people, mine, me }) {
    this.feed = feed;
    this.people = people;
    this.mine = mine;
    this.noteAway(feed);
    this.list.replaceChildren(...feed.chairs.map((chair, seat) => this.chair(chair, seat, me)));
    this.tick();
  }

  noteAway({ chairs, now }) {
    for (const seat of chairs.keys()) {
      if (now.here.includes(seat)) this.away.delete(seat);
      else if (!this.away.has(seat)) this.away.set(seat, performance.now());
    }
  }

  chair(chair, seat, me) {
    const { now, ended } = this.feed;
    const isPending = now.pending.includes(seat);
    const label = make("div", { class: "chair-label" });
    label.append(
      make("span", { class: "chair-name" }, this.people.person(seat)),
      make("span", { class: "chair-seat soft small" }, this.below(chair, seat)),
    );
    return make(
      "li",
      {
        class: `chair${isPending ? " chair--pending" : ""}${this.mine.includes(seat) ? " chair--mine" : ""}`,
        "data-seat": seat,
      },
      this.presence(chair, seat),
      label,
      make("span", { class: "chair-chips" }, ...this.chips(chair, seat, me)),
      ended ? make("span", { class: "chair-share number" }, toFraction(ended.shares, seat)) : this.clock(seat),
      this.replaceButton(chair, seat),
    );
  }

  /** Below the name: which seat it is; a bot has no name but its seat's. */
  below(chair, seat) {
    if (chair.who === "bot") return t("bot.level", { level: levelName(chair.level) });
    return chair.who ? this.people.seat(seat) : t("chairs.free");
  }

  presence(chair, seat) {
    if (chair.who !== "person") return make("span", { class: "dot dot--none", "aria-hidden": "true" });
    const isHere = this.feed.now.here.includes(seat);
    const words = t(isHere ? "chairs.here" : "chairs.away");
    return make("span", { class: `dot${isHere ? " dot--here" : ""}`, role: "img", "aria-label": words, title: words });
  }

  chips(chair, seat, me) {
    const { now, together } = this.feed;
    const chips = [];
    if (now.pending.includes(seat)) {
      const words = chair.who === "bot" || chair.standIn ? "chairs.thinks" : "chairs.toAct";
      chips.push(make("span", { class: "chip chip--turn" }, t(words)));
    } else if (together.includes(seat) && now.pending.length) {
      chips.push(played());
    }
    if (seat === me) chips.push(make("span", { class: "chip" }, t("chairs.you")));
    if (chair.standIn) chips.push(make("span", { class: "chip chip--warn" }, t("chairs.standIn")));
    return chips;
  }

  clock(seat) {
    if (!this.feed.now.clock) return null;
    return make("span", { class: "clock number", role: "timer", "aria-label": t("chairs.clock"), "data-clock": seat });
  }

  replaceButton(chair, seat) {
    const isGone = chair.who === "person" && !chair.standIn && this.away.has(seat) && !this.mine.includes(seat);
    if (!isGone || this.feed.now.status !== "playing" || !this.mine.length) return null;
    const made = button(t("chairs.replace"), () => this.on.replace(seat), "button--small chair-replace");
    made.hidden = true;
    made.dataset.replace = seat;
    return made;
  }

  /** The moment between the last one's playing and what comes next. */
  showAllPlayed() {
    for (const row of this.list.children) {
      row.classList.remove("chair--pending");
      row.querySelector(".chip--turn")?.replaceWith(played());
    }
  }

  /** Clocks run here between two messages. */
  tick() {
    if (!this.feed?.now) return;
    for (const shown of this.list.querySelectorAll("[data-clock]")) this.showClock(shown, Number(shown.dataset.clock));
    for (const shown of this.list.querySelectorAll("[data-replace]")) {
      shown.hidden = performance.now() - this.away.get(Number(shown.dataset.replace)) < ABSENCE;
    }
  }

  showClock(shown, seat) {
    const { clock } = this.feed.now;
    const gone = clock.running.includes(seat) ? performance.now() - this.feed.at : 0;
    const grace = clock.grace[seat];
    const isStanding = grace !== undefined && grace > gone;
    const left = Math.max(0, clock.left[seat] - Math.max(0, gone - (grace ?? 0)));
    shown.textContent = isStanding ? t("chairs.grace", { time: duration(grace - gone) }) : duration(left);
    shown.classList.toggle("clock--running", clock.running.includes(seat) && !isStanding);
    shown.classList.toggle("clock--short", left < 10_000);
  }
}

function played() {
  return make("span", { class: "chip chip--good" }, `✓ ${t("chairs.acted")}`);
}

/** 1:05, or 2 h 05, or 3 days 4 h; the last seconds with tenths. */
export function duration(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const days = Math.floor(seconds / 86_400);
  if (days) return t("chairs.days", { n: days, hours: Math.floor((seconds % 86_400) / 3600) });
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))}`;
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toLocaleString(lang, { minimumFractionDigits: 1 })}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** A share of the win, as one writes it: 1, ½, ⅓. */
export function toFraction(shares, seat) {
  const values = shares.map(value);
  const sum = values.reduce((a, b) => a + b, 0) || 1;
  const part = values[seat] / sum;
  const known = {
    1: "1",
    0.5: "½",
    0.3333: "⅓",
    0.25: "¼",
    0.6667: "⅔",
    0.75: "¾",
    0: "0",
    0.1667: "⅙",
    0.2: "⅕",
    0.125: "⅛",
  };
  return known[Math.round(part * 10_000) / 10_000] ?? part.toFixed(2);
}

export function value(share) {
  const [above, below = "1"] = share.split("/");
  return Number(above) / Number(below);
}
