import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "../../src/tablier/web/js/tray.js";

/** @import { Small } from "../../src/tablier/web/js/tray.js" */

/** @param {string} id @param {number} x @param {number} y @param {number} step @returns {Small} */
const small = (id, x, y, step = 0) => ({ id, x, y, width: 1, height: 1, step });

test("small things keep their rows, left to right", () => {
  const ids = Array.from({ length: 9 }, (_, i) => `a${i}`);
  const things = ids.map((id, i) => small(id, i, 0)).concat(ids.map((id, i) => small(`b${id}`, i, 2)));
  assert.deepEqual(rows(things.toReversed()), [ids, ids.map((id) => `b${id}`)]);
});

test("short rows of one step are joined, those of another step are not", () => {
  assert.deepEqual(rows([small("a", 0, 0), small("b", 0, 2), small("c", 0, 4, 1)]), [["a", "b"], ["c"]]);
});
