// After three games lost, or won, in a row against bots: another level is offered.

/** @import { Visitor } from "./table.js" */
/** @import { View } from "./view.js" */

import { button, make } from "./dom.js";
import { t } from "./language.js";
import { keepLevel, LEVELS, levelDoes, levelName } from "./levels.js";
import { recall, remember } from "./memory.js";
import { winnersOf } from "./result.js";

/** Games in a row. */
const ENOUGH = 3;

/** @typedef {{ game: string, level: number, run: number, last: string }} Streak how many were won in a row (lost: below 0), and the
 *   table of the last */

/** @type {Streak} */
const NONE = { game: "", level: 0, run: 0, last: "" };

/** What a game adds to a streak; a draw ends it, and the same game counts once.
 * @param {Streak} before @param {{ game: string, level: number, table: string, result: number }} over `result` is 1, -1 or 0
 * @returns {Streak}
 */
export function counted(before, { game, level, table, result }) {
  if (before.last === table) return before;
  const isSame = before.game === game && before.level === level && Math.sign(before.run) === result;
  return { game, level, run: isSame ? before.run + result : result, last: table };
}

/** The level to offer after a streak; null: none. @param {Streak} streak */
export function betterLevel({ level, run }) {
  if (Math.abs(run) < ENOUGH) return null;
  const other = level + Math.sign(run);
  return LEVELS.includes(other) ? other : null;
}

export class Adjust {
  /** @param {HTMLElement} host @param {{ again: (level: number) => unknown }} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.isShown = false;
  }

  /** @param {View} view @param {Visitor} visitor */
  show(view, { table, me }) {
    const { ended, opened, chairs } = view;
    if (this.isShown || !ended || !opened.practice || me === null) return;
    this.isShown = true;
    const level = Math.max(...chairs.map((chair) => chair.level));
    const winners = winnersOf(ended.shares);
    const result = winners.length === chairs.length ? 0 : winners.includes(me) ? 1 : -1;
    const streak = counted(recall("streak", NONE), { game: opened.game, level, table, result });
    remember("streak", streak);
    const other = betterLevel(streak);
    this.host.hidden = other === null;
    if (other !== null) this.offer(other, streak.run);
  }

  /** @param {number} level @param {number} run */
  offer(level, run) {
    const name = levelName(level);
    const go = () => {
      keepLevel(level);
      remember("streak", NONE);
      this.on.again(level);
    };
    this.host.replaceChildren(
      make("p", {}, t(run > 0 ? "adjust.won" : "adjust.lost")),
      make("p", { class: "small soft" }, t("adjust.does", { level: name, does: levelDoes(level) })),
      button(t("adjust.play", { level: name }), go, "button--small"),
    );
  }
}
