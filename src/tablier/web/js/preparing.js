// A dialogue in which somebody chooses how to play. Its form is made of what the server says that the game has.

import { hurry } from "./games.js";
import { t } from "./language.js";
import { keepLevel, level, levelName, LEVELS } from "./levels.js";
import { make } from "./dom.js";
import { tell } from "./net.js";
import { openAndGo } from "./opening.js";

const PACES = ["none", "turn-30", "turn-120", "bank-300-5", "bank-900-10", "turn-86400"];
const DISCUSSIONS = ["0", "60", "180"];
const OTHERS = ["me", "link", "anyone"];

export async function prepare(game, complain) {
  const dialog = document.getElementById("preparing");
  const form = new Form(game);
  dialog.replaceChildren(form.element);
  form.close = () => dialog.close();
  try {
    await form.settle();
  } catch (problem) {
    complain(problem);
    return;
  }
  dialog.showModal();
}

class Form {
  constructor(game) {
    this.game = game;
    /** Only what was chosen: what the others are may depend on it. */
    this.options = {};
    this.who = [];
    this.element = make("form", {
      class: "stack",
      method: "dialog",
      novalidate: true,
      onsubmit: (event) => this.submit(event),
    });
    this.seats = make("div", { class: "stack preparing-seats" });
    this.rules = make("div", { class: "stack" });
    this.pace = select(
      "pace",
      PACES.map((one) => [one, t(`pace.${one}`)]),
      "none",
    );
    this.discussion = select(
      "discussion",
      DISCUSSIONS.map((one) => [one, t(`discussion.${one}`)]),
      "0",
    );
    this.text = check("prepare.text", true);
    this.listed = check("prepare.listed", true);
    this.trouble = make("p", { class: "note note--bad", role: "alert", hidden: true });
    this.discussionField = field("prepare.discussion", this.discussion);
    this.element.append(
      make("h2", { id: "preparing-title" }, game.title),
      make("fieldset", { class: "stack" }, make("legend", { class: "title" }, t("prepare.seats")), this.seats),
      make("details", {}, make("summary", { class: "title" }, t("prepare.variant")), this.rules),
      field("prepare.pace", this.pace),
      this.discussionField,
      make("div", {}, this.text.label, this.listed.label),
      this.trouble,
      make(
        "div",
        { class: "dialog-actions" },
        make("button", { class: "button button--quiet", type: "button", onclick: () => this.close() }, t("do.cancel")),
        make("button", { class: "button button--main", type: "submit" }, t("prepare.open")),
      ),
    );
  }

  /** Ask what the chosen options come to, and show it. What is not possible is said, and the form stays as it is. */
  async settle() {
    const {
      seats,
      options,
      value_words: words,
      discussion,
    } = await tell(`/games/${this.game.name}/seats`, { options: this.options });
    this.discussionField.hidden = !discussion;
    this.showSeats(seats);
    this.showRules(options, words);
    this.complain(null);
  }

  showSeats(seats) {
    const choices = [
      ...OTHERS.map((one) => [one, t(`prepare.${one}`)]),
      ...LEVELS.map((one) => [`bot-${one}`, t("prepare.bot-level", { level: levelName(one) })]),
    ];
    this.who = seats.map((_, seat) => this.who[seat] ?? (seat === 0 ? "me" : `bot-${level()}`));
    const rows = seats.map(({ words }, seat) => {
      const chosen = select(`seat-${seat}`, choices, this.who[seat]);
      chosen.addEventListener("change", () => (this.who[seat] = chosen.value));
      return make("div", { class: "preparing-seat" }, make("label", { for: chosen.id }, words), chosen);
    });
    this.seats.replaceChildren(...rows);
  }

  showRules(options, words) {
    const focused = document.activeElement?.id;
    this.rules.replaceChildren(
      ...this.game.options.map((option) => this.rule(option, options[option.name], words[option.name] ?? {})),
    );
    if (focused?.startsWith("option-")) document.getElementById(focused)?.focus();
  }

  rule(option, value, words) {
    const id = `option-${option.name}`;
    const control = option.values
      ? select(
          id,
          option.values.map((one) => [one, words[one] ?? one]),
          value,
        )
      : make("input", {
          id,
          class: "input",
          value,
          ...(option.least === null
            ? { spellcheck: "false" }
            : { type: "number", min: option.least, max: option.most }),
        });
    control.addEventListener("change", () => this.choose(option, control));
    const [what, rule] = split(option.words.replaceAll("'", "’"));
    const link =
      rule && make("a", { href: `/rules/${this.game.name}#${rule}`, target: "_blank", class: "small" }, rule);
    return make("div", { class: "field" }, make("label", { for: id }, what, " ", link), control);
  }

  async choose(option, control) {
    const before = { ...this.options };
    const value = option.least === null ? control.value.trim() : Number(control.value);
    this.options = { ...this.options, [option.name]: value };
    try {
      await this.settle();
    } catch (problem) {
      // What goes with it may depend on what was chosen before: try it alone before saying that it cannot be.
      if (await this.alone(option.name, value)) return;
      this.options = before;
      this.complain(problem);
    }
  }

  async alone(name, value) {
    this.options = { [name]: value };
    try {
      await this.settle();
      return true;
    } catch {
      return false;
    }
  }

  complain(problem) {
    this.trouble.hidden = !problem;
    this.trouble.textContent = problem?.message ?? "";
  }

  async submit(event) {
    event.preventDefault();
    const button = event.submitter ?? this.element.querySelector("[type=submit]");
    await hurry(
      button,
      (problem) => this.complain(problem),
      () => openAndGo(this.wish()),
    );
  }

  wish() {
    const bots = this.who.filter((one) => one.startsWith("bot-"));
    if (bots.length) keepLevel(Number(bots[0].slice(4)));
    return {
      game: this.game.name,
      options: this.options,
      seats: this.who.map((one) =>
        one.startsWith("bot-") ? { who: "bot", level: Number(one.slice(4)) } : { who: one },
      ),
      pace: pace(this.pace.value),
      discussion: Number(this.discussion.value) || null,
      free_text: this.text.input.checked,
      listed: this.listed.input.checked,
    };
  }
}

/** "turn-30", "bank-300-5". */
function pace(chosen) {
  const [kind, seconds, increment = 0] = chosen.split("-");
  return kind === "none" ? null : { kind, seconds: Number(seconds), increment: Number(increment) };
}

/** What an option decides, and the rule that stands behind it in brackets. */
function split(words) {
  const found = /^(.*?)\s*\(([A-Z]+-\d+)\)$/u.exec(words);
  return found ? [found[1], found[2]] : [words, null];
}

function select(id, choices, value) {
  return make(
    "select",
    { class: "input", id },
    choices.map(([one, words]) => make("option", { value: one, selected: one === value }, words)),
  );
}

function field(words, control) {
  return make("div", { class: "field" }, make("label", { for: control.id }, t(words)), control);
}

function check(words, isChecked) {
  const input = make("input", { type: "checkbox", checked: isChecked });
  return { input, label: make("label", { class: "check" }, input, make("span", {}, t(words))) };
}
