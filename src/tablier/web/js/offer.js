// An offer: an action that several are to take this turn, chosen from those that are possible now.

import { make } from "./dom.js";
import { t } from "./language.js";

/** @typedef {object} OfferListener
 * @property {(body: string) => unknown} offer somebody offers an action, as it is written
 * @property {() => Promise<string[]>} possible those that can be, when they are asked for
 */

export class Offer {
  /** @param {OfferListener} on */
  constructor(on) {
    this.on = on;
    this.controls = make("span", { class: "offer-controls" });
    this.send = make("button", { class: "button" }, t("talk.offerDo"));
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      on.offer(this.chosen.join(" "));
    };
    this.element = make(
      "details",
      { class: "more", name: "talk-more" },
      make("summary", {}, t("talk.offer")),
      make("p", { class: "field-help" }, t("talk.offerHelp")),
      make("form", { class: "say-form", onsubmit: submit }, this.controls, this.send),
    );
    this.element.addEventListener("toggle", () => this.look());
    /** The turn in which we are, and the one for which it is shown what can be offered. @type {number | null} */
    this.turn = null;
    /** @type {number | null} */
    this.known = null;
  }

  /** What can be offered is another matter each turn. @param {number} turn */
  show(turn) {
    if (turn === this.turn) return;
    this.turn = turn;
    this.look();
  }

  async look() {
    if (!this.element.open || this.known === this.turn) return;
    this.known = this.turn;
    const chosen = this.chosen;
    try {
      this.draw(await this.on.possible());
      this.choose(chosen);
    } catch {
      this.known = null; // asked again when it is opened again
    }
  }

  get chosen() {
    return [...this.controls.querySelectorAll("select")].map(({ value }) => value);
  }

  /** Where all actions are two words one chooses each; what can follow depends on the first. Otherwise one of them all.
   * @param {string[]} possible
   */
  draw(possible) {
    this.send.disabled = !possible.length;
    if (!possible.length)
      return this.controls.replaceChildren(make("span", { class: "soft small" }, t("talk.offerNone")));
    const pairs = possible.flatMap((action) => [...action.matchAll(/^(\S+) (\S+)$/g)]);
    if (pairs.length < possible.length) return this.controls.replaceChildren(choice(possible));
    const [first, second] = [choice(pairs.map(([, one]) => one)), choice([])];
    const follow = () =>
      fill(
        second,
        pairs.filter(([, one]) => one === first.value).map(([, , other]) => other),
      );
    first.addEventListener("change", follow);
    follow();
    this.controls.replaceChildren(first, second);
  }

  /** What was chosen stays chosen while it can be. @param {string[]} chosen */
  choose(chosen) {
    [...this.controls.querySelectorAll("select")].forEach((one, i) => {
      if (!has(one, chosen[i])) return;
      one.value = chosen[i];
      one.dispatchEvent(new Event("change"));
    });
  }
}

/** @param {string[]} values */
function choice(values) {
  const made = make("select", { class: "input notation", "aria-label": t("talk.offerWhat") });
  fill(made, values);
  return made;
}

/** @param {HTMLSelectElement} one @param {string[]} values */
function fill(one, values) {
  const before = one.value;
  one.replaceChildren(...[...new Set(values)].map((value) => make("option", {}, value)));
  if (has(one, before)) one.value = before;
}

/** @param {HTMLSelectElement} one @param {string} wanted */
function has(one, wanted) {
  return [...one.options].some(({ value }) => value === wanted);
}
