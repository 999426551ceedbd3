// After three games in a row, another level is offered.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";

const { betterLevel, counted } = await import("../../src/tablier/web/js/adjust.js");

const NONE = { game: "", level: 0, run: 0, last: "" };

/** @param {number[]} results @param {number} level */
function played(results, level = 4, game = "a-game") {
  return results.reduce(
    (streak, result, number) => counted(streak, { game, level, table: `t${number}`, result }),
    NONE,
  );
}

test("three losses in a row make an offer of a weaker bot, three wins of a stronger one", () => {
  assert.equal(betterLevel(played([-1, -1, -1])), 3);
  assert.equal(betterLevel(played([1, 1, 1])), 5);
  assert.equal(betterLevel(played([-1, -1])), null);
});

test("a win among losses, and a draw, begin anew", () => {
  assert.equal(betterLevel(played([-1, -1, 1, -1])), null);
  assert.equal(betterLevel(played([-1, -1, 0, -1])), null);
  assert.equal(betterLevel(played([1, -1, -1, -1])), 3);
});

test("a game that is looked at again counts once, and another game or level is another matter", () => {
  const twice = played([-1, -1]);
  assert.equal(betterLevel(counted(twice, { game: "a-game", level: 4, table: "t1", result: -1 })), null);
  assert.equal(betterLevel(counted(twice, { game: "another", level: 4, table: "t2", result: -1 })), null);
  assert.equal(betterLevel(counted(twice, { game: "a-game", level: 5, table: "t2", result: -1 })), null);
});

test("there is nothing below the weakest and nothing above the strongest", () => {
  assert.equal(betterLevel(played([-1, -1, -1], 1)), null);
  assert.equal(betterLevel(played([1, 1, 1], 8)), null);
});
