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
