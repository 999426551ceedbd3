import { FakeSocket, Time } from "./browser.js";
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Device } from "../../src/tablier/web/js/device.js";
import { PROTOCOL } from "../../src/tablier/web/js/edition.js";
import { now, SEATED, told } from "./messages.js";

/** @import { Now } from "../../src/tablier/web/js/wire.js" */

/** @type {Time} */
let time;
/** @type {Device[]} */
let devices;

beforeEach(() => {
  time = new Time();
  devices = [];
});
afterEach(() => {
  for (const device of devices) for (const feed of device.feeds.values()) feed.socket.close();
  time.end();
});

function newDevice() {
  const device = new Device("here", { changed: () => {}, lost: () => {}, back: () => {}, refused: () => {} });
  devices.push(device);
  return device;
}

/** A device with two seats, each told how things stand. @param {Partial<Now>} standing */
function deviceOfTwo(standing) {
  const device = newDevice();
  device.connect([0, 1]);
  tell(standing);
  return device;
}

/** @param {Partial<Now>} standing */
function tell(standing) {
  for (const socket of FakeSocket.all.slice(-3))
    socket.tell({
      type: "events",
      protocol: PROTOCOL,
      pages: "",
      seat: 0,
      after: 0,
      events: told(SEATED),
      now: now(standing),
    });
}

/** @param {Device} device @param {boolean} isSecret */
function choose(device, isSecret) {
  if (device.views) device.chooseSeat(device.views, isSecret);
  return [device.me, device.next];
}

test("one seat has one connection, several have one more for what everybody may see", () => {
  const device = deviceOfTwo({});
  assert.deepEqual([...device.feeds.keys()], [0, 1, null]);
  device.connect([1]);
  assert.deepEqual([...device.feeds.keys()], [1]);
  assert.equal(device.me, 1);
});

test("without secrets the view goes to who is to act, by itself", () => {
  const device = deviceOfTwo({ pending: [0] });
  assert.deepEqual(choose(device, false), [0, null]);
  tell({ pending: [1] });
  assert.deepEqual(choose(device, false), [1, null]);
});

test("with secrets the device is handed over first", () => {
  const device = deviceOfTwo({ pending: [1] });
  assert.deepEqual(choose(device, true), [null, 1]);
  device.take(1);
  assert.deepEqual(choose(device, true), [1, null]);
});

test("those who act at the same time are asked one after the other", () => {
  const device = deviceOfTwo({ pending: [0, 1] });
  assert.deepEqual(choose(device, true), [null, 0]);
  device.take(0);
  tell({ pending: [1] });
  assert.deepEqual(choose(device, true), [null, 1]);
});

test("the order is that of the table, whoever is told the news first", () => {
  const device = deviceOfTwo({ status: "open", pending: [] });
  choose(device, true);
  const [first, second, all] = FakeSocket.all.slice(-3);
  const hear = (/** @type {FakeSocket} */ socket, /** @type {Partial<Now>} */ standing) => {
    socket.tell({
      type: "events",
      protocol: PROTOCOL,
      pages: "",
      seat: 0,
      after: 0,
      events: told(SEATED),
      now: now(standing),
    });
    return choose(device, true);
  };
  assert.deepEqual(hear(second, { pending: [0, 1] }), [null, null]);
  assert.deepEqual(hear(first, { pending: [0, 1] }), [null, 0]);
  device.take(0);
  for (const socket of [second, all]) hear(socket, { pending: [1] });
  assert.deepEqual(hear(first, { pending: [1] }), [null, 1]);
  device.take(1);
  // The next round begins with who has the device.
  for (const socket of [first, all]) assert.deepEqual(hear(socket, { pending: [0, 1], turn: 1 }), [1, null]);
  assert.deepEqual(hear(second, { pending: [0, 1], turn: 1 }), [1, null]);
  for (const socket of [second, all]) hear(socket, { pending: [0], turn: 1 });
  assert.deepEqual(hear(first, { pending: [0], turn: 1 }), [null, 0]);
});

test("the order is that of the table, in whatever order its seats were taken", () => {
  const device = newDevice();
  device.connect([1, 0]);
  tell({ pending: [0, 1] });
  assert.deepEqual(choose(device, true), [null, 0]);
  assert.deepEqual(choose(device, true), [null, 0]); // other news does not hand it on
});

test("at the end everybody may see everything", () => {
  const device = deviceOfTwo({ status: "over", pending: [] });
  assert.deepEqual(choose(device, true), [0, null]);
});

test("nobody is chosen before all seats have been told something", () => {
  const device = newDevice();
  device.connect([0, 1]);
  assert.equal(device.views, null);
  assert.equal(device.view, null);
});
