// Opening a table, and sitting down at it.

import { t } from "./language.js";
import { myName } from "./name.js";
import { openTable, remember, sit } from "./net.js";

/** Open the table, sit on the seats that are mine, and go there. */
export async function openAndGo(wish) {
  const { table } = await openTable(wish);
  const mine = wish.seats.flatMap(({ who }, seat) => (who === "me" ? [seat] : []));
  for (const [i, seat] of mine.entries()) {
    await sit(table, seat, i === 0 ? myName() : t("home.friend", { n: i + 1 }));
  }
  if (mine.length) remember("plays", true);
  location.href = `/t/${table}`;
}

/** Somebody, and for all other seats the same. */
export function seatsOf(count, others) {
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? { who: "me" } : others));
}
