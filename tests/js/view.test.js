import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { View } from "../../src/tablier/web/js/view.js";
import { acted, now, OPENED, rolled, SEATED } from "./messages.js";

/** @import { TableEvent } from "../../src/tablier/web/js/wire.js" */

/** @param {TableEvent[]} events @param {number | null} seat */
function viewAfter(events, seat = 0) {
  const view = new View(seat, OPENED, now());
  for (const event of [...SEATED, ...events]) view.apply(event);
  return view;
}

test("who sat down is in the chair", () => {
  const [anne, bot] = viewAfter([]).chairs;
  assert.deepEqual([anne.who, anne.name, anne.entropy], ["person", "Anne", "aa"]);
  assert.deepEqual([bot.who, bot.level], ["bot", 3]);
});

test("what a seat gives later is in the chair too, and is nothing to tell", () => {
  const view = viewAfter([{ kind: "gave", seat: 0, entropy: "bb" }]);
  assert.equal(view.chairs[0].entropy, "bb");
  assert.ok(!view.remarks.some(({ kind }) => /** @type {string} */ (kind) === "gave"));
});

test("who gets up leaves the chair as it was to be filled", () => {
  const view = new View(null, OPENED, now());
  view.apply({ kind: "sat", seat: 0, name: "Anne", who: "person", level: 0, pledge: "pp", entropy: "aa" });
  view.apply({ kind: "left", seat: 0 });
  assert.deepEqual(view.chairs[0], {
    place: OPENED.places[0],
    who: null,
    name: "",
    level: 0,
    standIn: 0,
    pledge: "",
    entropy: "",
  });
  assert.deepEqual(
    view.remarks.map(({ kind, name }) => [kind, name]),
    [
      ["sat", "Anne"],
      ["left", "Anne"],
    ],
  );
});

test("turns are counted where they end", () => {
  const view = viewAfter([rolled("[3]"), acted(0, "a1-a2", "[3] a1-a2"), rolled("[6]")]);
  assert.equal(view.turns, 1);
  assert.equal(view.acts.length, 3);
});

test("what was taken back is gone, and remarks stay in their place", () => {
  const view = viewAfter([
    acted(0, "a1-a2", "a1-a2"),
    acted(1, "b1-b2", "b1-b2"),
    { kind: "asked", seat: 1 },
    { kind: "taken-back", seat: 1, actions: 1, turns: 1 },
  ]);
  assert.deepEqual(
    view.acts.map(({ action }) => action),
    ["a1-a2"],
  );
  assert.deepEqual(
    view.remarks.slice(-2).map(({ kind, at }) => [kind, at]),
    [
      ["asked", 1],
      ["taken-back", 1],
    ],
  );
});

test("a bot stands in until the person is back", () => {
  const view = viewAfter([{ kind: "replaced", seat: 0, level: 4, why: "gone" }]);
  assert.equal(view.chairs[0].standIn, 4);
  view.apply({ kind: "returned", seat: 0 });
  assert.equal(view.chairs[0].standIn, 0);
});

test("what was said belongs to the turn in which it was said", () => {
  const view = viewAfter([acted(0, "a1-a2", "a1-a2")]);
  view.apply({ kind: "said", by: 1, to: [], message: "text", body: "bravo", turn: 1 });
  assert.equal(view.messages[0].turns, 1);
});

test("a seat is to act if it is among those that are; who watches never is", () => {
  assert.equal(viewAfter([], 0).isPending, true);
  assert.equal(viewAfter([], 1).isPending, false);
  assert.equal(viewAfter([], null).isPending, false);
});

test("the end, and the table after it, are known", () => {
  const view = viewAfter([
    { kind: "ended", shares: ["1", "0"], why: "rules", seat: null, secret: "s", entropies: [], unheard: [] },
    { kind: "followed", table: "next" },
  ]);
  assert.deepEqual(view.ended?.shares, ["1", "0"]);
  assert.equal(view.followed, "next");
});

test("a sign is told among what happens, at its moment; words are only heard", () => {
  const said = { kind: /** @type {const} */ ("said"), by: 1, to: [], turn: 0 };
  const view = viewAfter([
    acted(0, "a1-a2", "a1-a2"),
    { ...said, message: "gesture", body: "point a2" },
    { ...said, message: "text", body: "Oh" },
  ]);
  assert.deepEqual(
    view.messages.map(({ body }) => body),
    ["point a2", "Oh"],
  );
  assert.deepEqual(
    view.remarks.filter(({ kind }) => kind === "said").map(({ at }) => at),
    [1],
  );
});
