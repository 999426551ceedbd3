import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sorted } from "../../src/tablier/web/js/tables.js";

/** @import { TableRow } from "../../src/tablier/web/js/wire.js" */

/** @param {string} table @param {Partial<TableRow>} more @returns {TableRow} */
function row(table, more = {}) {
  const seats = [{ who: /** @type {const} */ ("anyone"), free: /** @type {const} */ (true) }];
  return {
    table,
    game: "g",
    status: "playing",
    created: 0,
    changed: 0,
    options: {},
    mode: null,
    pace: null,
    seats,
    ...more,
  };
}

/** @param {TableRow[]} rows */
const tables = (rows) => rows.map(({ table }) => table);

test("where it is for me to play comes first, and each table comes once", () => {
  const mine = [row("a", { pending: false }), row("b", { pending: true }), row("b", { pending: false })];
  const { mine: shown } = sorted([mine, [], []]);
  assert.deepEqual(
    shown.map(({ table, pending }) => [table, pending]),
    [
      ["b", true],
      ["a", false],
    ],
  );
});

test("my tables are not among the others", () => {
  const found = sorted([[row("a")], [row("a"), row("c")], [row("a"), row("d")]]);
  assert.deepEqual([tables(found.mine), tables(found.open), tables(found.playing)], [["a"], ["c"], ["d"]]);
});

test("a table without a chair for anyone does not wait for anyone", () => {
  assert.deepEqual(sorted([[], [row("a", { seats: [{ who: "link", free: true }] })], []]).open, []);
});
