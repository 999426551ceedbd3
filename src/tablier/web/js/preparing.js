// A dialogue in which somebody chooses how to play. Its form is made of what the server says that the game has.

/** @import { Complain } from "./games.js" */
/** @import { Game, NewTable, Option, Options, Pace, SeatWish, SeatWords, Settled, Value } from "./wire.js" */

import { button, dialogActions, find, make, reason, select } from "./dom.js";
import { hurry } from "./hurry.js";
import { t } from "./language.js";
import { keepLevel, levelName, LEVELS, usualLevel } from "./levels.js";
import { openAndGo } from "./opening.js";
import * as server from "./server.js";

/** @type {Record<string, Pace | null>} */
const PACES = {
  none: null,
  "turn-30": { kind: "turn", seconds: 30, increment: 0 },
  "turn-120": { kind: "turn", seconds: 120, increment: 0 },
  "bank-300-5": { kind: "bank", seconds: 300, increment: 5 },
  "bank-900-10": { kind: "bank", seconds: 900, increment: 10 },
  "turn-86400": { kind: "turn", seconds: 86_400, increment: 0 },
};
const DISCUSSIONS = [0, 60, 180];

/** @type {Map<string, SeatWish>} */
const PLAYERS = new Map([
  ...["me", "link", "anyone"].map((who) => /** @type {[string, SeatWish]} */ ([who, { who }])),
  ...LEVELS.map((level) => /** @type {[string, SeatWish]} */ ([botOf(level), { who: "bot", level }])),
]);

/** @param {number} level */
function botOf(level) {
  return `bot-${level}`;
}

/** @param {Game} game @param {Complain} complain */
export async function prepare(game, complain) {
  const dialog = find("preparing", HTMLDialogElement);
  const form = new Form(game, () => dialog.close());
  dialog.replaceChildren(form.element);
  try {
    await form.settle();
  } catch (problem) {
    complain(problem);
    return;
  }
  dialog.showModal();
}

class Form {
  /** @param {Game} game @param {() => void} close */
  constructor(game, close) {
    this.game = game;
    /** Only what was chosen: what the others are may depend on it. @type {Options} */
    this.options = {};
    /** Who is to sit on each seat. @type {string[]} */
    this.players = [];
    this.seats = make("div", { class: "stack preparing-seats" });
    this.rules = make("div", { class: "stack" });
    this.pace = select({ id: "pace" }, choices(Object.keys(PACES), "pace"), "none");
    this.discussion = select({ id: "discussion" }, choices(DISCUSSIONS, "discussion"), 0);
    this.discussionField = field(t("prepare.discussion"), this.discussion);
    this.text = make("input", { type: "checkbox", checked: true });
    this.listed = make("input", { type: "checkbox", checked: true });
    this.trouble = make("p", { class: "note note--bad", role: "alert", hidden: true });
    this.open = make("button", { class: "button button--main", type: "submit" }, t("prepare.open"));
    this.element = make(
      "form",
      {
        class: "stack",
        method: "dialog",
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => this.submit(event),
      },
      make("h2", { id: "preparing-title" }, game.title),
      make("fieldset", { class: "stack" }, make("legend", { class: "title" }, t("prepare.seats")), this.seats),
      make("details", {}, make("summary", { class: "title" }, t("prepare.variant")), this.rules),
      field(t("prepare.pace"), this.pace),
      this.discussionField,
      make("div", {}, check("prepare.text", this.text), check("prepare.listed", this.listed)),
      this.trouble,
      dialogActions(button(t("do.cancel"), close, "button--quiet"), this.open),
    );
  }

  /** Ask what the chosen options come to, and show it. What is not possible is said, and the form stays as it is. */
  async settle() {
    const settled = await server.settle(this.game.name, this.options);
    this.discussionField.hidden = !settled.discussion;
    this.showSeats(settled.seats);
    this.showRules(settled);
    this.complain(null);
  }

  /** @param {SeatWords[]} seats */
  showSeats(seats) {
    /** @type {[string, string][]} */
    const words = [...PLAYERS].map(([one, wish]) => [one, playerWords(wish)]);
    this.players = seats.map((_, seat) => this.players[seat] ?? (seat === 0 ? "me" : botOf(usualLevel())));
    const rows = seats.map((named, seat) => {
      const chosen = select({ id: `seat-${seat}` }, words, this.players[seat]);
      chosen.addEventListener("change", () => (this.players[seat] = chosen.value));
      return make("div", { class: "preparing-seat" }, make("label", { for: chosen.id }, named.words), chosen);
    });
    this.seats.replaceChildren(...rows);
  }

  /** @param {Settled} settled */
  showRules({ options, value_words: words }) {
    const focused = document.activeElement?.id;
    const rules = this.game.options.map((option) => this.rule(option, options[option.name], words[option.name] ?? {}));
    this.rules.replaceChildren(...rules);
    if (focused?.startsWith("option-")) document.getElementById(focused)?.focus();
  }

  /** @param {Option} option @param {Value} value @param {Record<string, string>} words what its values are called */
  rule(option, value, words) {
    const control = controlFor(option, value, words);
    control.addEventListener("change", () => this.choose(option, control.value));
    const [what, rule] = split(option.words);
    const href = `/rules/${this.game.name}#${rule}`;
    const link = rule && make("a", { href, target: "_blank", class: "small" }, rule);
    return make("div", { class: "field" }, make("label", { for: control.id }, what, " ", link), control);
  }

  /** @param {Option} option @param {string} written */
  async choose(option, written) {
    const before = this.options;
    const value = option.least === null ? written.trim() : Number(written);
    this.options = { ...before, [option.name]: value };
    try {
      await this.settle();
    } catch (problem) {
      // What goes with it may depend on what was chosen before: try it alone before saying that it cannot be.
      if (await this.alone(option.name, value)) return;
      this.options = before;
      this.complain(problem);
    }
  }

  /** @param {string} name @param {Value} value */
  async alone(name, value) {
    this.options = { [name]: value };
    try {
      await this.settle();
      return true;
    } catch {
      return false;
    }
  }

  /** @param {unknown} problem */
  complain(problem) {
    this.trouble.hidden = !problem;
    this.trouble.textContent = problem ? reason(problem) : "";
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    await hurry(
      this.open,
      (problem) => this.complain(problem),
      () => openAndGo(this.wish()),
    );
  }

  /** @returns {NewTable} */
  wish() {
    const seats = this.players.map((one) => PLAYERS.get(one) ?? { who: /** @type {const} */ ("anyone") });
    const bot = seats.find(({ who }) => who === "bot");
    if (bot?.level) keepLevel(bot.level);
    return {
      game: this.game.name,
      options: this.options,
      seats,
      pace: PACES[this.pace.value],
      discussion: Number(this.discussion.value) || null,
      free_text: this.text.checked,
      listed: this.listed.checked,
    };
  }
}

/** @param {SeatWish} wish */
function playerWords({ who, level }) {
  return level ? t("prepare.bot-level", { level: levelName(level) }) : t(`prepare.${who}`);
}

/** @param {Option} option @param {Value} value @param {Record<string, string>} words */
function controlFor(option, value, words) {
  const id = `option-${option.name}`;
  if (option.values)
    return select(
      { id },
      option.values.map((one) => [one, words[one] ?? one]),
      value,
    );
  const { least, most } = option;
  const kind = least === null ? { spellcheck: "false" } : { type: "number", min: least, max: most };
  return make("input", { id, class: "input", value, ...kind });
}

/** What an option decides, and the rule that stands behind it in brackets. @param {string} words @returns {[string, string | null]} */
function split(words) {
  const found = /^(.*?)\s*\(([A-Z]+-\d+)\)$/u.exec(words);
  return found ? [found[1], found[2]] : [words, null];
}

/** @template {string | number} T @param {T[]} values @param {string} prefix of their words @returns {[T, string][]} */
function choices(values, prefix) {
  return values.map((value) => [value, t(`${prefix}.${value}`)]);
}

/** @param {string} words @param {HTMLElement} control */
function field(words, control) {
  return make("div", { class: "field" }, make("label", { for: control.id }, words), control);
}

/** @param {string} words @param {HTMLInputElement} input */
function check(words, input) {
  return make("label", { class: "check" }, input, make("span", {}, t(words)));
}
