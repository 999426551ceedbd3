import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { duration, fraction, toNumber } from "../../src/tablier/web/js/format.js";
import { winnersOf } from "../../src/tablier/web/js/result.js";

test("time left is written as on a clock", () => {
  assert.equal(duration(65_000), "1:05");
  assert.equal(duration(59_001), "1:00");
  assert.equal(duration(7_500_000), "2 h 05");
  assert.equal(duration(9_940), "0:09,9");
  assert.equal(duration(0), "0:00,0");
});

test("shares are written as parts of the whole", () => {
  assert.equal(toNumber("2/3"), 2 / 3);
  assert.deepEqual(
    [0, 1, 2].map((seat) => fraction(["1", "1", "1"], seat)),
    ["⅓", "⅓", "⅓"],
  );
  assert.deepEqual(
    [0, 1].map((seat) => fraction(["1", "0"], seat)),
    ["1", "0"],
  );
  assert.equal(fraction(["1/7", "6/7"], 0), "0.14");
});

test("those with the largest share win; nobody does where all have the same", () => {
  assert.deepEqual(winnersOf(["0", "1"]), [1]);
  assert.deepEqual(winnersOf(["1/2", "1/2", "0"]), [0, 1]);
  assert.deepEqual(winnersOf(["2/3", "1/3", "0"]), [0]);
  assert.deepEqual(winnersOf(["1", "1"]), []);
  assert.deepEqual(winnersOf(["0", "0"]), []);
});
