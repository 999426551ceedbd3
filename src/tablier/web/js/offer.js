// An offer: an action that several are to take this turn, chosen from those that are possible now.

import { make } from "./dom.js";
import { t } from "./language.js";

export class Offer {
  /** `on.offer(body)`: somebody offers an action, as it is written; `on.possible()`: those that can be, when they are asked for. */
  constructor(on) {
    this.on = on;
    this.controls = make("span", { class: "offer-controls" });
    this.send = make("button", { class: "button" }, t("talk.offerDo"));
    this.form = make("form", { class: "say-form" }, this.controls, this.send);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      on.offer(this.chosen.join(" "));
    });
    this.element = make(
      "details",
      { class: "more", name: "talk-more" },
      make("summary", {}, t("talk.offer")),
      make("p", { class: "field-help" }, t("talk.offerHelp")),
      this.form,
    );
    this.element.addEventListener("toggle", () => this.look());
    this.turn = null;
  }

  /** What can be offered is another matter each turn. */
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

  /** Where all actions are two words one chooses each; what can follow depends on the first. Otherwise one of them all. */
  draw(possible) {
    this.send.disabled = !possible.length;
    if (!possible.length)
      return this.controls.replaceChildren(make("span", { class: "soft small" }, t("talk.offerNone")));
    const pairs = possible.map((action) => action.match(/^(\S+) (\S+)$/)?.slice(1));
    if (!pairs.every(Boolean)) return this.controls.replaceChildren(select(possible));
    const [first, second] = [select(pairs.map(([one]) => one)), select([])];
    const follow = () =>
      fill(
        second,
        pairs.filter(([one]) => one === first.value).map(([, other]) => other),
      );
    first.addEventListener("change", follow);
    follow();
    this.controls.replaceChildren(first, second);
  }

  /** What was chosen stays chosen while it can be. */
  choose(chosen) {
    [...this.controls.querySelectorAll("select")].forEach((one, i) => {
      if (!has(one, chosen[i])) return;
      one.value = chosen[i];
      one.dispatchEvent(new Event("change"));
    });
  }
}

function select(values) {
  const made = make("select", { class: "input notation", "aria-label": t("talk.offerWhat") });
  fill(made, values);
  return made;
}

function fill(one, values) {
  const before = one.value;
  one.replaceChildren(...[...new Set(values)].map((value) => make("option", {}, value)));
  if (has(one, before)) one.value = before;
}

function has(one, wanted) {
  return [...one.options].some(({ value }) => value === wanted);
}
