import { FakeSocket, happens, Time } from "./browser.js";
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { PROTOCOL } from "../../src/tablier/web/js/edition.js";
import { Socket, whole } from "../../src/tablier/web/js/socket.js";
import { acted, now, OPENED, rolled, scene, told } from "./messages.js";

/** @import { Listener } from "../../src/tablier/web/js/socket.js" */
/** @import { Item, TableEvent } from "../../src/tablier/web/js/wire.js" */

const ENOUGH = 2_000; // for the next attempt

/** @type {Time} */
let time;
/** @type {any[]} what was heard, as [what, ...] */
let heard;

/** @type {Listener} */
const listener = {
  events: (message, how) => heard.push(["events", message, how]),
  presence: (message) => heard.push(["presence", message]),
  lost: () => heard.push(["lost"]),
  back: () => heard.push(["back"]),
  refused: (problem) => heard.push(["refused", problem]),
};

/** @param {number | null} seat */
function connect(seat = 0) {
  const socket = new Socket("here", seat, listener);
  welcome([OPENED]);
  return socket;
}

/** @param {TableEvent[]} events */
function welcome(events, after = 0) {
  FakeSocket.last.tell({
    type: "events",
    protocol: PROTOCOL,
    pages: "",
    seat: 0,
    after,
    events: told(events, after),
    now: now(),
  });
}

/** What was heard, by name. */
function names() {
  return heard.map(([what]) => what);
}

beforeEach(() => {
  time = new Time();
  heard = [];
});
afterEach(() => time.end());

test("a connection asks for its seat, from the beginning, in the language of the page", () => {
  new Socket("here", 1, listener).close();
  const { url } = FakeSocket.last;
  assert.equal(url.pathname, "/api/v1/tables/here/socket");
  assert.deepEqual(Object.fromEntries(url.searchParams), { seat: "1", after: "0", show: "changes,words", lang: "fr" });
  new Socket("here", null, listener).close();
  assert.equal(FakeSocket.last.url.searchParams.has("seat"), false);
});

test("what is done answers the command, and what is refused throws", async () => {
  const socket = connect();
  const [done, refused] = [socket.ask({ do: "resign" }), socket.ask({ do: "takeback" })];
  const [first, second] = FakeSocket.last.sent;
  FakeSocket.last.tell({ type: "refused", id: second.id, code: "takeback/not-possible", words: "trop tard" });
  FakeSocket.last.tell({ type: "done", id: first.id, version: 1 });
  assert.equal((await done).version, 1);
  await assert.rejects(refused, { code: "takeback/not-possible", message: "trop tard" });
  socket.close();
});

test("an action says which version it answers", () => {
  const socket = connect();
  FakeSocket.last.tell({ type: "events", events: told([rolled("[3]")], 1), now: now() });
  socket.play("a1-a4");
  assert.equal(FakeSocket.last.sent[0].version, 2);
  socket.close();
});

test("a lost connection comes back, from where it was, and is said to have been lost once", () => {
  const socket = connect();
  FakeSocket.last.end();
  assert.equal(socket.isLost, true);
  time.pass(ENOUGH);
  FakeSocket.last.end(); // still no server
  time.pass(ENOUGH);
  assert.equal(FakeSocket.last.url.searchParams.get("after"), "1");
  welcome([], 1);
  assert.deepEqual(names(), ["events", "lost", "events", "back"]);
  assert.equal(socket.isLost, false);
  socket.close();
});

test("what was not answered before a loss is sent again, and answered once", async () => {
  const socket = connect();
  const done = socket.play("a1-a2");
  const [sent] = FakeSocket.last.sent;
  FakeSocket.last.end();
  const waiting = socket.ask({ do: "resign" }); // not sent while there is nobody to hear it
  time.pass(ENOUGH);
  welcome([], 1);
  assert.deepEqual(FakeSocket.last.sent[0], sent);
  assert.equal(FakeSocket.last.sent.length, 2);
  for (const { id } of FakeSocket.last.sent) FakeSocket.last.tell({ type: "done", id, version: 2 });
  await Promise.all([done, waiting]);
  assert.equal(socket.waiting.size, 0);
  socket.close();
});

test("what comes twice is told once", () => {
  const socket = connect();
  FakeSocket.last.tell({ type: "events", events: told([rolled("[3]")], 1), now: now() });
  FakeSocket.last.tell({ type: "events", events: told([rolled("[3]"), acted(0, "a1-a4")], 1), now: now() });
  assert.deepEqual(
    heard.map(([, { events }]) => events.length),
    [1, 1, 1],
  );
  socket.close();
});

test("a server that knows less than we do lets everything begin anew", () => {
  const socket = connect();
  FakeSocket.last.tell({ type: "events", events: told([rolled("[3]")], 1), now: now() });
  FakeSocket.last.end();
  time.pass(ENOUGH);
  welcome([OPENED]);
  assert.equal(heard.at(-2)[2].anew, true);
  assert.equal(socket.version, 1);
  socket.close();
});

test("a refusal for good is told, and the connection does not come again", () => {
  new Socket("here", 0, listener);
  FakeSocket.last.tell({ type: "refused", id: null, code: "seat/not-yours", words: "pas à vous" });
  FakeSocket.last.end(4400);
  const opened = FakeSocket.all.length;
  time.pass(ENOUGH);
  assert.deepEqual(names(), ["refused"]);
  assert.equal(heard[0][1].message, "pas à vous");
  assert.equal(FakeSocket.all.length, opened);
});

test("a quiet connection is asked for a sign of life, and counts as lost without one", () => {
  const socket = connect();
  time.pass(20_000);
  assert.deepEqual(FakeSocket.last.sent, [{ do: "ping" }]);
  FakeSocket.last.tell({ type: "pong" });
  time.pass(10_000);
  assert.equal(socket.isLost, false);
  time.pass(20_000);
  assert.equal(socket.isLost, true);
  socket.close();
});

test("who looks again, or has a network again, does not wait for the next attempt", () => {
  const socket = connect();
  FakeSocket.last.end();
  const opened = FakeSocket.all.length;
  happens.dispatchEvent(new Event("online"));
  assert.equal(FakeSocket.all.length, opened + 1);
  socket.close();
});

test("a closed connection stays closed", () => {
  const socket = connect();
  socket.close();
  FakeSocket.last.end();
  const opened = FakeSocket.all.length;
  happens.dispatchEvent(new Event("visibilitychange"));
  time.pass(ENOUGH);
  assert.deepEqual(names(), ["events"]);
  assert.equal(FakeSocket.all.length, opened);
});

test("of a picture only the changes come, and it is whole again", () => {
  /** @type {Item} */
  const square = { id: "a1", kind: "place", x: 0, y: 0, words: "a1", shapes: [] };
  /** @type {Item} */
  const pawn = { id: "p", kind: "piece", x: 0, y: 0, words: "", shapes: [], on: "a1" };
  const moved = { ...pawn, x: 1, on: "b1" };
  const before = scene({ items: [square, pawn] });
  assert.deepEqual(whole({ items: [[0, 1], moved] }, before), scene({ items: [square, moved] }));
  const staged = scene({ moment: { id: "fall", beats: [] } });
  assert.deepEqual(whole({ items: [], status: "won", moment: null }, staged), scene({ status: "won" }));
  assert.deepEqual(whole(before, null), before);
});
