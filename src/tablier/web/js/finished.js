// Games that are over, as lists tell of them: what was played, against whom, and how it ended for me.

/** @import { Game, TableRow } from "./wire.js" */

import { list, t } from "./language.js";
import { levelName } from "./levels.js";
import { resultWords, winnersOf } from "./result.js";

/** @typedef {TableRow & { mine: number[] }} Finished a table, with all seats that were mine */
/** @typedef {TableRow["seats"]} Seats */

/** Each table once. @param {TableRow[]} rows @returns {Finished[]} */
export function finished(rows) {
  /** @type {Map<string, Finished>} */
  const tables = new Map();
  for (const row of rows) {
    const mine = tables.get(row.table)?.mine ?? [];
    tables.set(row.table, { ...row, mine: [...mine, row.seat ?? 0] });
  }
  return [...tables.values()];
}

/** The mode, if the game has several; empty: it has not. @param {TableRow} row @param {Game} [game] */
export function modeOf(row, game) {
  const mode = game && game.modes.length > 1 && game.modes.find(({ name }) => name === row.mode);
  return mode ? mode.title : "";
}

/** The game, and the mode if it has several. @param {TableRow} row @param {Game} [game] */
export function titleOf(row, game) {
  const mode = modeOf(row, game);
  return mode ? t("home.table", { game: game?.title ?? "", mode }) : (game?.title ?? row.game);
}

/** Persons by name, and how many bots. @param {Seats} seats */
export function namesOf(seats) {
  const bots = seats.filter(({ who }) => who === "bot");
  const names = seats.filter(({ who }) => who !== "bot").map(({ name }) => name ?? "");
  if (bots.length === 1) names.push(t("home.bot", { level: levelName(bots[0].level ?? 0) }));
  else if (bots.length) names.push(t("home.bots", { n: bots.length }));
  return names;
}

/** Against whom; where all seats were mine, who played. @param {Finished} row */
export function againstWords({ seats, mine }) {
  const others = seats.filter((_, seat) => !mine.includes(seat));
  return others.length ? t("mine.against", { names: list(namesOf(others)) }) : list(namesOf(seats));
}

/** How it ended for me; who won, where that is not one answer for all my seats.
 * @param {Finished} row @returns {{ kind: "won" | "lost" | "draw" | "shared" | "over", words: string }}
 */
export function outcomeOf({ result, seats, mine }) {
  const kind = !result
    ? "over"
    : !winnersOf(result).length
      ? "draw"
      : mine.length > 1
        ? "over"
        : kindFor(result, mine[0]);
  const name = (/** @type {number} */ seat) => namesOf([seats[seat]])[0];
  const words = result && kind === "over" ? resultWords(result, { seat: name, person: name }, mine) : t(`mine.${kind}`);
  return { kind, words };
}

/** @param {string[]} result @param {number} seat */
function kindFor(result, seat) {
  const winners = winnersOf(result);
  if (!winners.includes(seat)) return "lost";
  return winners.length === 1 ? "won" : "shared";
}
