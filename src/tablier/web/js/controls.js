// What is chosen beside the board: one of a few, a number, a direction; and the button that says that it shall be so.

/** @import { Board } from "./board.js" */
/** @import { Choice, Control } from "./wire.js" */

import { Bubble } from "./bubble.js";
import { button, make } from "./dom.js";
import { t } from "./language.js";

/** By how many choices one goes on with a button. */
const STEPS = [-10, -1, 1, 10];
/** From how many choices on there are the longer steps. */
const MANY = 25;

export class Controls {
  /** @param {HTMLElement} host @param {Board} board */
  constructor(host, board) {
    this.host = host;
    this.board = board;
    /** What is drawn: as long as it is the same, only its state is shown anew, so that a slider can be held. */
    this.drawn = "";
    /** @type {(() => void)[]} */
    this.updates = [];
    this.bubble = new Bubble(board);
  }

  show() {
    const { board } = this;
    const open = board.isSent || board.isStaged || board.pointing ? [] : board.touching.open();
    const shown = open.map((control) => ({ control, choices: board.touching.possible(control) }));
    const drawn = JSON.stringify(shown.map(({ control, choices }) => [control.id, control.words, choices]));
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.updates = [];
      const focused = this.host.contains(document.activeElement) && document.activeElement?.getAttribute("data-touch");
      const last = shown.filter(({ control }) => control.kind === "confirm");
      const others = shown.filter(({ control }) => control.kind !== "confirm");
      this.host.replaceChildren(
        ...others.map(({ control, choices }) => this.draw(control, choices)),
        ...(shown.length ? [this.end(last)] : []),
      );
      const again = focused && this.host.querySelector(`[data-touch="${CSS.escape(focused)}"]`);
      if (again instanceof HTMLElement) again.focus();
    }
    this.host.hidden = !shown.length;
    for (const update of this.updates) update();
    this.bubble.show(shown.length ? this.outlook : null);
  }

  /** @param {Control} control @param {Choice[]} choices */
  draw(control, choices) {
    if (control.kind === "number") return this.number(control, choices);
    const drawn = choices.map((choice) => this.button(control, choice));
    const inside = control.kind === "direction" ? this.wheel(control, choices, drawn) : drawn;
    return make(
      "fieldset",
      { class: `control control--${control.kind}` },
      make("legend", {}, control.words),
      make("div", { class: "control-choices" }, inside),
    );
  }

  /** Directions, each where it points to, and in the middle the one that is chosen, in words.
   * @param {Control} control @param {Choice[]} choices @param {HTMLElement[]} drawn
   */
  wheel(control, choices, drawn) {
    const chosen = make("output", { class: "wheel-chosen" });
    this.updates.push(() => {
      chosen.textContent = choices.find(({ id }) => this.isChosen(control, id))?.words ?? "";
    });
    return make("div", { class: "wheel" }, ...drawn, chosen);
  }

  /** What is to be known of what is being chosen, once only one action can come of it. */
  get outlook() {
    const { touching, scene, isSent, isStaged } = this.board;
    const begun = touching.begun();
    return isSent || isStaged || begun.length !== 1 ? null : (scene?.outlooks?.[begun[0][0]] ?? null);
  }

  /** What may be done with it all, and what is to be expected. @param {{ choices: Choice[] }[]} last */
  end(last) {
    const outlook = make("p", { class: "outlook", role: "status" });
    const buttons = last.flatMap(({ choices }) => choices.map((choice) => this.confirm(choice)));
    this.updates.push(() => {
      const words = this.outlook?.words ?? "";
      if (outlook.textContent !== words) outlook.textContent = words;
      outlook.classList.toggle("outlook--shown", Boolean(this.outlook?.at));
    });
    return make(
      "div",
      { class: "control control--confirm" },
      outlook,
      make("div", { class: "row" }, this.back(), ...buttons),
    );
  }

  /** Where the controls lie over what is below the board, one goes back from them too. */
  back() {
    const made = button(t("board.back"), () => this.board.back(), "control-back");
    this.updates.push(() => (made.hidden = !this.board.touching.hasBegun));
    return made;
  }

  /** @param {Control} control @param {Choice} choice */
  button(control, { id, words, note, symbol, angle = 0 }) {
    const arrow = control.kind === "direction" && make("span", { class: "wheel-arrow" }, "↑");
    if (arrow) arrow.style.transform = `rotate(${angle}deg)`;
    const made = make(
      "button",
      { type: "button", class: "control-choice", "data-touch": id, onclick: () => this.choose(id) },
      symbol ? this.board.picture.symbol(symbol, "control-symbol") : null,
      arrow,
      make("span", { class: arrow ? "visually-hidden" : "control-words" }, words),
      note ? make("span", { class: "control-note" }, note) : null,
    );
    if (arrow) {
      made.style.setProperty("--angle", `${angle}deg`);
      made.title = words;
    }
    this.updates.push(() => {
      made.setAttribute("aria-pressed", String(this.isChosen(control, id)));
      made.toggleAttribute("data-lit", !this.isChosen(control, id));
    });
    return made;
  }

  /** @param {Choice} choice */
  confirm({ id, words, note, symbol }) {
    const label = make("span", {});
    const made = make(
      "button",
      { type: "button", class: "button button--main", "data-touch": id, onclick: () => this.choose(id) },
      symbol ? this.board.picture.symbol(symbol, "control-symbol") : null,
      label,
      note ? make("span", { class: "control-note" }, note) : null,
    );
    this.updates.push(() => {
      made.disabled = !this.board.touching.next().has(id);
      made.toggleAttribute("data-lit", !made.disabled);
      label.textContent = this.filled(words);
    });
    return made;
  }

  /** What a button says, with what was chosen in it: "Seal {stake} to the {direction}". @param {string} words */
  filled(words) {
    return this.board.touching.filled(words);
  }

  /** @param {Control} control @param {Choice[]} choices */
  number(control, choices) {
    const value = make("output", { class: "number control-value" });
    const slider = make("input", { type: "range", min: 0, max: choices.length - 1, class: "control-slider" });
    slider.setAttribute("aria-label", control.words);
    slider.addEventListener("input", () => this.choose(choices[Number(slider.value)].id));
    const note = make("span", { class: "control-note" });
    const at = () => choices.findIndex(({ id }) => this.isChosen(control, id));
    const steps = this.steps(control, choices, at);
    this.updates.push(() => {
      const chosen = choices[at()] ?? choices[0];
      value.textContent = chosen?.words ?? "";
      note.textContent = chosen?.note ?? "";
      slider.value = String(Math.max(at(), 0));
      slider.setAttribute("aria-valuetext", [chosen?.words, chosen?.note].filter(Boolean).join(", "));
    });
    return make(
      "fieldset",
      { class: "control control--number" },
      make("legend", {}, control.words),
      make("div", { class: "control-choices" }, value, slider, make("div", { class: "control-steps" }, ...steps), note),
    );
  }

  /** Buttons that go on from where a number stands. @param {Control} control @param {Choice[]} choices @param {() => number} at */
  steps(control, choices, at) {
    return STEPS.filter((by) => Math.abs(by) === 1 || choices.length > MANY).map((by) => {
      const words = `${by > 0 ? "+" : "−"}${Math.abs(by)}`;
      const go = () => this.choose(choices[Math.min(Math.max(at() + by, 0), choices.length - 1)].id);
      const made = make("button", { type: "button", class: "control-step number", onclick: go }, words);
      made.dataset.touch = `${control.id} ${by}`;
      made.setAttribute("aria-label", `${control.words} ${words}`);
      this.updates.push(() => {
        made.disabled = by < 0 ? at() <= 0 : at() >= choices.length - 1;
        made.toggleAttribute("data-lit", !made.disabled);
      });
      return made;
    });
  }

  /** @param {Control} control @param {string} id */
  isChosen(control, id) {
    const { chosen, wanted } = this.board.touching;
    return chosen.includes(id) || (wanted.get(control.id) === id && !chosen.some((one) => isOf(control, one)));
  }

  /** @param {string} id */
  choose(id) {
    this.board.on.touched?.();
    this.board.touch(id);
  }
}

/** @param {Control} control @param {string} id */
function isOf({ choices }, id) {
  return choices.some((choice) => choice.id === id);
}
