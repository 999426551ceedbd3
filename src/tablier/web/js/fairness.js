// A game that anybody can check: what this browser gave to its chance and noted of it, and what it can see by itself at the end. The
// scheme is in docs/fairness.md.

/** @import { ChainHead, Ended, OpenedAction } from "./wire.js" */
/** @import { View } from "./view.js" */

import { TableMemory } from "./memory.js";
import { hmac, sha256 } from "./sha256.js";

const CHANCE_ALONE = "tablier fair 1";
const WHOLE_GAME = "tablier fair 2";
const MOST_VISITS = 8;

/** @type {TableMemory<Record<number, string>>} */
const entropies = new TableMemory("entropies");
/** What fixes a table; of the chain, the last head that each visit of this browser has heard.
 * @type {TableMemory<{ commitment: string, seal: string, heads?: ChainHead[] }>} */
const noted = new TableMemory("noted");
/** The tables of which this page has noted a head. @type {Set<string>} */
const visited = new Set();

// --- giving

/** Random numbers for the chance of a game: to be drawn only when the server's commitment is known. */
export function drawEntropy() {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** What is published of them before anybody gives theirs. @param {string} table @param {number} seat @param {string} entropy */
export function pledgeOf(table, seat, entropy) {
  return hash(WHOLE_GAME, "pledge", table, String(seat), entropy);
}

/** @param {string} table @param {number} seat @param {string} entropy */
export function keepEntropy(table, seat, entropy) {
  entropies.keep(table, { ...entropies.of(table), [seat]: entropy });
}

/** A seat that is not ours: what somebody else gives there is not to be compared with what we drew. @param {string} table @param {number} seat */
export function dropEntropy(table, seat) {
  const others = Object.entries(entropies.of(table) ?? {}).filter(([one]) => Number(one) !== seat);
  entropies.keep(table, Object.fromEntries(others));
}

/** What this browser has drawn for a seat; nothing: it has not. @param {string} table @param {number} seat */
export function entropyOf(table, seat) {
  return entropies.of(table)?.[seat] ?? "";
}

/** Whether this browser has given to the chance of a table. @param {string} table */
export function hasGiven(table) {
  return Object.keys(entropies.of(table) ?? {}).length > 0;
}

// --- noting

/** Write down what fixes a table when it is first seen, and what fixes all that was played so far: later one can see that it has not
 * changed. @param {string} table @param {string} commitment @param {string} seal @param {ChainHead} [head]
 */
export function note(table, commitment, seal, head) {
  const before = noted.of(table);
  const heads = before?.heads ?? [];
  if (before?.commitment && (!seal || before.seal) && (!head || heads.at(-1)?.head === head.head)) return;
  const others = visited.has(table) ? heads.slice(0, -1) : heads;
  if (head) visited.add(table);
  noted.keep(table, {
    commitment: before?.commitment ?? commitment,
    seal: before?.seal || seal,
    heads: head ? [...others.slice(1 - MOST_VISITS), head] : heads,
  });
}

// --- checking

/** @typedef {Pick<View, "opened" | "chairs" | "seal" | "acts" | "now">} Told what this browser was told of a game */
/** @typedef {"noted" | "commitment" | "pledges" | "seal" | "mine" | "actions" | "heads"} Point */

/** What this browser can see by itself, without the rules of any game: each point is right, wrong or (null) cannot be told.
 * @param {string} table @param {Told} told @param {Ended} ended @param {OpenedAction[]} actions everything that was played, with nothing hidden
 * @returns {[Point, boolean | null][]}
 */
export function prove(table, told, ended, actions) {
  const { commitment, scheme } = told.opened;
  const isWhole = scheme === 2;
  const before = noted.of(table);
  /** @type {[Point, boolean | null][]} */
  const points = [
    ["noted", before && before.commitment === commitment && before.seal === told.seal],
    ["commitment", hash(isWhole ? WHOLE_GAME : CHANCE_ALONE, "commitment", table, ended.secret) === commitment],
  ];
  if (isWhole) points.push(["pledges", arePledged(table, told, ended)]);
  const transcript = (isWhole ? wholeTranscript : transcriptOfChance)(table, told, ended);
  points.push(["seal", isHeard(told, ended) && toHex(sha256(bytesOf(transcript))) === told.seal]);
  if (hasGiven(table)) points.push(["mine", isMine(table, ended)]);
  if (isWhole) {
    const heads = headsOf(told, hmac(fromHex(ended.secret), bytesOf(transcript)), actions);
    points.push(["actions", areTheSame(told, actions) && endOf(heads, told, ended) === told.now.chain?.head]);
    points.push(["heads", areNoted(before?.heads ?? [], heads, actions)]);
  }
  return points;
}

/** Whether what the seats gave is what they had pledged. @param {string} table @param {Told} told @param {Ended} ended */
function arePledged(table, { chairs }, { entropies: given }) {
  return chairs.every(({ pledge }, seat) => !given[seat] || pledgeOf(table, seat, given[seat]) === pledge);
}

/** Whether it is what they were heard to give. @param {Told} told @param {Ended} ended */
function isHeard({ chairs }, { entropies: given }) {
  return chairs.every(({ entropy }, seat) => entropy === given[seat]);
}

/** Whether it is what this browser drew; null: it was given too late, or left out. @param {string} table @param {Ended} ended */
function isMine(table, { entropies: given }) {
  const mine = Object.entries(entropies.of(table) ?? {});
  if (mine.every(([seat, drawn]) => given[Number(seat)] === drawn)) return true;
  return mine.every(([seat, drawn]) => [drawn, ""].includes(given[Number(seat)])) ? null : false;
}

/** @param {string} table @param {Told} told @param {Ended} ended */
function transcriptOfChance(table, { opened }, { entropies: given }) {
  return [CHANCE_ALONE, "seal", table, opened.commitment, ...given, ...resumed(opened)];
}

/** @param {string} table @param {Told} told @param {Ended} ended */
function wholeTranscript(table, { opened, chairs }, { entropies: given }) {
  const { game, options, commitment } = opened;
  const setup = hash(WHOLE_GAME, "setup", game, ...Object.entries(options).map(([name, value]) => `${name}: ${value}`));
  const people = hash(WHOLE_GAME, "people", ...chairs.map(({ name }) => name));
  const parts = chairs.map(({ pledge }, seat) => `${pledge} ${given[seat]}`.trim());
  return [WHOLE_GAME, "seal", table, commitment, setup, people, ...parts, ...resumed(opened)];
}

/** @param {{ resumed?: number }} opened */
function resumed({ resumed }) {
  return resumed ? [`resumed ${resumed}`] : [];
}

/** The chain: what fixes the game after each action. @param {Told} told @param {Uint8Array} key @param {OpenedAction[]} actions */
function headsOf({ seal }, key, actions) {
  const heads = [seal];
  for (const [serial, seat, text] of actions) {
    const salt = toHex(hmac(key, bytesOf([`salt/${serial}`])));
    heads.push(hash(WHOLE_GAME, "action", heads[heads.length - 1], String(serial), String(seat), text, salt));
  }
  return heads;
}

/** @param {string[]} heads @param {Told} told @param {Ended} ended */
function endOf(heads, { now }, { why, seat, shares }) {
  const how = seat === null ? why : `${why} ${seat}`;
  return hash(WHOLE_GAME, "end", heads[heads.length - 1], String(now.chain?.played), how, shares.join(" "));
}

/** Whether what was played is what this browser was told, as far as it could be. @param {Told} told @param {OpenedAction[]} actions */
function areTheSame({ acts }, actions) {
  const isSame = (/** @type {OpenedAction} */ [, seat, text], /** @type {number} */ i) =>
    seat === acts[i].seat && (acts[i].secret || text === acts[i].action);
  return acts.length === actions.length && actions.every(isSame);
}

/** Whether the heads that were noted are those of this game; of what was taken back later there is none.
 * @param {ChainHead[]} notes @param {string[]} heads @param {OpenedAction[]} actions
 */
function areNoted(notes, heads, actions) {
  const stands = notes.filter(({ actions: count, played }) => !count || actions[count - 1]?.[0] === played - 1);
  return stands.length ? stands.every(({ actions: count, head }) => heads[count] === head) : null;
}

// --- hashes

/** @param {string[]} lines */
function hash(...lines) {
  return toHex(sha256(bytesOf(lines)));
}

/** @param {string[]} lines */
function bytesOf(lines) {
  return new TextEncoder().encode(lines.join("\n"));
}

/** @param {Uint8Array} bytes */
function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}
