// The players: who sits where, whose turn it is, who is connected, and the clocks.

/** @import { Clock } from "./wire.js" */
/** @import { Visitor } from "./table.js" */
/** @import { Chair, View } from "./view.js" */

import { button, make } from "./dom.js";
import { duration } from "./format.js";
import { list, t } from "./language.js";
import { levelName } from "./levels.js";
import { winnersOf } from "./result.js";
import { sayWords } from "./talk.js";
import { inTeams, teamName } from "./teams.js";

const ABSENCE = 60_000;
const SHORT = 10_000;
/** Of how many promises one sees at a glance what became of them. */
const SEALS = 5;

export class Chairs {
  /** @param {HTMLElement} host @param {{ replace: (seat: number) => unknown }} on a bot is to play on for somebody who is gone */
  constructor(host, on) {
    this.on = on;
    /** Since when a seat has been away, as far as we saw. @type {Map<number, number>} */
    this.away = new Map();
    this.list = make("ol", { class: "chair-list" });
    host.append(this.list);
    setInterval(() => this.tick(), 250);
  }

  /** @param {View} view @param {Visitor} visitor */
  show(view, visitor) {
    this.view = view;
    this.noteAway(view);
    const chairs = view.chairs.map((chair, seat) => this.chair(view, visitor, chair, seat));
    const teams = inTeams(visitor.teams).map((team) => [teamLine(team, visitor), ...team.map((seat) => chairs[seat])]);
    this.list.replaceChildren(...(teams.length ? teams.flat() : chairs));
    this.tick();
  }

  /** @param {View} view */
  noteAway({ chairs, now }) {
    for (const seat of chairs.keys()) {
      if (now.here.includes(seat)) this.away.delete(seat);
      else if (!this.away.has(seat)) this.away.set(seat, performance.now());
    }
  }

  /** @param {View} view @param {Visitor} visitor @param {Chair} chair @param {number} seat */
  chair(view, visitor, chair, seat) {
    const { people, mine } = visitor;
    const isPending = view.now.pending.includes(seat);
    return make(
      "li",
      {
        class: [
          "chair",
          isPending && "chair--pending",
          mine.includes(seat) && "chair--mine",
          chair.who === "bot" && "chair--bot",
        ]
          .filter(Boolean)
          .join(" "),
        "data-seat": seat,
      },
      avatar(people.person(seat), chair, view.now.here.includes(seat)),
      make(
        "div",
        { class: "chair-label" },
        make("span", { class: "chair-name" }, people.person(seat)),
        make(
          "span",
          { class: "chair-below small" },
          make("span", { class: "chair-seat soft" }, below(chair, people.seat(seat))),
          make("span", { class: "chair-count number" }, view.now.scene.counts[seat] ?? ""),
          seals(view.now.promises?.[seat] ?? []),
        ),
        offered(view, visitor, seat),
      ),
      make("span", { class: "chair-chips" }, ...chips(view, chair, seat, seat === visitor.me)),
      !view.ended && view.now.clock && clockOf(seat),
      this.replaceButton(view, visitor, chair, seat),
    );
  }

  /** @param {View} view @param {Visitor} visitor @param {Chair} chair @param {number} seat */
  replaceButton(view, { mine }, chair, seat) {
    const isGone = chair.who === "person" && !chair.standIn && this.away.has(seat) && !mine.includes(seat);
    if (!isGone || view.now.status !== "playing" || !mine.length) return null;
    const made = button(t("chairs.replace"), () => this.on.replace(seat), "button--small chair-replace");
    made.hidden = true;
    made.dataset.replace = String(seat);
    return made;
  }

  /** The moment between the last one's playing and what comes next. */
  showAllPlayed() {
    for (const row of this.list.children) {
      row.classList.remove("chair--pending");
      row.querySelector(".chip--turn")?.replaceWith(playedChip());
    }
  }

  /** Clocks run here between two messages. */
  tick() {
    if (!this.view) return;
    const { now, at } = this.view;
    const gone = performance.now() - at;
    for (const shown of this.all("data-clock")) if (now.clock) showClock(shown, now.clock, gone);
    for (const shown of this.all("data-replace")) {
      const since = this.away.get(Number(shown.dataset.replace)) ?? Infinity;
      shown.hidden = performance.now() - since < ABSENCE;
    }
  }

  /** @param {string} attribute @returns {NodeListOf<HTMLElement>} */
  all(attribute) {
    return this.list.querySelectorAll(`[${attribute}]`);
  }
}

/** @param {number[]} team @param {Visitor} visitor */
function teamLine(team, { people }) {
  return make("li", { class: "team-name small" }, teamName(team, people.seat));
}

/** Below the name: which seat it is; a bot has no name but its seat's. @param {Chair} chair @param {string} words of the seat */
function below(chair, words) {
  if (chair.who === "bot") return t("bot.level", { level: levelName(chair.level) });
  return chair.who ? words : t("chairs.free");
}

/** @param {string} name @param {Chair} chair @param {boolean} isHere */
function avatar(name, chair, isHere) {
  const [letter] = name;
  const initial = make("span", { "aria-hidden": "true" }, letter.toUpperCase());
  return make("span", { class: "avatar" }, initial, chair.who === "person" && presence(isHere));
}

/** @param {boolean} isHere */
function presence(isHere) {
  const words = t(isHere ? "chairs.here" : "chairs.away");
  return make("span", { class: `dot${isHere ? " dot--here" : ""}`, role: "img", "aria-label": words, title: words });
}

/** @param {View} view @param {Chair} chair @param {number} seat @param {boolean} isMe */
function chips({ now, ended }, chair, seat, isMe) {
  const chips = [];
  if (now.pending.includes(seat)) {
    const words = chair.who === "bot" || chair.standIn ? "chairs.thinks" : "chairs.toAct";
    chips.push(make("span", { class: "chip chip--turn" }, t(words)));
  } else if (now.played.includes(seat) && now.pending.length) {
    chips.push(playedChip());
  }
  if (ended && winnersOf(ended.shares).includes(seat))
    chips.push(make("span", { class: "chip chip--good" }, `★ ${t("chairs.won")}`));
  if (isMe) chips.push(make("span", { class: "chip" }, t("chairs.you")));
  if (chair.standIn) chips.push(make("span", { class: "chip chip--warn" }, t("chairs.standIn")));
  return chips;
}

/** How somebody kept their word, the last times that they gave it. @param {boolean[]} kept */
function seals(kept) {
  if (!kept.length) return null;
  const [times, broken] = [kept.filter(Boolean).length, kept.filter((one) => !one).length];
  const words = [times && t("chairs.kept", { n: times }), broken && t("chairs.broke", { n: broken })];
  const label = words.filter(Boolean).join(", ");
  const marks = kept.slice(-SEALS).map((one) => make("span", { class: `seal${one ? "" : " seal--broken"}` }));
  return make("span", { class: "seals", role: "img", "aria-label": label, title: label }, ...marks);
}

/** What somebody has offered in this turn, last, to whom, and who has accepted it.
 * @param {View} view @param {Visitor} visitor @param {number} seat
 */
function offered({ messages, turns, now }, { people, me }, seat) {
  const ofTurn = now.status === "playing" ? messages.filter((one) => one.turns === turns) : [];
  const last = ofTurn.findLast(({ message, by }) => message === "offer" && by === seat);
  if (!last) return null;
  const person = (/** @type {number} */ one) => (one === me ? t("chairs.you") : people.person(one));
  const accepted = ofTurn.filter(({ message, body, by }) => message === "accept" && body === last.body && by !== seat);
  return make(
    "span",
    { class: "chair-offer small" },
    last.to.length ? t("chairs.offerTo", { what: sayWords(last), to: list(last.to.map(person)) }) : sayWords(last),
    accepted.length ? make("b", {}, ` ✓ ${list(accepted.map(({ by }) => person(by)))}`) : null,
  );
}

function playedChip() {
  return make("span", { class: "chip chip--good" }, `✓ ${t("chairs.acted")}`);
}

/** @param {number} seat */
function clockOf(seat) {
  return make("span", { class: "clock number", role: "timer", "aria-label": t("chairs.clock"), "data-clock": seat });
}

/** @param {HTMLElement} shown @param {Clock} clock @param {number} passed milliseconds since the clock was told */
function showClock(shown, clock, passed) {
  const seat = Number(shown.dataset.clock);
  const isRunning = clock.running.includes(seat);
  const gone = isRunning ? passed : 0;
  const grace = clock.grace[seat] ?? 0;
  const isStanding = grace > gone;
  const left = Math.max(0, clock.left[seat] - Math.max(0, gone - grace));
  shown.textContent = isStanding ? t("chairs.grace", { time: duration(grace - gone) }) : duration(left);
  shown.classList.toggle("clock--running", isRunning && !isStanding);
  shown.classList.toggle("clock--short", left < SHORT);
}
