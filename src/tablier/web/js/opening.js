// Opening a table, and sitting down at it.

/** @import { NewTable, SeatWish } from "./wire.js" */
/** @import { Device } from "./device.js" */

import { drawEntropy, dropEntropy, entropyOf, keepEntropy, pledgeOf } from "./fairness.js";
import { keepKeys } from "./invitations.js";
import { t } from "./language.js";
import { remember } from "./memory.js";
import { myName } from "./name.js";
import * as server from "./server.js";

/** Open the table, sit on the seats that are mine, and go there. @param {NewTable} wish */
export async function openAndGo(wish) {
  const opened = await server.openTable(wish);
  keepKeys(opened);
  const mine = wish.seats.flatMap(({ who }, seat) => (who === "me" ? [seat] : []));
  // Where nobody else comes there is nobody who could choose their part by ours.
  const isAmongUs = wish.seats.every(({ who }) => who === "me" || who === "bot");
  for (const [i, seat] of mine.entries()) {
    const name = i === 0 ? myName() : t("home.friend", { n: i + 1 });
    await sit(opened.table, seat, name, "", isAmongUs);
  }
  if (mine.length) remember("plays", true);
  location.href = `/t/${opened.table}`;
}

/** Somebody, and for all other seats the same. @param {number} count @param {SeatWish} others @returns {SeatWish[]} */
export function seatsOf(count, others) {
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? { who: "me" } : others));
}

/** Sit down, with entropy that is pledged, and given when everybody has pledged theirs; or at once. Who sits there already has pledged
 * what was drawn then, and the server holds us to that; it is kept before we ask, for the answer may be lost.
 * @param {string} table @param {number} seat @param {string} name @param {string} [key] of an invitation @param {boolean} [atOnce]
 */
export async function sit(table, seat, name, key, atOnce = false) {
  const entropy = entropyOf(table, seat) || drawEntropy();
  keepEntropy(table, seat, entropy);
  const part = atOnce ? { entropy } : { pledge: pledgeOf(table, seat, entropy) };
  const asked = server.takeSeat(table, seat, { name, ...part, ...(key && { key }) });
  const { to_give } = await asked.catch((problem) => {
    if (isFinal(problem)) dropEntropy(table, seat);
    throw problem;
  });
  for (const one of to_give) await give(table, one);
}

/** Get up again. @param {string} table @param {number} seat @param {Pick<ReturnType<Device["socket"]>, "ask">} socket of the seat */
export async function leave(table, seat, socket) {
  await socket.ask({ do: "leave" });
  dropEntropy(table, seat);
}

/** Whether the server said no; one that is busy or does not answer may have seated us. @param {unknown} problem */
function isFinal(problem) {
  return problem instanceof server.Refused && problem.status >= 400 && problem.status < 500 && problem.status !== 429;
}

/** Who sits down last gives at once, for all seats of this device. @param {string} table @param {number} seat */
async function give(table, seat) {
  const entropy = entropyOf(table, seat);
  // Who comes too late plays all the same.
  if (entropy) await server.give(table, seat, entropy).catch(() => {});
}
