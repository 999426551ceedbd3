// Advice, at a table of practice: what the best bot would do, shown on the board, with its reason.

/** @import { Board } from "./board.js" */
/** @import { Hint as Advice } from "./wire.js" */
/** @import { Visitor } from "./table.js" */
/** @import { View } from "./view.js" */

import { make } from "./dom.js";
import { tool } from "./icons.js";
import { t } from "./language.js";
import * as server from "./server.js";

/** Shares of the win that are hardly told apart. */
const ALIKE = 0.02;
const SURE = 0.97;

export class Hint {
  /** @param {{ tools: HTMLElement, note: HTMLElement }} places of the button, and of what it is answered with
   * @param {Board} board @param {{ refused: (problem: unknown) => unknown }} on
   */
  constructor({ tools, note }, board, on) {
    this.host = note;
    this.board = board;
    this.on = on;
    this.ask = tool("bulb", t("hint.ask"), () => this.think());
    this.note = make("p", { class: "note small", role: "status", hidden: true });
    tools.append(this.ask);
    note.append(this.note);
    /** The choice that is before us: with the next one, advice is past. */
    this.since = -1;
    this.isThinking = false;
  }

  /** There is a button only where there is advice. @param {View} view @param {Visitor} visitor */
  show({ opened, now, isPending }, { table, me }) {
    this.table = table;
    this.seat = me;
    const since = now.since ?? -1;
    if (since !== this.since) this.clear();
    this.since = since;
    this.ask.hidden = !opened.practice || now.status !== "playing";
    this.ask.disabled = !isPending || this.isThinking;
    this.host.hidden = this.ask.hidden || !isPending;
  }

  clear() {
    this.note.hidden = true;
    this.ask.disabled = this.isThinking = false;
    this.board.halos.advise([]);
  }

  async think() {
    if (!this.table || this.seat === null || this.seat === undefined) return;
    const { since } = this;
    this.ask.disabled = this.isThinking = true;
    this.note.hidden = false;
    this.note.textContent = t("hint.thinking");
    try {
      const advice = await server.hint(this.table, this.seat);
      if (since === this.since) this.tell(advice);
    } catch (problem) {
      this.clear();
      this.on.refused(problem);
    }
  }

  /** @param {Advice} advice */
  tell(advice) {
    const touches = this.touchesOf(advice.action);
    this.board.halos.advise(touches);
    const words = [t("hint.play", { what: this.words(advice.action) }), advice.why, this.comparison(advice)];
    this.note.textContent = words.filter(Boolean).join(" ");
    this.ask.disabled = this.isThinking = false;
  }

  /** @param {Advice} advice */
  comparison({ only, share, next }) {
    if (only) return t("hint.only");
    if (share === null) return t("hint.glance");
    if (share >= SURE) return t("hint.wins");
    const percent = (/** @type {number} */ part) => Math.round(part * 100);
    if (!next) return t("hint.alone", { share: percent(share) });
    const key = share - next.share < ALIKE ? "hint.alike" : "hint.better";
    return t(key, { share: percent(share), other: percent(next.share), what: this.words(next.action) });
  }

  /** What is to be touched for an action. @param {string} action */
  touchesOf(action) {
    return this.board.scene?.touches[action] ?? [];
  }

  /** An action as the board calls what one touches for it. @param {string} action */
  words(action) {
    const things = this.board.touching.words(this.touchesOf(action), (id) => this.board.words(id));
    return things.length ? things.join(t("hint.then")) : action;
  }
}
