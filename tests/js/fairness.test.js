/** @import { Told } from "../../src/tablier/web/js/fairness.js" */
/** @import { Ended, OpenedAction } from "../../src/tablier/web/js/wire.js" */

import "./browser.js";
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { beforeEach, test } from "node:test";
import {
  drawEntropy,
  dropEntropy,
  entropyOf,
  hasGiven,
  keepEntropy,
  note,
  pledgeOf,
  prove,
} from "../../src/tablier/web/js/fairness.js";
import { OPENED, now } from "./messages.js";

// The scheme of docs/fairness.md once more, with the hashes of Node.

/** @param {string[]} lines */
const hash = (...lines) => createHash("sha256").update(lines.join("\n")).digest("hex");

const V2 = "tablier fair 2";
const SECRET = "5ec2e7".repeat(10) + "5ec2";
const GIVEN = ["aa".repeat(16), "bb".repeat(16), ""];
const PLEDGES = GIVEN.map((entropy, seat) => entropy && hash(V2, "pledge", "here", String(seat), entropy));
const NAMES = ["Zoé", "Max", ""];
const COMMITMENT = hash(V2, "commitment", "here", SECRET);
const SETUP = hash(V2, "setup", "some-game", "size: 3", "mode: long");
const PEOPLE = hash(V2, "people", ...NAMES);
const PARTS = GIVEN.map((entropy, seat) => `${PLEDGES[seat]} ${entropy}`.trim());
const TRANSCRIPT = [V2, "seal", "here", COMMITMENT, SETUP, PEOPLE, ...PARTS];
const SEAL = hash(...TRANSCRIPT);
const KEY = createHmac("sha256", Buffer.from(SECRET, "hex")).update(TRANSCRIPT.join("\n")).digest();

/** The second was taken back, and another played. @type {OpenedAction[]} */
const ACTIONS = [
  [0, -1, "[3]"],
  [2, 0, "10 S"],
  [3, 1, "e2-e5"],
];

/** @param {OpenedAction[]} actions */
function headsOf(actions) {
  const heads = [SEAL];
  for (const [serial, seat, text] of actions) {
    const salt = createHmac("sha256", KEY).update(`salt/${serial}`).digest("hex");
    heads.push(hash(V2, "action", heads[heads.length - 1], String(serial), String(seat), text, salt));
  }
  return heads;
}

const HEADS = headsOf(ACTIONS);
const END = hash(V2, "end", HEADS[3], "4", "resigned 1", "1 0 0");

/** @type {Ended} */
const ENDED = {
  kind: "ended",
  shares: ["1", "0", "0"],
  why: "resigned",
  seat: 1,
  secret: SECRET,
  entropies: GIVEN,
  unheard: [],
};

/** @type {Told} */
const TOLD = {
  opened: { ...OPENED, options: { size: 3, mode: "long" }, commitment: COMMITMENT },
  seal: SEAL,
  chairs: NAMES.map((name, seat) => ({
    place: { who: "me", level: 0 },
    who: "person",
    name,
    level: 0,
    standIn: 0,
    pledge: PLEDGES[seat],
    entropy: GIVEN[seat],
  })),
  acts: [
    { seat: -1, action: "[3]" },
    { seat: 0, action: "?", secret: true },
    { seat: 1, action: "e2-e5" },
  ],
  now: now({ chain: { actions: 3, played: 4, head: END } }),
};

/** @param {{ told?: Partial<Told>, ended?: Partial<Ended>, actions?: OpenedAction[] }} changes */
function proved({ told, ended, actions = ACTIONS } = {}) {
  return Object.fromEntries(prove("here", { ...TOLD, ...told }, { ...ENDED, ...ended }, actions));
}

beforeEach(() => localStorage.clear());

const ALL = { noted: true, commitment: true, pledges: true, seal: true, mine: true, actions: true, heads: true };

test("a game is proved point by point", () => {
  keepEntropy("here", 0, GIVEN[0]);
  note("here", COMMITMENT, "");
  note("here", COMMITMENT, SEAL, { actions: 0, played: 0, head: SEAL });
  note("here", COMMITMENT, SEAL, { actions: 3, played: 4, head: HEADS[3] });
  assert.deepEqual(proved(), ALL);
});

test("who noted nothing and gave nothing proves only what was published", () => {
  assert.equal(hasGiven("here"), false);
  const published = { commitment: true, pledges: true, seal: true, actions: true };
  assert.deepEqual(proved(), { noted: null, ...published, heads: null });
});

test("another secret is found out", () => {
  assert.equal(proved({ ended: { secret: "00".repeat(32) } }).commitment, false);
});

test("a commitment or a seal that was changed later is found out", () => {
  note("here", COMMITMENT, SEAL);
  note("here", "changed", "changed");
  assert.equal(proved({ told: { opened: { ...TOLD.opened, commitment: "changed" } } }).noted, false);
  assert.equal(proved({ told: { seal: "changed" } }).noted, false);
});

test("another game, another option, other players are found out", () => {
  const { opened, chairs } = TOLD;
  assert.equal(proved({ told: { opened: { ...opened, game: "other" } } }).seal, false);
  assert.equal(proved({ told: { opened: { ...opened, options: { size: 4, mode: "long" } } } }).seal, false);
  assert.equal(proved({ told: { chairs: chairs.map((chair) => ({ ...chair, name: "Eve" })) } }).seal, false);
});

test("numbers that are not those the seats gave are found out", () => {
  keepEntropy("here", 0, GIVEN[0]);
  const found = proved({ ended: { entropies: ["cc".repeat(16), GIVEN[1], ""] } });
  assert.deepEqual([found.pledges, found.seal, found.mine], [false, false, false]);
});

test("who gave too late is told so", () => {
  keepEntropy("here", 2, "dd".repeat(16));
  assert.equal(proved().mine, null);
});

test("another action, one more, one less, another ending are found out", () => {
  const [first, second, third] = ACTIONS;
  assert.equal(proved({ actions: [first, [2, 0, "20 N"], third] }).actions, false);
  assert.equal(proved({ actions: [first, third] }).actions, false);
  assert.equal(proved({ actions: [...ACTIONS, [4, 0, "x"]] }).actions, false);
  assert.equal(proved({ actions: [[1, -1, "[3]"], second, third] }).actions, false);
  assert.equal(proved({ ended: { seat: 0 } }).actions, false);
  assert.equal(proved({ ended: { why: "time" } }).actions, false);
  assert.equal(proved({ ended: { shares: ["0", "1", "0"] } }).actions, false);
});

test("what is not what this browser was told is found out, though it has a hash that fits", () => {
  /** @type {OpenedAction[]} */
  const rewritten = [ACTIONS[0], ACTIONS[1], [3, 1, "e2-e6"]];
  const head = hash(V2, "end", headsOf(rewritten)[3], "4", "resigned 1", "1 0 0");
  const told = { now: now({ chain: { actions: 3, played: 4, head } }) };
  assert.equal(proved({ told, actions: rewritten }).actions, false);
});

test("what was rewritten while this browser was away is found out by the head that it had noted", () => {
  note("here", COMMITMENT, SEAL, { actions: 2, played: 3, head: HEADS[2] });
  assert.equal(proved().heads, true);
  assert.equal(proved({ actions: [ACTIONS[0], [2, 0, "20 N"], ACTIONS[2]] }).heads, false);
});

test("a head of what was taken back later is not compared", () => {
  note("here", COMMITMENT, SEAL, { actions: 2, played: 2, head: "what was played before" });
  assert.equal(proved().heads, null);
});

test("what somebody else gave on a chair that one has left is not compared with what one had drawn for it", () => {
  keepEntropy("here", 0, "ee".repeat(16));
  keepEntropy("here", 1, GIVEN[1]);
  assert.equal(proved().mine, false);
  dropEntropy("here", 0);
  assert.equal(proved().mine, true);
  dropEntropy("here", 1);
  assert.equal(hasGiven("here"), false);
});

test("a game of the first scheme is proved for chance alone", () => {
  const commitment = hash("tablier fair 1", "commitment", "here", SECRET);
  const seal = hash("tablier fair 1", "seal", "here", commitment, ...GIVEN);
  const told = { opened: { ...TOLD.opened, scheme: 1, commitment }, seal };
  assert.deepEqual(proved({ told, actions: [] }), { noted: null, commitment: true, seal: true });
});

test("fresh entropy is 32 bytes, and never the same; its pledge is that of the page", () => {
  assert.match(drawEntropy(), /^[0-9a-f]{64}$/);
  assert.notEqual(drawEntropy(), drawEntropy());
  assert.equal(pledgeOf("here", 0, GIVEN[0]), PLEDGES[0]);
  keepEntropy("here", 1, "ee");
  assert.deepEqual([entropyOf("here", 1), entropyOf("here", 0), entropyOf("there", 1)], ["ee", "", ""]);
});
