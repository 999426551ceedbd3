// An offer: an action that several are to take this turn, chosen from those that are possible.

import { make } from "./dom.js";
import { t } from "./language.js";

const FEW = 8;

export class Offer {
  /** `offer(body)`: somebody offers an action, as it is written. */
  constructor(offer) {
    this.legal = [];
    this.controls = make("span", { class: "offer-controls" });
    this.form = make(
      "form",
      { class: "say-form" },
      this.controls,
      make("button", { class: "button" }, t("talk.offerDo")),
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const body = [...this.controls.children].map((control) => control.value.trim()).join(" ");
      if (body) offer(body);
    });
    this.element = make(
      "details",
      { class: "more", name: "talk-more" },
      make("summary", {}, t("talk.offer")),
      make("p", { class: "field-help" }, t("talk.offerHelp")),
      this.form,
    );
    this.draw();
  }

  /** What is possible changes while one looks: what was chosen stays chosen. */
  show(legal) {
    // While it is not ours to act, what was possible last is the best guess.
    if (legal.length <= FEW || legal.length === this.legal.length) return;
    this.legal = legal;
    const chosen = [...this.controls.children].map((control) => control.value);
    this.draw();
    [...this.controls.children].forEach((control, i) => {
      if ([...(control.options ?? [])].some(({ value }) => value === chosen[i])) control.value = chosen[i];
    });
  }

  /** Where all actions are two words, one chooses each; otherwise one of them all; where none is known one writes it. */
  draw() {
    const pairs = this.legal.map((action) => action.match(/^(\S+) (\S+)$/)?.slice(1));
    if (!pairs.length) this.controls.replaceChildren(written());
    else if (pairs.every(Boolean)) {
      this.controls.replaceChildren(...[0, 1].map((i) => select(pairs.map((pair) => pair[i]))));
    } else this.controls.replaceChildren(select(this.legal));
  }
}

function select(values) {
  const made = make("select", { class: "input notation", "aria-label": t("talk.offerWhat") });
  made.append(...[...new Set(values)].map((value) => make("option", {}, value)));
  return made;
}

function written() {
  return make("input", {
    class: "input notation",
    maxlength: 40,
    autocomplete: "off",
    placeholder: t("act.writeHelp"),
    "aria-label": t("talk.offerWhat"),
  });
}
