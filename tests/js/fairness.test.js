import "./browser.js";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { drawEntropy, hasGiven, keepEntropy, note, prove } from "../../src/tablier/web/js/fairness.js";

/** @param {string[]} lines */
const hash = (...lines) => createHash("sha256").update(lines.join("\n")).digest("hex");

const SECRET = "5ec2e7";
const ENTROPIES = ["aa", ""];
const COMMITMENT = hash("tablier fair 1", "commitment", "here", SECRET);
const SEAL = hash("tablier fair 1", "seal", "here", COMMITMENT, ...ENTROPIES);
const FAIR = { commitment: COMMITMENT, seal: SEAL, given: ENTROPIES, secret: SECRET, entropies: ENTROPIES };

/** @param {Partial<typeof FAIR>} changes */
async function proved(changes = {}) {
  return Object.fromEntries(await prove("here", { ...FAIR, ...changes }));
}

beforeEach(() => localStorage.clear());

test("a fair game is proved point by point", async () => {
  keepEntropy("here", 0, "aa");
  note("here", COMMITMENT, "");
  note("here", COMMITMENT, SEAL);
  assert.deepEqual(await proved(), { noted: true, commitment: true, seal: true, mine: true });
});

test("who noted nothing and gave nothing proves only what was published", async () => {
  assert.equal(hasGiven("here"), false);
  assert.deepEqual(await proved(), { noted: null, commitment: true, seal: true });
});

test("another secret is found out", async () => {
  assert.equal((await proved({ secret: "other" })).commitment, false);
});

test("a commitment or a seal that was changed later is found out", async () => {
  note("here", COMMITMENT, SEAL);
  note("here", "changed", "changed");
  assert.equal((await proved({ commitment: "changed" })).noted, false);
  assert.equal((await proved({ seal: "changed" })).noted, false);
});

test("numbers that are not those the seats gave are found out", async () => {
  keepEntropy("here", 0, "aa");
  const found = await proved({ entropies: ["bb", ""] });
  assert.deepEqual([found.seal, found.mine], [false, false]);
});

test("fresh entropy is 32 bytes, and never the same", () => {
  assert.match(drawEntropy(), /^[0-9a-f]{64}$/);
  assert.notEqual(drawEntropy(), drawEntropy());
});
