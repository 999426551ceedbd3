// What has happened, in the game's notation: a line for each turn, and remarks between them.

import { make } from "./dom.js";
import { t } from "./language.js";

export class Story {
  constructor(host) {
    this.host = host;
    this.list = make("ol", { class: "story-list" });
    this.empty = make("p", { class: "soft small" }, t("story.empty"));
    host.append(this.empty, this.list);
    // What happened last stays in sight, also when the panel gets smaller.
    this.isAtEnd = true;
    host.addEventListener("scroll", () => (this.isAtEnd = host.scrollHeight - host.scrollTop - host.clientHeight < 40));
    new ResizeObserver(() => this.follow()).observe(host);
  }

  show(feed, people) {
    const entries = this.entries(feed, people);
    this.empty.hidden = entries.length > 0;
    this.keep(entries);
    this.follow();
  }

  follow() {
    if (this.isAtEnd) this.host.scrollTop = this.host.scrollHeight;
  }

  /** Change only what is not shown yet: long games stay quick, and a screen reader is not thrown back. */
  keep(entries) {
    const shown = [...this.list.children];
    entries.forEach(({ key, draw }, i) => {
      if (shown[i]?.dataset.key === key) return;
      const made = draw();
      made.dataset.key = key;
      if (shown[i]) shown[i].replaceWith(made);
      else this.list.append(made);
    });
    for (const rest of shown.slice(entries.length)) rest.remove();
  }

  entries(feed, people) {
    const entries = [];
    // Once the game is on, who sat down when is of no interest.
    const remarks = feed.seal
      ? feed.remarks.filter(({ kind }) => kind !== "sat" && kind !== "left")
      : [...feed.remarks];
    let begun = [];
    let number = 1;
    const takeRemarks = (at) => {
      while (remarks.length && remarks[0].at <= at) entries.push(remarkEntry(remarks.shift(), people));
    };
    feed.acts.forEach((act, i) => {
      if (!begun.length) takeRemarks(i);
      begun.push(act);
      if (act.line === undefined) return;
      entries.push(turnEntry(number++, act.line, begun, people));
      begun = [];
    });
    if (begun.length) entries.push(unfinishedEntry(number, begun, people));
    takeRemarks(Infinity);
    return entries;
  }
}

function turnEntry(number, line, acts, people) {
  return { key: `${number} ${line}`, draw: () => turn(number, line, acts, people, "story-turn") };
}

function unfinishedEntry(number, acts, people) {
  const line = acts.map(({ action }) => action).join(" ");
  return { key: `${number}… ${line}`, draw: () => turn(number, line, acts, people, "story-turn story-turn--open") };
}

function turn(number, line, acts, people, kind) {
  const seats = [...new Set(acts.map((act) => act.seat))].filter((seat) => seat >= 0);
  const who = seats.length === 1 ? people.seat(seats[0]) : "";
  const said = make("span", { class: `notation${who ? "" : " story-wide"}` });
  // A line is broken between actions, never within one.
  said.append(...line.split(" ").flatMap((action) => [make("span", { class: "story-action" }, action), " "]));
  return make(
    "li",
    { class: kind },
    make("span", { class: "story-number number soft", "aria-label": t("story.turn", { n: number }) }, `${number}`),
    who ? make("span", { class: "story-who soft small" }, who) : null,
    said,
  );
}

function remarkEntry(event, people) {
  const words = remarkWords(event, people);
  return { key: `${event.at} ${words}`, draw: () => make("li", { class: "story-remark soft small" }, words) };
}

export function remarkWords(event, people) {
  const name = event.seat === undefined ? "" : event.name || people.person(event.seat);
  if (event.kind === "answered") return t(event.agrees ? "story.agreed" : "story.disagreed", { name });
  if (event.kind === "replaced") return t(`story.replaced.${event.why}`, { name });
  if (event.kind === "taken-back") return t("story.takenBack", { name });
  return t(`story.${event.kind}`, { name });
}
