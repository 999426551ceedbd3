// An offer: an action that several are to take this turn, chosen part by part from those that are possible now.

import { make } from "./dom.js";
import { t } from "./language.js";
import { Touching } from "./touching.js";

/** @typedef {object} Offers
 * @property {Record<string, string[]>} offers each as it is written, with the parts by which one chooses it
 * @property {Record<string, string>} words what those parts are called, where that is not as they are written
 */

/** @typedef {object} OfferListener
 * @property {(body: string) => unknown} offer somebody offers an action, as it is written
 * @property {() => Promise<Offers>} possible those that can be, when they are asked for
 */

export class Offer {
  /** @param {OfferListener} on */
  constructor(on) {
    this.on = on;
    this.possible = new Touching({});
    /** What the parts are called. @type {Record<string, string>} */
    this.words = {};
    this.controls = make("span", { class: "offer-controls" });
    this.send = make("button", { class: "button" }, t("talk.offerDo"));
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const body = this.possible.done();
      if (body) on.offer(body);
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
    try {
      const { chosen } = this.possible;
      const { offers, words } = await this.on.possible();
      this.possible = new Touching(offers);
      this.words = words;
      this.choose(chosen);
    } catch {
      this.known = null; // asked again when it is opened again
    }
  }

  /** Choose these parts, as far as they can be; then the first of what can follow. @param {string[]} wanted */
  choose(wanted) {
    this.possible.chosen = [];
    /** @type {HTMLSelectElement[]} */
    const selects = [];
    for (let next = this.next; next.length; next = this.next) {
      const step = selects.length;
      const part = next.includes(wanted[step]) ? wanted[step] : next[0];
      selects.push(this.select(step, next, part));
      this.possible.chosen.push(part);
    }
    this.send.disabled = !selects.length;
    this.controls.replaceChildren(
      ...(selects.length ? selects : [make("span", { class: "soft small" }, t("talk.offerNone"))]),
    );
  }

  /** What can follow what was chosen. */
  get next() {
    return [...this.possible.next()];
  }

  /** @param {number} step @param {string[]} parts @param {string} chosen */
  select(step, parts, chosen) {
    const change = () => {
      this.choose(this.possible.chosen.with(step, made.value));
      this.controls.querySelectorAll("select")[step].focus();
    };
    const options = parts.map((part) =>
      make("option", { value: part, selected: part === chosen }, this.words[part] ?? part),
    );
    const label = t("talk.offerWhat");
    const made = make("select", { class: "input", "aria-label": label, onchange: change }, ...options);
    return made;
  }
}
