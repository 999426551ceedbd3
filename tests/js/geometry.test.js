import assert from "node:assert/strict";
import { test } from "node:test";
import { around, distance, grown, least, middle, wayTo } from "../../src/tablier/web/js/geometry.js";

const BOX = { x: 10, y: 10, width: 4, height: 2 };
const RIGHT = { x: 1, y: 0 };

test("a box has a middle, and grows to all sides", () => {
  assert.deepEqual(middle(BOX), { x: 12, y: 11 });
  assert.deepEqual(grown(BOX, 1), { x: 9, y: 9, width: 6, height: 4 });
});

test("a box around boxes holds them all, and no more", () => {
  assert.deepEqual(around([BOX]), BOX);
  assert.deepEqual(around([BOX, { x: 0, y: 11, width: 1, height: 9 }]), { x: 0, y: 10, width: 14, height: 10 });
});

test("inside a box its distance is nothing, outside it is that to its nearest point", () => {
  assert.equal(distance({ x: 11, y: 11 }, BOX), 0);
  assert.equal(distance({ x: 6, y: 11 }, BOX), 4);
  assert.equal(distance({ x: 17, y: 16 }, BOX), 5);
});

test("of several the nearest is found, and none that is too far", () => {
  assert.equal(least([5, -3, 4], Math.abs), -3);
  assert.equal(least([5, 4], Math.abs, 3), null);
  assert.equal(least([3], Math.abs, 3), 3);
  assert.equal(least([], Math.abs), null);
});

test("who goes right meets what lies ahead before what lies aside, and never what lies behind", () => {
  const from = { x: 0, y: 0 };
  assert.ok(wayTo(from, { x: 3, y: 0 }, RIGHT) < wayTo(from, { x: 2, y: 1 }, RIGHT));
  assert.equal(wayTo(from, { x: -1, y: 0 }, RIGHT), Infinity);
  assert.equal(wayTo(from, { x: 1, y: 4 }, RIGHT), Infinity);
});
