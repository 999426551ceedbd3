import assert from "node:assert/strict";
import { test } from "node:test";

import { momentOf, outlooksOf, touchesOf, unpacked } from "../../src/tablier/web/js/unpacking.js";

/** @import { Packed, PackedItem, PackedShape } from "../../src/tablier/web/js/wire.js" */

/** @param {PackedShape[]} shapes @returns {PackedItem} */
const item = (...shapes) => ({ id: "a", kind: "piece", x: 0, y: 0, words: "", shapes });

/** @param {PackedShape} shape */
const opened = (shape) => {
  const [first] = unpacked({ items: [item(shape)] }).items;
  return Array.isArray(first) ? null : first.shapes[0];
};

test("a symbol has its place and its size in a fixed sequence, and the rest by name", () => {
  const box = { href: "pawn", x: -0.5, y: 0, width: 1, height: 2 };
  assert.deepEqual(opened(["use", "pawn", -0.5, 0, 1, 2]), ["use", box]);
  assert.deepEqual(opened(["use", "pawn", -0.5, 0, 1, 2, { color: "red" }]), ["use", { ...box, color: "red" }]);
  const turned = { ...box, transform: "rotate(45 0 1)" };
  assert.deepEqual(opened(["use", "pawn", -0.5, 0, 1, 2, { turn: 45 }]), ["use", turned]);
});

test("words are centred unless they are said not to be, and have a font by its name", () => {
  const centred = { x: 1, y: 2, font_size: 0.3, text_anchor: "middle", dominant_baseline: "central" };
  assert.deepEqual(opened(["text", 1, 2, 0.3, "ten"]), ["text", centred, "ten"]);
  const fill = { fill: "#fff", text_anchor: "start", font: "plain" };
  assert.deepEqual(opened(["text", 1, 2, 0.3, "ten", fill]), [
    "text",
    { ...centred, fill: "#fff", text_anchor: "start", font_family: "Inter, system-ui, sans-serif" },
    "ten",
  ]);
});

test("any other shape is as it is", () => {
  assert.deepEqual(opened(["circle", { r: 1 }]), ["circle", { r: 1 }]);
  assert.deepEqual(opened(["text", { x: 1 }, "as it likes"]), ["text", { x: 1 }, "as it likes"]);
});

test("actions of which any choice goes with any other are told by the choices", () => {
  assert.deepEqual(touchesOf(["{} {}", ["s", 0, 1], { dN: "N", dS: "S" }, { seal: "" }]), {
    "0 N": ["s0", "dN", "seal"],
    "0 S": ["s0", "dS", "seal"],
    "1 N": ["s1", "dN", "seal"],
    "1 S": ["s1", "dS", "seal"],
  });
  assert.deepEqual(touchesOf({ pass: ["pass"] }), { pass: ["pass"] });
});

test("choices that only count are told by the first and the last", () => {
  const { controls } = unpacked({
    items: [],
    controls: [
      { id: "stake", kind: "number", words: "How much?", choices: ["s", 9, 11] },
      {
        id: "way",
        kind: "direction",
        words: "",
        choices: [{ id: "N", words: "north", shows: item(["use", "p", 0, 0, 1, 1]) }],
      },
    ],
  });
  assert.deepEqual(controls?.[0].choices, [
    { id: "s9", words: "9" },
    { id: "s10", words: "10" },
    { id: "s11", words: "11" },
  ]);
  assert.deepEqual(controls?.[1].choices[0].shows?.shapes, [["use", { href: "p", x: 0, y: 0, width: 1, height: 1 }]]);
});

test("sentences that several actions have in common are told once", () => {
  const words = ["You may win", "He has more", "He falls."];
  assert.deepEqual(outlooksOf({ words, of: { x: [[0, 2], "9 %", "a1", [0.1, 0.2, 0.7]], y: [[0, 1, 2], "", ""] } }), {
    x: { words: "You may win. He falls.", figure: "9 %", at: "a1", shares: [0.1, 0.2, 0.7] },
    y: { words: "You may win. He has more. He falls.", figure: "", at: "" },
  });
  assert.deepEqual(outlooksOf({}), {});
});

test("what has not changed is not there, and what is no longer there is null", () => {
  /** @type {Packed} */
  const packed = { items: [[0, 4]], moment: null, status: "on" };
  assert.deepEqual(unpacked(packed), packed);
});

test("of a thing in a moment only what has changed since an earlier beat is sent", () => {
  const pawn = { ...item(["use", "p", 0, 0, 1, 1]), id: "pawn", on: "a1" };
  const { beats } = momentOf({
    id: "m",
    beats: [
      { words: "it goes", items: [pawn, { id: "light", x: 1, y: 1, shapes: [] }], gone: ["b"], milliseconds: 1 },
      { words: "it comes", items: [1, { id: "pawn", x: 2, on: null }], milliseconds: 1 },
      { words: "it is there", items: [0], gone: [], milliseconds: 1 },
    ],
  });
  const shapes = [["use", { href: "p", x: 0, y: 0, width: 1, height: 1 }]];
  const light = { id: "light", kind: "decor", x: 1, y: 1, words: "", shapes: [] };
  const there = { id: "pawn", kind: "piece", x: 2, y: 0, words: "", shapes };
  assert.deepEqual(beats[0].items, [{ ...there, x: 0, on: "a1" }, light]);
  assert.deepEqual(beats[1].items, [light, there]);
  assert.deepEqual(beats[2].items, [there]);
  assert.deepEqual(
    beats.map(({ gone }) => gone),
    [["b"], ["b"], []],
  );
});
