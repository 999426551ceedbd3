import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

import { during } from "../../src/tablier/web/js/moments.js";

/** @import { Item, Scene } from "../../src/tablier/web/js/wire.js" */

/** @param {string} id @param {Partial<Item>} more @returns {Item} */
const item = (id, more = {}) => ({ id, kind: "piece", x: 0, y: 0, words: id, shapes: [], ...more });

/** @returns {Scene} */
const scene = () => ({
  box: [0, 0, 8, 8],
  title: "",
  status: "",
  aim: "",
  counts: [],
  items: [item("pawn", { x: 3, on: "c3" }), item("gone"), item("still")],
  touches: {},
  moves: {},
  moment: {
    id: "move 1",
    beats: [{ words: "it goes", items: [item("pawn", { x: 1 }), item("light")], gone: ["gone"], milliseconds: 100 }],
  },
});

test("in a beat things stand otherwise, come, and are gone; all else is as in the scene", () => {
  const [first] = scene().moment?.beats ?? [];
  const { items } = during(scene(), first);
  assert.deepEqual(
    items.map(({ id, x }) => [id, x]),
    [
      ["pawn", 1],
      ["still", 0],
      ["light", 0],
    ],
  );
});
