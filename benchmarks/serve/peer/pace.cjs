// How people act, at our tables as at boardgame.io's: at random tables and moments, so many times a second. Both crowds stand on this, so that
// neither server waits for its crowd longer than the other does.
//
// Says "ready" once all are there. Each line of standard input asks for a while of playing, {"rate": 100, "seconds": 8}; answered by how long each
// action took from sending to the opponent's receipt, in milliseconds, and how often one was due and nobody could act: {"delays": [..], "missed": 0}.

const { createInterface } = require("node:readline");

const AT_A_TIME = 20;
const UNDER_WAY = 500;

/** Where somebody can act: functions that let them. One that gives false has nobody after all. */
const able = [];
let delays = [];

/** Somebody can act. */
function can(act) {
  able.push(act);
}

/** An action that was sent then has been received by who waits for it. */
function arrived(sent) {
  delays.push(performance.now() - sent);
}

function act() {
  while (able.length) {
    const at = Math.floor(Math.random() * able.length);
    [able[at], able[able.length - 1]] = [able[able.length - 1], able[at]];
    if (able.pop()() !== false) return true;
  }
  return false;
}

/** Any of these. */
const any = (some) => some[Math.floor(Math.random() * some.length)];

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function play({ rate, seconds }) {
  delays = [];
  let missed = 0;
  const begun = performance.now();
  for (let due = begun; due < begun + seconds * 1000; ) {
    const wait = due - performance.now();
    if (wait > 0) await pause(wait);
    while (due <= performance.now() && due < begun + seconds * 1000) {
      if (!act()) missed++;
      due += (-Math.log(1 - Math.random()) * 1000) / rate;
    }
  }
  await pause(UNDER_WAY);
  console.log(JSON.stringify({ delays, missed }));
}

/** Open so many tables, some at a time, then do as one is told. */
async function come(count, open) {
  for (let left = count; left > 0; left -= AT_A_TIME) {
    await Promise.all(Array.from({ length: Math.min(AT_A_TIME, left) }, open));
  }
  console.log("ready");
  for await (const line of createInterface({ input: process.stdin })) await play(JSON.parse(line));
  process.exit(0);
}

module.exports = { any, arrived, can, come };
