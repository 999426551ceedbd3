// Opening a table, and sitting down at it.

/** @import { NewTable, SeatWish } from "./wire.js" */

import { drawEntropy, keepEntropy } from "./fairness.js";
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
  for (const [i, seat] of mine.entries()) {
    await sit(opened.table, seat, i === 0 ? myName() : t("home.friend", { n: i + 1 }));
  }
  if (mine.length) remember("plays", true);
  location.href = `/t/${opened.table}`;
}

/** Somebody, and for all other seats the same. @param {number} count @param {SeatWish} others @returns {SeatWish[]} */
export function seatsOf(count, others) {
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? { who: "me" } : others));
}

/** Sit down, with fresh entropy. @param {string} table @param {number} seat @param {string} name @param {string} [key] of an invitation */
export async function sit(table, seat, name, key) {
  const entropy = drawEntropy();
  await server.takeSeat(table, seat, { name, entropy, ...(key && { key }) });
  keepEntropy(table, seat, entropy);
}
