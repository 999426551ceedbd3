// What may be chosen, as fields of a form: one way to ask for each kind of option, whatever the game.

/** @import { FieldChoice, OptionField, Value } from "./wire.js" */

import { make, select } from "./dom.js";
import { shuffled } from "./lot.js";
import { t } from "./language.js";
import * as server from "./server.js";

/** Numbers up to so many are chosen among, others written. */
const FEW = 10;

export class Field {
  /** @param {OptionField} option @param {string} game @param {(value: Value) => unknown} changed @param {string} [within] makes its ids its own */
  constructor(option, game, changed, within = "option") {
    this.option = option;
    this.game = game;
    this.id = `${within}-${option.name}`;
    this.changed = changed;
    this.problem = make("p", { class: "field-problem", id: `${this.id}-problem`, role: "alert", hidden: true });
    const help = option.effect && make("p", { class: "field-help", id: `${this.id}-help` }, option.effect);
    this.element = make(
      "fieldset",
      {
        class: `option option--${option.kind}`,
        "data-option": option.name,
        "aria-describedby": help && `${this.id}-help`,
      },
      make("legend", {}, option.words, " ", option.rule && this.ruleLink(option.rule)),
      this.control(),
      help,
      this.problem,
    );
  }

  /** @param {string} rule */
  ruleLink(rule) {
    return make("a", { href: `/rules/${this.game}#${rule}`, target: "_blank", class: "option-rule" }, rule);
  }

  /** Say what is wrong with it, and what would be right; empty: nothing. @param {string} words */
  complain(words) {
    this.problem.textContent = words;
    this.problem.hidden = !words;
    this.element.classList.toggle("option--wrong", Boolean(words));
  }

  control() {
    const { option } = this;
    switch (option.kind) {
      case "choice":
        return this.choice(option.choices);
      case "number":
        return this.number(option);
      case "letters":
        return this.letters(option);
      case "grid":
        return this.grid(option);
      case "counters":
        return this.counters(option);
    }
  }

  /** @param {FieldChoice[]} choices */
  choice(choices) {
    const radios = choices.map(({ value, words }) => {
      const radio = make("input", {
        type: "radio",
        id: `${this.id}-${value}`,
        name: this.id,
        value,
        checked: String(value) === String(this.option.value),
        onchange: () => this.changed(value),
      });
      return make("label", {}, radio, make("span", {}, words));
    });
    return make("div", { class: "choice" }, ...radios);
  }

  /** @param {OptionField & { kind: "number" }} option */
  number({ least, most, step, value, words }) {
    const values = Array.from({ length: (most - least) / step + 1 }, (_, i) => least + i * step);
    if (values.length <= FEW) return this.choice(values.map((one) => ({ value: one, words: String(one) })));
    const input = make("input", {
      class: "input number",
      type: "number",
      id: `${this.id}-number`,
      min: least,
      max: most,
      step,
      value,
      "aria-label": words,
      "aria-describedby": this.problem.id,
    });
    input.addEventListener("change", () => this.changed(input.value.trim()));
    return input;
  }

  /** A list for each letter. @param {OptionField & { kind: "letters" }} option */
  letters({ choices, labels, value }) {
    const written = [...String(value)];
    const lists = labels.map((label, i) => {
      const id = `${this.id}-${i}`;
      /** @type {[string, string][]} */
      const words = choices.map((choice) => [String(choice.value), choice.words]);
      const list = select({ id }, words, written[i]);
      list.addEventListener("change", () => {
        written[i] = list.value;
        this.changed(written.join(""));
      });
      return make("div", { class: "option-part" }, make("label", { for: id }, label), list);
    });
    return make("div", { class: "option-parts" }, ...lists);
  }

  /** Squares that one paints: each touch gives the next thing that it may be. @param {OptionField & { kind: "grid" }} option */
  grid({ choices, width, bag, value }) {
    const painted = [...String(value)];
    const squares = painted.map((_, i) => {
      const square = make("button", { class: "square", type: "button", id: `${this.id}-${i}` });
      square.addEventListener("click", () => {
        const at = choices.findIndex((choice) => choice.value === painted[i]);
        paint(i, String(choices[(at + 1) % choices.length].value));
        this.changed(painted.join(""));
      });
      return square;
    });
    const paint = (/** @type {number} */ i, /** @type {string} */ letter) => {
      painted[i] = letter;
      this.paint(squares[i], i, width, choices.find((choice) => choice.value === letter) ?? choices[0]);
    };
    const draw = () => {
      shuffled([...bag]).forEach((letter, i) => paint(i, letter));
      this.changed(painted.join(""));
    };
    painted.forEach((letter, i) => paint(i, letter));
    const board = make("div", { class: "squares" }, ...squares);
    board.style.gridTemplateColumns = `repeat(${width}, 1fr)`;
    const lot = { class: "button button--small", type: "button", id: `${this.id}-lot`, onclick: draw };
    return make("div", { class: "stack" }, board, bag && make("button", lot, t("prepare.draw")));
  }

  /** @param {HTMLElement} square @param {number} i @param {number} width @param {FieldChoice} choice */
  paint(square, i, width, { value, words, picture }) {
    const place = { row: Math.floor(i / width) + 1, column: (i % width) + 1 };
    square.dataset.value = String(value);
    square.setAttribute("aria-label", t("prepare.square", { ...place, words }));
    square.title = words;
    square.replaceChildren(
      picture ? make("img", { src: server.pictureOf(this.game, picture), alt: "", width: 48, height: 48 }) : words,
    );
  }

  /** Numbers that go up and down, and what they come to. @param {OptionField & { kind: "counters" }} option */
  counters({ labels, total, value }) {
    const counts = String(value).split(",").map(Number);
    const sum = make("output", { class: "counters-sum number" });
    const add = () => {
      const found = counts.reduce((all, one) => all + one, 0);
      sum.textContent = t("prepare.sum", { found, total });
      sum.classList.toggle("counters-sum--wrong", found !== total);
    };
    const counters = labels.map((label, i) => {
      const shown = make("span", { class: "counter-count number" }, String(counts[i]));
      const step = (/** @type {number} */ by) => () => {
        counts[i] = Math.min(total, Math.max(0, counts[i] + by));
        shown.textContent = String(counts[i]);
        add();
        this.changed(counts.join(","));
      };
      const name = { label, count: counts[i] };
      return make(
        "div",
        { class: "counter", role: "group", "aria-label": t("prepare.counter", name) },
        make("span", { class: "counter-label title" }, label),
        stepper("−", t("prepare.less", name), `${this.id}-${i}-less`, step(-1)),
        shown,
        stepper("+", t("prepare.more-of", name), `${this.id}-${i}-more`, step(1)),
      );
    });
    add();
    return make("div", { class: "counters" }, ...counters, sum);
  }
}

/** @param {string} sign @param {string} label @param {string} id @param {() => void} onclick */
function stepper(sign, label, id, onclick) {
  return make("button", { class: "button counter-step", type: "button", id, "aria-label": label, onclick }, sign);
}
