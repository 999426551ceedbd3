// A dialogue in which somebody chooses how to play a mode. Its form is made of what the server says that the game has.

/** @import { Complain } from "./games.js" */
/** @import { Game, Mode, NewTable, Options, Pace, SeatWish, SeatWords, Settled, Value } from "./wire.js" */

import { button, dialogActions, find, make, reason, select } from "./dom.js";
import { Field } from "./fields.js";
import { hurry } from "./hurry.js";
import { t } from "./language.js";
import { levelName, LEVELS, usualLevel } from "./levels.js";
import { shuffled } from "./lot.js";
import { openAndGo } from "./opening.js";
import * as server from "./server.js";
import { inTeams, teamName } from "./teams.js";

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

/** @param {Game} game @param {Mode} mode @param {Options} chosen so far @param {Complain} complain */
export async function prepare(game, mode, chosen, complain) {
  const dialog = find("preparing", HTMLDialogElement);
  const form = new Form(game, mode, chosen, () => dialog.close());
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
  /** @param {Game} game @param {Mode} mode @param {Options} chosen @param {() => void} close */
  constructor(game, mode, chosen, close) {
    this.game = game;
    this.mode = mode;
    /** Only what was chosen: what the others are may depend on it. @type {Options} */
    this.options = { ...mode.options, ...chosen };
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    /** How often it was asked what the options come to. */
    this.asked = 0;
    /** What is in the way of opening the table. @type {unknown} */
    this.problem = null;
    /** Who is to sit on each seat. @type {string[]} */
    this.players = [];
    /** @type {SeatWords[]} */
    this.seatWords = [];
    this.seats = make("div", { class: "stack preparing-seats" });
    this.lot = make("input", { type: "checkbox", id: "lot", onchange: () => this.showSeats() });
    this.asks = make("div", { class: "stack" });
    this.details = make("div", { class: "stack" });
    this.pace = select({ id: "pace" }, choices(Object.keys(PACES), "pace"), "none");
    this.discussion = select({ id: "discussion" }, choices(DISCUSSIONS, "discussion"), 0);
    this.discussionField = field(t("prepare.discussion"), this.discussion);
    this.text = make("input", { type: "checkbox", checked: true });
    /** Whether it was said that others may find the table, or not. */
    this.saysListed = false;
    this.listed = make("input", { type: "checkbox", onchange: () => (this.saysListed = true) });
    this.serious = make("input", { type: "checkbox" });
    this.seriousField = check("prepare.serious", this.serious);
    this.trouble = make("p", { class: "note note--bad", role: "alert", hidden: true });
    this.open = make("button", { class: "button button--main", type: "submit" }, t("prepare.open"));
    this.element = this.form(close);
  }

  /** @param {() => void} close */
  form(close) {
    const { game, mode } = this;
    const title = mode.title === game.title ? game.title : t("prepare.title", { game: game.title, mode: mode.title });
    const onsubmit = (/** @type {Event} */ event) => this.submit(event);
    this.more = make(
      "details",
      {},
      make("summary", { class: "title" }, t("prepare.more")),
      make(
        "div",
        { class: "stack" },
        this.details,
        field(t("prepare.pace"), this.pace),
        this.discussionField,
        make("div", {}, check("prepare.text", this.text), check("prepare.listed", this.listed), this.seriousField),
      ),
    );
    return make(
      "form",
      { class: "stack", method: "dialog", novalidate: true, onsubmit },
      make("h2", { id: "preparing-title" }, title),
      this.asks,
      make(
        "fieldset",
        { class: "stack" },
        make("legend", { class: "title" }, t("prepare.seats")),
        this.seats,
        check("prepare.lot", this.lot),
      ),
      this.more,
      this.trouble,
      dialogActions(button(t("do.cancel"), close, "button--quiet"), this.open),
    );
  }

  /** Ask what the chosen options come to, and show it. */
  async settle() {
    const asked = ++this.asked;
    const settled = await server.settle(this.game.name, this.options);
    if (asked !== this.asked) return; // something else was chosen meanwhile
    this.discussionField.hidden = !settled.discussion;
    this.seatWords = settled.seats;
    this.showSeats();
    this.showFields(settled);
    this.complain(null);
  }

  /** Drawn by lot, nobody knows yet who sits where. */
  showSeats() {
    const seats = this.seatWords;
    this.players = seats.map((_, seat) => this.players[seat] ?? (seat === 0 ? "me" : botOf(usualLevel())));
    const rows = seats.map(({ words }, seat) =>
      this.seatRow(seat, this.lot.checked ? t("prepare.player", { n: seat + 1 }) : words),
    );
    const teams = this.lot.checked ? [] : inTeams(seats.map(({ team }) => team));
    const grouped = teams.map((team) =>
      make(
        "div",
        { class: "preparing-team", role: "group", "aria-label": teamName(team, (seat) => seats[seat].words) },
        make(
          "p",
          { class: "team-name small" },
          teamName(team, (seat) => seats[seat].words),
        ),
        ...team.map((seat) => rows[seat]),
      ),
    );
    this.seats.replaceChildren(...(grouped.length ? grouped : rows));
    this.showCompany();
  }

  /** A game against bots is private unless one says otherwise, and for practice unless one says so. */
  showCompany() {
    const kinds = this.players.map((one) => PLAYERS.get(one)?.who ?? "anyone");
    if (!this.saysListed) this.listed.checked = kinds.some((who) => who === "link" || who === "anyone");
    this.seriousField.hidden = kinds.filter((who) => who !== "bot").join() !== "me";
  }

  /** @param {number} seat @param {string} label */
  seatRow(seat, label) {
    /** @type {[string, string][]} */
    const words = [...PLAYERS].map(([one, wish]) => [one, playerWords(wish)]);
    const chosen = select({ id: `seat-${seat}` }, words, this.players[seat]);
    chosen.addEventListener("change", () => {
      this.players[seat] = chosen.value;
      this.showCompany();
    });
    return make("div", { class: "preparing-seat" }, make("label", { for: chosen.id }, label), chosen);
  }

  /** What makes the mode is not asked again. @param {Settled} settled */
  showFields({ fields }) {
    const focused = document.activeElement?.id;
    const asked = fields.filter(({ name }) => !(name in this.mode.options));
    this.fields = new Map(
      asked.map((option) => [
        option.name,
        new Field(option, this.game.name, (value) => this.choose(option.name, value)),
      ]),
    );
    const isFirst = (/** @type {string} */ name) => this.mode.asks.some((one) => one.name === name);
    const elements = (/** @type {boolean} */ first) =>
      [...this.fields].filter(([name]) => isFirst(name) === first).map(([, { element }]) => element);
    this.asks.replaceChildren(...elements(true));
    this.details.replaceChildren(...elements(false));
    if (focused?.startsWith("option-")) document.getElementById(focused)?.focus();
  }

  /** What does not go together is said where it was chosen; nothing that was chosen is forgotten. @param {string} name @param {Value} value */
  async choose(name, value) {
    this.options = { ...this.options, [name]: value };
    try {
      await this.settle();
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** Say it at the field that it is about, if that is shown. @param {unknown} problem */
  complain(problem) {
    this.problem = problem;
    const option = problem instanceof server.Refused ? (problem.option ?? "") : "";
    for (const [name, one] of this.fields) one.complain(name === option ? reason(problem) : "");
    const isElsewhere = Boolean(problem) && !this.fields.has(option);
    this.trouble.hidden = !isElsewhere;
    this.trouble.textContent = isElsewhere ? reason(problem) : "";
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    if (this.problem instanceof server.Refused && this.problem.option) return this.showProblem(this.problem.option);
    await hurry(
      this.open,
      (problem) => this.complain(problem),
      () => openAndGo(this.wish()),
    );
  }

  /** @param {string} option */
  showProblem(option) {
    const element = this.fields.get(option)?.element;
    if (this.more && element && this.details.contains(element)) this.more.open = true;
    const first = element?.querySelector("input:checked") ?? element?.querySelector("input, select, button");
    if (first instanceof HTMLElement) first.focus();
  }

  /** @returns {NewTable} */
  wish() {
    const seats = this.players.map((one) => PLAYERS.get(one) ?? { who: /** @type {const} */ ("anyone") });
    return {
      game: this.game.name,
      options: this.options,
      seats: this.lot.checked ? shuffled(seats) : seats,
      pace: PACES[this.pace.value],
      discussion: Number(this.discussion.value) || null,
      free_text: this.text.checked,
      listed: this.listed.checked,
      serious: !this.seriousField.hidden && this.serious.checked,
    };
  }
}

/** @param {SeatWish} wish */
function playerWords({ who, level }) {
  return level ? t("prepare.bot-level", { level: levelName(level) }) : t(`prepare.${who}`);
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
