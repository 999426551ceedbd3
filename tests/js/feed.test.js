import { FakeSocket } from "./browser.js";
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { PROTOCOL } from "../../src/tablier/web/js/edition.js";
import { Feed } from "../../src/tablier/web/js/feed.js";
import { acted, now, rolled, SEATED, told } from "./messages.js";

/** @import { News } from "../../src/tablier/web/js/feed.js" */
/** @import { Now, TableEvent } from "../../src/tablier/web/js/wire.js" */

/** @type {News[]} */
let heard;
/** @type {Feed} */
let feed;
let version = 0;

const MINE = now({ since: 4 });
const THEIRS = now({ pending: [1] });

/** @param {TableEvent[]} events @param {Now} standing */
function tell(events, standing) {
  FakeSocket.last.tell({ type: "events", events: told(events, version), now: standing });
  version += events.length;
  return /** @type {News} */ (heard.at(-1));
}

beforeEach(() => {
  heard = [];
  const listener = { changed: (/** @type {Feed} */ _, /** @type {News} */ news) => heard.push(news) };
  feed = new Feed("here", 0, { ...listener, lost: () => {}, back: () => {}, refused: () => {} });
  FakeSocket.last.tell({
    type: "events",
    protocol: PROTOCOL,
    pages: "",
    seat: 0,
    after: 0,
    events: told(SEATED),
    now: MINE,
  });
  version = SEATED.length;
});
afterEach(() => feed.socket.close());

test("the first message makes a view of everything so far", () => {
  assert.equal(feed.view?.chairs[0].name, "Anne");
  assert.equal(heard[0].isFirst, true);
  assert.equal(heard[0].before, null);
});

test("the choice is another one where the server says that one is before it since something else", () => {
  assert.equal(tell([acted(0, "a1-a2", "a1-a2")], THEIRS).isFresh, true);
  assert.equal(tell([acted(1, "b1-b2", "b1-b2")], now({ since: 6 })).isFresh, true);
});

test("what others do while one chooses leaves the choice as it is", () => {
  assert.equal(tell([{ kind: "said", by: 1, to: [], message: "text", body: "!", turn: 0 }], MINE).isFresh, false);
  assert.equal(tell([{ kind: "acted", seat: 1, action: "?", secret: true }], MINE).isFresh, false);
});

test("it is told that dice were rolled, which drawing a card is not", () => {
  assert.equal(tell([acted(0, "a1-a2"), rolled("[6]")], THEIRS).hasRolled, true);
  assert.equal(tell([{ kind: "acted", seat: -1, action: "[?]", chance: "draw", secret: true }], MINE).hasRolled, false);
});

test("orders that were secret are revealed together with the last one", () => {
  const first = { seat: 0, action: "10 S" };
  const last = { ...acted(1, "5 N", "N:10S E:5N -> S"), revealed: [first] };
  assert.deepEqual(tell([last], MINE).revealed, [first, { seat: 1, action: "5 N" }]);
  assert.deepEqual(tell([acted(1, "b1-b2", "b1-b2")], MINE).revealed, []);
});

test("who comes and goes changes neither what was told nor the choice", () => {
  FakeSocket.last.tell({ type: "presence", here: [0, 1] });
  assert.deepEqual(feed.view?.now.here, [0, 1]);
  assert.deepEqual([heard.at(-1)?.isFresh, heard.at(-1)?.events], [false, []]);
});

test("what was known is forgotten if the server says so", () => {
  tell([acted(0, "a1-a2", "a1-a2")], THEIRS);
  FakeSocket.last.tell({
    type: "events",
    protocol: PROTOCOL,
    pages: "",
    seat: 0,
    after: 0,
    events: told(SEATED),
    now: MINE,
  });
  assert.equal(feed.view?.acts.length, 0);
});
