import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { resultWords } from "../../src/tablier/web/js/result.js";

const NAMES = ["Anne", "Bruno", "Claire", "Denis"];
const PEOPLE = {
  seat: (/** @type {number} */ seat) => `S${seat}`,
  person: (/** @type {number} */ seat) => NAMES[seat],
};

/** @param {string} shares one for each seat @param {number[]} mine */
const said = (shares, ...mine) => resultWords([...shares], PEOPLE, mine).replaceAll("\u00a0", " ");

test("who wins alone is told so", () => {
  assert.equal(said("10", 0), "Vous avez gagné !");
  assert.equal(said("10", 1), "Vous avez perdu.");
  assert.equal(said("10"), "Anne gagne");
});

test("who wins in a team, or a mission, is told so, and with whom", () => {
  assert.equal(said("1010", 2), "Vous avez gagné, avec Anne !");
  assert.equal(said("1010", 1), "Vous avez perdu.");
  assert.equal(said("1110", 0), "Vous avez gagné, avec Bruno et Claire !");
  assert.equal(said("0001", 3), "Vous avez gagné !");
});

test("several seats of one device win together, or one of them does", () => {
  assert.equal(said("1010", 0, 2), "Vous avez gagné !");
  assert.equal(said("1110", 0, 2), "Vous avez gagné, avec Bruno !");
  assert.equal(said("1010", 0, 1), "Anne et Claire gagnent ensemble");
  assert.equal(said("11", 0, 1), "Partie nulle");
});
