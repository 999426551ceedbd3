import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";
import { hmac, sha256 } from "../../src/tablier/web/js/sha256.js";

/** @param {Uint8Array} bytes */
const hex = (bytes) => Buffer.from(bytes).toString("hex");

test("hashes of every length up to three blocks are those of Node", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = randomBytes(length);
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
  }
});

test("the hash of a long text is that of Node", () => {
  const bytes = randomBytes(1_000_003);
  assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
});

test("authentication codes are those of Node", () => {
  for (const length of [0, 1, 32, 64]) {
    const [key, bytes] = [randomBytes(length), randomBytes(100)];
    assert.equal(hex(hmac(key, bytes)), createHmac("sha256", key).update(bytes).digest("hex"));
  }
});
