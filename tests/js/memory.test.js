import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forgetKey, invitation, keepKeys, keysOf, readInvitation } from "../../src/tablier/web/js/invitations.js";
import { recall, remember, TableMemory } from "../../src/tablier/web/js/memory.js";
import { tidy } from "../../src/tablier/web/js/name.js";

beforeEach(() => localStorage.clear());

test("what was remembered is recalled; what was not, or is damaged, is what one says", () => {
  remember("level", 5);
  localStorage.setItem("broken", "{");
  assert.equal(recall("level", 2), 5);
  assert.equal(recall("name", "Anne"), "Anne");
  assert.equal(recall("broken", 2), 2);
});

test("of tables only the last fifty are kept, and what is kept again counts as new", () => {
  const memory = new TableMemory("noted");
  for (let i = 0; i < 50; i++) memory.keep(`table ${i}`, i);
  memory.keep("table 0", "again");
  memory.keep("one more", 1);
  assert.equal(memory.of("table 0"), "again");
  assert.equal(memory.of("table 1"), null);
  assert.equal(memory.of("table 2"), 2);
});

test("a link carries a seat and its key behind the hash, where no server sees them", () => {
  const link = new URL(invitation("here", 1, "k-e_y"));
  assert.equal(link.pathname, "/t/here");
  assert.deepEqual(readInvitation(link.hash), { seat: 1, key: "k-e_y" });
  assert.equal(readInvitation(""), null);
  assert.equal(readInvitation("#seat=one&key=k"), null);
});

test("a key that has served is forgotten", () => {
  keepKeys({ table: "here", seats: [], commitment: "", keys: { 1: "a", 2: "b" } });
  forgetKey("here", 1);
  assert.deepEqual(keysOf("here"), { 2: "b" });
  assert.deepEqual(keysOf("elsewhere"), {});
});

test("a name is one line, and not too long", () => {
  assert.equal(tidy("  Anne\n Marie\u0007 "), "Anne Marie");
  assert.equal(tidy("x".repeat(99)).length, 60);
});
