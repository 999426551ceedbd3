// What has happened, in the game's notation: a line for each turn, and remarks between them.

/** @import { People } from "./result.js" */
/** @import { Act, Remark, View } from "./view.js" */

import { make } from "./dom.js";
import { t } from "./language.js";
import { signWords } from "./signs.js";

/** How near to the end counts as being there, in pixels. */
const NEAR = 40;

/** @typedef {{ key: string, draw: () => HTMLElement }} Entry */

export class Story {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.list = make("ol", { class: "story-list" });
    this.empty = make("p", { class: "soft small" }, t("story.empty"));
    host.append(this.empty, this.list);
    // What happened last stays in sight, also when the panel gets smaller.
    this.isAtEnd = true;
    host.addEventListener("scroll", () => (this.isAtEnd = isAtEnd(host)));
    new ResizeObserver(() => this.follow()).observe(host);
  }

  /** @param {View} view @param {People} people */
  show(view, people) {
    const shown = entries(view, people);
    this.empty.hidden = shown.length > 0;
    this.keep(shown);
    this.follow();
  }

  follow() {
    if (this.isAtEnd) this.host.scrollTop = this.host.scrollHeight;
  }

  /** Change only what is not shown yet: long games stay quick, and a screen reader is not thrown back. @param {Entry[]} entries */
  keep(entries) {
    const shown = /** @type {HTMLElement[]} */ ([...this.list.children]);
    entries.forEach(({ key, draw }, i) => {
      if (shown[i]?.dataset.key === key) return;
      const made = draw();
      made.dataset.key = key;
      if (shown[i]) shown[i].replaceWith(made);
      else this.list.append(made);
    });
    for (const rest of shown.slice(entries.length)) rest.remove();
  }
}

/** Whether a box that scrolls is at its end. @param {HTMLElement} box */
export function isAtEnd(box) {
  return box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
}

/** Turns and remarks, in the order in which they happened. @param {View} view @param {People} people @returns {Entry[]} */
export function entries(view, people) {
  const remarks = [...interesting(view)];
  /** @type {Entry[]} */
  const told = [];
  /** @type {Act[]} */
  let begun = [];
  let number = 1;
  const tellRemarks = (/** @type {number} */ until) => {
    for (let next = remarks[0]; next && next.at <= until; next = remarks[0]) {
      told.push(remarkEntry(next, people));
      remarks.shift();
    }
  };
  view.acts.forEach((act, i) => {
    if (!begun.length) tellRemarks(i);
    begun.push(act);
    if (act.line === undefined) return;
    told.push(turnEntry(number++, act.line, begun, people));
    begun = [];
  });
  if (begun.length) told.push(turnEntry(number, null, begun, people));
  tellRemarks(Infinity);
  return told;
}

/** Once the game is on, who sat down when is of no interest. @param {View} view */
function interesting({ seal, remarks }) {
  return seal ? remarks.filter(({ kind }) => kind !== "sat" && kind !== "left") : remarks;
}

/** @param {number} number @param {string | null} line null: the turn is not finished @param {Act[]} acts @param {People} people
 * @returns {Entry}
 */
function turnEntry(number, line, acts, people) {
  const words = line ?? acts.map(({ action }) => action).join(" ");
  return {
    key: `${number}${line === null ? "…" : ""} ${words}`,
    draw: () => turn(number, words, acts, people, line === null ? "story-turn story-turn--open" : "story-turn"),
  };
}

/** @param {number} number @param {string} words @param {Act[]} acts @param {People} people @param {string} kind */
function turn(number, words, acts, people, kind) {
  const seats = [...new Set(acts.filter(({ chance }) => !chance).map(({ seat }) => seat))];
  const who = seats.length === 1 ? people.seat(seats[0]) : "";
  return make(
    "li",
    { class: kind },
    make("span", { class: "story-number number soft", "aria-label": t("story.turn", { n: number }) }, `${number}`),
    who && make("span", { class: "story-who soft small" }, who),
    make("span", { class: `notation${who ? "" : " story-wide"}` }, ...unbroken(words)),
  );
}

/** A line that is broken at its spaces only. @param {string} line */
function unbroken(line) {
  return line.split(" ").flatMap((part) => [make("span", { class: "story-action" }, part), " "]);
}

/** @param {Remark} remark @param {People} people @returns {Entry} */
function remarkEntry(remark, people) {
  const words = remarkWords(remark, people);
  return { key: `${remark.at} ${words}`, draw: () => make("li", { class: "story-remark soft small" }, words) };
}

/** @param {Omit<Remark, "at">} event @param {People} people */
export function remarkWords(event, people) {
  const remark = /** @type {Remark} */ (event);
  const name = "seat" in remark ? ("name" in remark && remark.name) || people.person(remark.seat) : "";
  switch (remark.kind) {
    case "said":
      return t("story.sign", { name: people.person(remark.by), sign: signWords(remark.body) });
    case "answered":
      return t(remark.agrees ? "story.agreed" : "story.disagreed", { name });
    case "replaced":
      return t(`story.replaced.${remark.why}`, { name });
    case "taken-back":
      return t("story.takenBack", { name });
    default:
      return t(`story.${remark.kind}`, { name });
  }
}
