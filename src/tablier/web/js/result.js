// How a game ended, in words.

/** @import { Ended } from "./wire.js" */

import { fraction, toNumber } from "./format.js";
import { list, t } from "./language.js";

/** @typedef {object} People names of seats
 * @property {(seat: number) => string} seat what the seat is called
 * @property {(seat: number) => string} person who sits there
 */

/** The seats with the largest share; nobody where all have the same. @param {string[]} shares */
export function winnersOf(shares) {
  const values = shares.map(toNumber);
  const most = Math.max(...values);
  const winners = [...values.keys()].filter((seat) => values[seat] === most && most > 0);
  return winners.length === values.length ? [] : winners;
}

/** Who won: in the second person where the answer is the same for all my seats.
 * @param {string[]} shares @param {People} people @param {number[]} mine
 */
export function resultWords(shares, people, mine) {
  const winners = winnersOf(shares);
  if (!winners.length) return t("end.draw");
  if (mine.length === 1 && !winners.includes(mine[0])) return partWords(shares, mine[0]);
  const isMine = mine.length > 0 && mine.every((seat) => winners.includes(seat));
  const others = winners.filter((seat) => !isMine || !mine.includes(seat));
  const names = list(others.map((seat) => people.person(seat)));
  if (isMine) return others.length ? t("end.wonWith", { names }) : t("end.won");
  return t(winners.length === 1 ? "end.wins" : "end.winTogether", { names });
}

/** @param {string[]} shares @param {number} seat */
function partWords(shares, seat) {
  return toNumber(shares[seat]) > 0 ? `${t("end.shared")} (${fraction(shares, seat)})` : t("end.lost");
}

/** What ended a game where the rules did not; empty where they did. @param {Pick<Ended, "why" | "seat">} ended @param {People} people */
export function earlyEndWords({ why, seat }, people) {
  return why === "rules" ? "" : t(`end.why.${why}`, { name: seat === null ? "" : people.person(seat) });
}
