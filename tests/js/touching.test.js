/** @import { Control } from "../../src/tablier/web/js/wire.js" */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Touching } from "../../src/tablier/web/js/touching.js";

const MOVES = { "a1-a2": ["a1", "a2"], "a1-b2": ["a1", "b2"], "b1-b2": ["b1", "b2"], pass: ["pass"] };
const WITH_PROMOTION = { "a7-a8=Q": ["a7", "a8", "queen"], "a7-a8=R": ["a7", "a8", "rook"], "b7-b8": ["b7", "b8"] };

test("what can be touched first is where actions begin", () => {
  assert.deepEqual([...new Touching(MOVES).next()], ["a1", "b1", "pass"]);
});

test("what can be touched next follows what was chosen", () => {
  const touching = new Touching(MOVES);
  assert.equal(touching.touch("a1"), null);
  assert.deepEqual([...touching.next()], ["a2", "b2"]);
});

test("the last touch gives the action", () => {
  const touching = new Touching(MOVES);
  touching.touch("a1");
  assert.equal(touching.touch("b2"), "a1-b2");
  assert.equal(new Touching(MOVES).touch("pass"), "pass");
});

test("another beginning takes the place of the one that was chosen", () => {
  const touching = new Touching(MOVES);
  touching.touch("a1");
  assert.equal(touching.touch("b1"), null);
  assert.deepEqual(touching.chosen, ["b1"]);
});

test("what is touched instead takes the place of the last touch that it can follow", () => {
  const touching = new Touching(WITH_PROMOTION);
  touching.touch("a7");
  touching.touch("a8");
  assert.deepEqual(touching.after("b7"), ["b7"]);
  assert.deepEqual(touching.after("rook"), ["a7", "a8", "rook"]);
});

test("what has no part in an action changes nothing", () => {
  const touching = new Touching(MOVES);
  touching.touch("a1");
  assert.equal(touching.touch("c3"), null);
  assert.deepEqual(touching.chosen, ["a1"]);
  assert.equal(touching.after("c3"), null);
});

test("a drag to the end means the action if only one ends there", () => {
  const touching = new Touching(WITH_PROMOTION);
  touching.touch("a7");
  assert.equal(touching.finish("rook"), "a7-a8=R");
  assert.deepEqual(touching.chosen, ["a7", "a8", "rook"]);
  assert.equal(new Touching(MOVES).finish("b2"), null);
});

test("the last touch can be taken back", () => {
  const touching = new Touching(MOVES);
  touching.touch("a1");
  touching.back();
  assert.deepEqual(touching.chosen, []);
  touching.back();
  assert.deepEqual(touching.chosen, []);
});

test("every thing has the step at which it is touched first", () => {
  const steps = new Touching({ one: ["a", "b"], other: ["b", "c"] }).steps();
  assert.deepEqual(
    [...steps],
    [
      ["a", 0],
      ["b", 0],
      ["c", 1],
    ],
  );
});

test("without actions nothing can be touched", () => {
  const touching = new Touching({});
  assert.equal(touching.isPossible, false);
  assert.equal(touching.next().size, 0);
  assert.equal(touching.done(), null);
});

/** @type {import("../../src/tablier/web/js/wire.js").Control[]} */
const CONTROLS = [
  { id: "stake", kind: "number", words: "How many?", choices: [0, 1, 2].map((n) => ({ id: `s${n}`, words: `${n}` })) },
  { id: "way", kind: "direction", words: "Where to?", choices: ["N", "E"].map((way) => ({ id: way, words: way })) },
  { id: "seal", kind: "confirm", words: "", choices: [{ id: "seal", words: "Seal {stake} {way}" }] },
];
const ORDERS = Object.fromEntries(
  [0, 1, 2].flatMap((n) => ["N", "E"].map((way) => [`${n} ${way}`, [`s${n}`, way, "seal"]])),
);

test("a number begins somewhere, and a direction is asked for", () => {
  const touching = new Touching(ORDERS, CONTROLS);
  assert.deepEqual(touching.chosen, ["s0"]);
  assert.deepEqual([...touching.next()], ["N", "E"]);
  assert.deepEqual(touching.open(), CONTROLS);
  assert.equal(touching.hasBegun, false);
});

test("what is chosen beside the board stays when something before it changes", () => {
  const touching = new Touching(ORDERS, CONTROLS);
  touching.touch("E");
  assert.equal(touching.touch("s2"), null);
  assert.deepEqual(touching.chosen, ["s2", "E"]);
  assert.equal(touching.touch("seal"), "2 E");
});

test("nothing is done before it is confirmed", () => {
  const touching = new Touching({ "0 N": ["s0", "N", "seal"] }, CONTROLS);
  assert.deepEqual(touching.chosen, ["s0", "N"]);
  assert.equal(touching.done(), null);
});

test("where there is one choice only, no control asks for it", () => {
  const touching = new Touching({ "a-b 1": ["a", "b", "s1"], "a-c 1": ["a", "c", "s1"], "a-c 2": ["a", "c", "s2"] }, [
    { ...CONTROLS[0], kind: "pick" },
  ]);
  assert.deepEqual(touching.open(), []);
  touching.touch("a");
  assert.equal(touching.touch("b"), "a-b 1");
  assert.equal(touching.touch("c"), null);
  assert.deepEqual(
    touching.possible(touching.controls[0]).map(({ id }) => id),
    ["s1", "s2"],
  );
  assert.equal(touching.touch("s2"), "a-c 2");
});

test("a step back leads to before the last touch on the board, whatever was chosen since", () => {
  const touching = new Touching({ "a-b 1": ["a", "b", "s1", "seal"], "a-b 2": ["a", "b", "s2", "seal"] }, CONTROLS);
  touching.touch("a");
  touching.touch("b");
  touching.touch("s2");
  touching.back();
  assert.deepEqual(touching.chosen, ["a"]);
});

test("what is likely meant is chosen to begin with, and makes no action by itself", () => {
  /** @type {Control} */
  const who = { id: "who", kind: "pick", words: "Who?", choices: [1, 2, 3].map(soldiers), presets: ["3", "2", "1"] };
  /** @type {Control} */
  const go = { id: "go", kind: "confirm", words: "", choices: [{ id: "go", words: "Go" }] };
  const touches = { "a-b*1": ["a", "b", "1", "go"], "a-b*2": ["a", "b", "2", "go"], "a-c": ["a", "c"] };
  const touching = new Touching(touches, [who, go]);
  touching.touch("a");
  assert.equal(touching.touch("b"), null);
  assert.deepEqual(touching.chosen, ["a", "b", "2"]); // three cannot go
  assert.equal(touching.touch("1"), null);
  assert.equal(touching.touch("go"), "a-b*1");
});

test("what was wanted comes before what is likely meant", () => {
  /** @type {Control} */
  const who = { id: "who", kind: "pick", words: "Who?", choices: [1, 2].map(soldiers), presets: ["2"] };
  /** @type {Control} */
  const go = { id: "go", kind: "confirm", words: "", choices: [{ id: "go", words: "Go" }] };
  const touches = { b1: ["b", "1", "go"], b2: ["b", "2", "go"], c1: ["c", "1", "go"], c2: ["c", "2", "go"] };
  const touching = new Touching(touches, [who, go]);
  touching.touch("b");
  touching.touch("1");
  touching.touch("c");
  assert.deepEqual(touching.chosen, ["c", "1"]);
});

/** @param {number} n */
function soldiers(n) {
  return { id: String(n), words: `${n}` };
}

/** @type {import("../../src/tablier/web/js/wire.js").Control[]} */
const DESK = [
  { id: "stake", kind: "number", words: "How much?", choices: ["s0", "s7"].map((id) => ({ id, words: id.slice(1) })) },
  {
    id: "way",
    kind: "direction",
    words: "Where?",
    choices: [
      {
        id: "dN",
        words: "to the north",
        shows: { id: "draft", kind: "mark", x: 1, y: 2, words: "", shapes: [["text", {}, "{stake}!"]] },
      },
    ],
  },
  { id: "seal", kind: "confirm", words: "", choices: [{ id: "seal", words: "Seal {stake} {way}" }] },
];
const SEALED = { "0 N": ["s0", "dN", "seal"], "7 N": ["s7", "dN", "seal"] };

test("what is chosen of controls is seen on the board, with the rest of it filled in", () => {
  const touching = new Touching(SEALED, DESK);
  touching.touch("s7");
  touching.touch("dN");
  assert.deepEqual(touching.shown(), [
    { id: "draft", kind: "mark", x: 1, y: 2, words: "", shapes: [["text", {}, "7!"]] },
  ]);
  touching.touch("s0");
  assert.deepEqual(touching.shown()[0].shapes, [["text", {}, "0!"]]);
});

test("an action is called by the button that says all of it, or by what is touched", () => {
  const called = (/** @type {string} */ id) => `the ${id}`;
  assert.deepEqual(new Touching(SEALED, DESK).words(SEALED["7 N"], called), ["Seal 7 to the north"]);
  assert.deepEqual(new Touching(MOVES).words(MOVES["a1-a2"], called), ["the a1", "the a2"]);
});
