// What has happened: a sentence for each action, turn by turn, and remarks between them. Or in the game's notation, for who likes that.

/** @import { People } from "./result.js" */
/** @import { Remark, View } from "./view.js" */
/** @import { Acted } from "./wire.js" */

import { button, make } from "./dom.js";
import { t } from "./language.js";
import { recall, remember } from "./memory.js";
import { signWords } from "./signs.js";

/** How near to the end counts as being there, in pixels. */
const NEAR = 40;

/** @typedef {{ key: string, draw: () => HTMLElement }} Entry */

/** @typedef {Pick<Acted, "words" | "line"> & Partial<Pick<Acted, "action" | "revealed">>} Act what is told of an action */
/** @typedef {Pick<View, "remarks" | "seal"> & { acts: Act[] }} Told what there is to tell */
/** @typedef {{ act: Act, actions: number }} Step an action, and how many there have been with it */
/** @typedef {{ words: string, actions: number, isNotation: boolean }} Line */

/** @typedef {object} StoryListener
 * @property {(actions: number) => void} goTo somebody would like to see how things stood after so many actions
 * @property {() => void} [rewritten] it is told in sentences now, or in notation
 */

export class Story {
  /** @param {HTMLElement} host @param {StoryListener} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.list = make("ol", { class: "story-list" });
    this.empty = make("p", { class: "soft small" }, t("story.empty"));
    this.isNotation = recall("notation", false);
    this.switch = button(t("story.notation"), () => this.switchNotation(), "button--small button--quiet story-switch");
    host.append(this.empty, this.list, this.switch);
    // What happened last stays in sight, also when the panel gets smaller.
    this.isAtEnd = true;
    // It is left by scrolling up, not by what makes the list longer.
    let top = 0;
    host.addEventListener("scroll", () => {
      this.isAtEnd = isAtEnd(host) || (this.isAtEnd && host.scrollTop >= top);
      top = host.scrollTop;
    });
    const resizing = new ResizeObserver(() => this.follow());
    for (const one of [host, this.list]) resizing.observe(one);
  }

  /** @param {Told} view @param {People} people */
  show(view, people) {
    this.shown = { view, people };
    this.switch.setAttribute("aria-pressed", String(this.isNotation));
    const shown = entries(view, people, this.isNotation, this.on.goTo);
    this.empty.hidden = shown.length > 0;
    this.keep(shown);
    this.follow();
  }

  switchNotation() {
    this.isNotation = !this.isNotation;
    remember("notation", this.isNotation);
    if (this.shown) this.show(this.shown.view, this.shown.people);
    this.on.rewritten?.();
  }

  /** Mark what the board shows; gives the line that tells of it.
   * @param {number | null} actions after how many; null: how things stand
   */
  mark(actions) {
    const lines = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("[data-actions]")]);
    const marked = actions ? lines.find((line) => Number(line.dataset.actions) >= actions) : undefined;
    for (const line of lines) line.toggleAttribute("aria-current", line === marked);
    return marked;
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

/** Turns and remarks, in the order in which they happened.
 * @param {Told} view @param {People} people @param {boolean} isNotation @param {(actions: number) => void} goTo @returns {Entry[]}
 */
export function entries(view, people, isNotation, goTo) {
  const remarks = [...interesting(view)];
  /** @type {Entry[]} */
  const told = [];
  /** @type {Step[]} */
  let begun = [];
  let number = 1;
  const turnEntry = (/** @type {number} */ n, /** @type {Step[]} */ steps) => {
    const isOpen = steps[steps.length - 1].act.line === undefined;
    const shown = lines(steps, isNotation);
    return {
      key: `${n}${isOpen ? "…" : ""} ${shown.map(({ words, actions }) => `${actions} ${words}`).join(" ")}`,
      draw: () =>
        make(
          "li",
          { class: `story-turn${isOpen ? " story-turn--open" : ""}`, hidden: !shown.length },
          make("span", { class: "story-number number soft", "aria-label": t("story.turn", { n }) }, `${n}`),
          make("div", { class: "story-words" }, ...shown.map((line) => lineElement(line, goTo))),
        ),
    };
  };
  const tellRemarks = (/** @type {number} */ until) => {
    for (let next = remarks[0]; next && next.at <= until; next = remarks[0]) {
      told.push(remarkEntry(next, people));
      remarks.shift();
    }
  };
  view.acts.forEach((act, i) => {
    if (!begun.length) tellRemarks(i);
    begun.push({ act, actions: i + 1 });
    if (act.line === undefined) return;
    told.push(turnEntry(number++, begun));
    begun = [];
  });
  if (begun.length) told.push(turnEntry(number, begun));
  tellRemarks(Infinity);
  return told;
}

/** Once the game is on, who sat down when is of no interest. @param {Told} view */
function interesting({ seal, remarks }) {
  return seal ? remarks.filter(({ kind }) => kind !== "sat" && kind !== "left") : remarks;
}

/** What is told of a turn, each with the number of actions that it led to. @param {Step[]} steps @param {boolean} isNotation */
function lines(steps, isNotation) {
  const last = steps[steps.length - 1];
  const { line, revealed } = last.act;
  if (isNotation)
    return [{ words: line ?? steps.map(({ act }) => act.action).join(" "), actions: last.actions, isNotation }];
  // What was done in secret is told again when it is revealed.
  return (revealed ? [last] : steps)
    .map(({ act, actions }) => ({ words: act.words ?? act.action ?? "", actions, isNotation: act.words === undefined }))
    .filter(({ words }) => words);
}

/** @param {Line} line @param {(actions: number) => void} goTo */
function lineElement({ words, actions, isNotation }, goTo) {
  const how = {
    type: "button",
    class: `story-action${isNotation ? " notation" : ""}`,
    "data-actions": String(actions),
    onclick: () => goTo(actions),
  };
  return make("button", how, words);
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
