// What a player can do besides playing: take back, resign, answer, come back, move to another device, write a move.

/** @import { Command } from "./wire.js" */
/** @import { Visitor } from "./table.js" */
/** @import { View } from "./view.js" */

import { button, confirm, dialogActions, make, openDialog } from "./dom.js";
import { tool } from "./icons.js";
import { invitation } from "./invitations.js";
import { t } from "./language.js";
import { links } from "./seating.js";
import * as server from "./server.js";

/** How many legal actions are proposed to who writes one. */
const MOST_PROPOSED = 900;

/** @typedef {object} ActionsPlaces
 * @property {HTMLElement} questions below the board: what is asked, and where one writes
 * @property {HTMLElement} tools what is often wanted
 * @property {HTMLElement} rest what is seldom wanted
 */

/** @typedef {object} ActionsListener
 * @property {(command: Command) => unknown} command
 * @property {(action: string) => unknown} act
 * @property {() => unknown} takeBack
 * @property {(problem: unknown) => unknown} refused
 */

export class Actions {
  /** @param {ActionsPlaces} places @param {ActionsListener} on */
  constructor(places, on) {
    this.places = places;
    this.on = on;
    /** Whether somebody would rather type. */
    this.writes = false;
    /** Whose takeback was answered already. @type {number | null} */
    this.answered = null;
    /** What is shown, so that it is drawn only when it changes. */
    this.drawn = "";
  }

  /** @param {View} view @param {Visitor} visitor */
  show(view, visitor) {
    const { now } = view;
    if (now.takeback === null) this.answered = null;
    const standIn = visitor.me === null ? 0 : view.chairs[visitor.me].standIn;
    const isPlaying = now.status === "playing" && visitor.me !== null;
    const legal = Object.keys(now.scene.touches);
    const { canTakeBack } = visitor;
    const told = [isPlaying, standIn, now.takeback, visitor.me, canTakeBack, this.writes && legal, this.answered];
    const drawn = JSON.stringify(told);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const plays = isPlaying && !standIn;
    const { questions, tools, rest } = this.places;
    questions.replaceChildren(
      ...(isPlaying && standIn ? [this.comeBack()] : []),
      ...(plays ? this.takebackQuestion(now.takeback, view, visitor) : []),
      ...(plays && this.writes ? [this.writeForm(legal)] : []),
    );
    tools.replaceChildren(...(plays ? this.tools(visitor) : []));
    rest.replaceChildren(...(isPlaying ? this.rest(view, visitor, plays) : []));
  }

  comeBack() {
    const back = button(t("act.comeBack"), () => this.on.command({ do: "come-back" }), "button--main button--small");
    return question(t("act.botForYou"), back);
  }

  /** @param {number | null} asking who would like to take something back @param {View} view @param {Visitor} visitor */
  takebackQuestion(asking, view, visitor) {
    if (asking === null || this.answered === asking) return [];
    if (visitor.mine.includes(asking)) return [question(t("act.takebackAsked"))];
    const answer = (/** @type {boolean} */ agrees) => () => {
      this.answered = asking;
      this.on.command({ do: "answer", agrees });
      this.show(view, visitor);
    };
    return [
      question(
        t("act.asks", { name: visitor.people.person(asking) }),
        button(t("act.agree"), answer(true), "button--small button--main"),
        button(t("act.disagree"), answer(false), "button--small"),
      ),
    ];
  }

  /** @param {Visitor} visitor */
  tools({ canTakeBack }) {
    const takeback = tool("undo", t("act.undo"), () => this.on.takeBack());
    takeback.setAttribute("aria-label", t("act.takeback"));
    takeback.disabled = !canTakeBack;
    return [takeback];
  }

  /** @param {View} view @param {Visitor} visitor @param {boolean} plays whether a bot does not */
  rest(view, visitor, plays) {
    if (!plays) return [this.deviceButton(visitor)];
    const write = quiet("act.write", () => this.toggleWriting(view, visitor));
    write.setAttribute("aria-expanded", String(this.writes));
    const resign = quiet("act.resign", () => this.resign(view.chairs.length));
    return [write, this.deviceButton(visitor), resign];
  }

  /** @param {Visitor} visitor */
  deviceButton(visitor) {
    return quiet("act.device", () => this.offerMoving(visitor));
  }

  /** @param {number} seats */
  async resign(seats) {
    const why = t(seats === 2 ? "act.resignTwo" : "act.resignMore");
    if (await confirm(t("act.resignSure"), why, t("act.resign"), t("do.cancel"))) this.on.command({ do: "resign" });
  }

  /** Show a link that takes the seat along to another device. @param {Visitor} visitor */
  async offerMoving({ table, me }) {
    if (me === null) return;
    try {
      const { key } = await server.takeSeat(table, me);
      openDialog(t("act.device"), (dialog) => [
        make("p", {}, t("act.deviceHelp")),
        links(invitation(table, me, key), t("act.device")),
        dialogActions(button(t("do.close"), () => dialog.close())),
      ]);
    } catch (problem) {
      this.on.refused(problem);
    }
  }

  /** @param {View} view @param {Visitor} visitor */
  toggleWriting(view, visitor) {
    this.writes = !this.writes;
    this.show(view, visitor);
    this.places.questions.querySelector("input")?.focus();
  }

  /** For those who would rather type, as in "e2-e7". @param {string[]} legal */
  writeForm(legal) {
    const words = t("act.writeHelp");
    const input = make("input", {
      class: "input notation",
      list: "legal",
      maxlength: 60,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      "aria-label": words,
      placeholder: words,
    });
    const proposed = legal.slice(0, MOST_PROPOSED).map((action) => make("option", { value: action }));
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const action = input.value.trim();
      if (action) this.on.act(action);
      input.value = "";
    };
    return make(
      "form",
      { class: "say-form write-form", onsubmit: submit },
      input,
      make("datalist", { id: "legal" }, ...proposed),
      make("button", { class: "button" }, t("act.play")),
    );
  }
}

/** @param {string} key @param {() => unknown} onclick */
function quiet(key, onclick) {
  return button(t(key), onclick, "button--small button--quiet");
}

/** @param {string} words @param {HTMLButtonElement[]} buttons */
function question(words, ...buttons) {
  return make(
    "div",
    { class: "note row question", role: "status" },
    make("span", { class: "grow" }, words),
    ...buttons,
  );
}
