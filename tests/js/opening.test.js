import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { entropyOf, pledgeOf } from "../../src/tablier/web/js/fairness.js";
import { leave, sit } from "../../src/tablier/web/js/opening.js";

/** What the server was sent, where to. @type {[string, Record<string, string>][]} */
let asked = [];
/** What it answers to who sits down; 0: nothing. */
let status = 200;

/** @param {URL} address @param {RequestInit} request */
async function answer({ pathname }, { body }) {
  if (pathname.endsWith("/people")) return Response.json({});
  asked.push([pathname, JSON.parse(String(body))]);
  if (!status) throw new TypeError("the answer is lost");
  return Response.json(status === 200 ? { key: "", to_give: [] } : { code: "no", words: "no" }, { status });
}

beforeEach(() => {
  localStorage.clear();
  Object.assign(globalThis, { fetch: answer });
  [asked, status] = [[], 200];
});

/** Whether what is kept for a seat is what was pledged for it first. @param {number} seat */
const holds = (seat) => pledgeOf("here", seat, entropyOf("here", seat)) === asked[0][1].pledge;

test("who sits down again, from another page, is held to what was pledged first", async () => {
  await sit("here", 0, "Zoé");
  await sit("here", 0, "Zoé");
  assert.equal(asked[1][1].pledge, asked[0][1].pledge);
  assert.ok(holds(0));
});

for (const lost of [0, 429, 503]) {
  test(`what was pledged can be given where the answer was lost, or the server was busy (${lost})`, async () => {
    status = lost;
    await assert.rejects(sit("here", 0, "Zoé"));
    assert.ok(holds(0));
  });
}

test("who is refused a chair has nothing to give there", async () => {
  status = 409;
  await assert.rejects(sit("here", 0, "Zoé"));
  assert.equal(entropyOf("here", 0), "");
});

test("who gets up has nothing to give there, and draws anew; who may not get up keeps it", async () => {
  await sit("here", 0, "Zoé");
  await assert.rejects(leave("here", 0, { ask: () => Promise.reject(new Error("not now")) }));
  assert.ok(holds(0));
  await leave("here", 0, { ask: async () => ({ type: "done", id: "1", version: 2 }) });
  assert.equal(entropyOf("here", 0), "");
  await sit("here", 0, "Zoé");
  assert.notEqual(asked[1][1].pledge, asked[0][1].pledge);
});
