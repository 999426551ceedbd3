import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { finished, outcomeOf } from "../../src/tablier/web/js/finished.js";

/** @import { TableRow } from "../../src/tablier/web/js/wire.js" */

/** @param {string} table @param {number} seat @param {string[]} [result] @returns {TableRow} */
function row(table, seat, result) {
  const seats = ["Ann", "Bob", "Cat"].map((name) => ({ who: /** @type {const} */ ("person"), name }));
  const when = { created: 0, changed: 0 };
  return { table, game: "g", status: "over", ...when, options: {}, mode: null, pace: null, seats, seat, result };
}

test("a table comes once, with all seats that were mine", () => {
  const found = finished([row("a", 0), row("b", 1), row("a", 2)]);
  assert.deepEqual(
    found.map(({ table, mine }) => [table, mine]),
    [
      ["a", [0, 2]],
      ["b", [1]],
    ],
  );
});

test("how a game ended is told from my seat", () => {
  const kind = (/** @type {string[] | undefined} */ result, seat = 0) =>
    outcomeOf(finished([row("a", seat, result)])[0]).kind;
  assert.equal(kind(["1", "0", "0"]), "won");
  assert.equal(kind(["0", "1", "0"]), "lost");
  assert.equal(kind(["1/2", "1/2", "0"]), "shared");
  assert.equal(kind(["1/3", "1/3", "1/3"]), "draw");
  assert.equal(kind(undefined), "over");
});

test("where several seats were mine it is told who won", () => {
  assert.equal(outcomeOf(finished([row("a", 0, ["1", "0", "0"]), row("a", 1, ["1", "0", "0"])])[0]).kind, "over");
});
