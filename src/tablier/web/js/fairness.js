// Chance that anybody can check: what this browser gave to it and noted of it, and what it can see by itself at the end. The scheme is
// in docs/fairness.md.

import { TableMemory } from "./memory.js";

const SCHEME = "tablier fair 1";

/** @type {TableMemory<Record<number, string>>} */
const entropies = new TableMemory("entropies");
/** @type {TableMemory<{ commitment: string, seal: string }>} */
const noted = new TableMemory("noted");

/** Random numbers for the chance of a game: to be drawn only when the server's commitment is known. */
export function drawEntropy() {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {string} table @param {number} seat @param {string} entropy */
export function keepEntropy(table, seat, entropy) {
  entropies.keep(table, { ...entropies.of(table), [seat]: entropy });
}

/** Whether this browser has given to the chance of a table. @param {string} table */
export function hasGiven(table) {
  return entropies.of(table) !== null;
}

/** Write down what fixes the chance of a table when it is first seen: later one can see that it has not changed.
 * @param {string} table @param {string} commitment @param {string} seal
 */
export function note(table, commitment, seal) {
  const before = noted.of(table);
  if (!before?.commitment || (seal && !before.seal))
    noted.keep(table, { commitment: before?.commitment ?? commitment, seal });
}

/** @typedef {{ commitment: string, seal: string, resumed?: number, given: string[], secret: string, entropies: string[] }} Chance what was
 *   published of a game's chance: at its opening, at its beginning, when the seats sat down; and at its end */
/** @typedef {"noted" | "commitment" | "seal" | "mine"} Point */

/** What this browser can see by itself, without the rules of any game: each point is right, wrong or (null) cannot be told.
 * @param {string} table @param {Chance} chance @returns {Promise<[Point, boolean | null][]>}
 */
export async function prove(table, { commitment, seal, resumed, given, secret, entropies: revealed }) {
  const before = noted.of(table);
  const isNoted = before && before.commitment === commitment && before.seal === seal;
  const isKept = (await sha256(SCHEME, "commitment", table, secret)) === commitment;
  // What the seats were heard to give when they sat down is what must have been sealed.
  const isGiven = given.every((entropy, seat) => entropy === revealed[seat]);
  const sealed = [...revealed, ...(resumed ? [`resumed ${resumed}`] : [])];
  const isSealed = isGiven && (await sha256(SCHEME, "seal", table, commitment, ...sealed)) === seal;
  const mine = Object.entries(entropies.of(table) ?? {});
  const isMine = mine.every(([seat, drawn]) => revealed[Number(seat)] === drawn);
  return [
    ["noted", isNoted],
    ["commitment", isKept],
    ["seal", isSealed],
    ...(mine.length ? [/** @type {[Point, boolean]} */ (["mine", isMine])] : []),
  ];
}

/** @param {string[]} lines */
async function sha256(...lines) {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("\n")))));
}

/** @param {Uint8Array} bytes */
function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
