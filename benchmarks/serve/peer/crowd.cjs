// Many people at many matches of boardgame.io: two at each, over socket.io, who act at random tables and moments, and connect to
// another match when one is over. Each receives what the server sends to its seat, and reads it; what boardgame.io's own client does
// with it in a browser costs the server nothing, and is left out on both sides.
//
//   node crowd.cjs URL MATCHES
//
// Says "ready" once all are connected. Each line of standard input asks for a while of playing, {"rate": 100, "seconds": 8}; answered by how long each
// action took from sending to the opponent's receipt, in milliseconds, and how often one was due and nobody could act: {"delays": [..], "missed": 0}.

const { createInterface } = require("node:readline");
const { io } = require("socket.io-client");

const [url, count] = [process.argv[2], Number(process.argv[3])];
const AT_A_TIME = 20;
const UNDER_WAY = 500;

/** Where somebody can act. */
const able = [];
let delays = [];

let opened = 0;

/** A match begins when somebody first asks for it. */
async function open() {
  const match = { matchID: `match-${opened++}`, state: null, sent: 0, sender: "", sockets: [] };
  for (const playerID of ["0", "1"]) await connect(match, playerID);
  able.push(match);
}

function connect(match, playerID) {
  const socket = io(`${url}/squares`, { transports: ["websocket"], forceNew: true });
  match.sockets.push(socket);
  socket.on("connect", () => socket.emit("sync", match.matchID, playerID, undefined, 2));
  socket.on("update", (_, state) => see(match, playerID, state));
  return new Promise((resolve) => {
    socket.on("sync", (_, { state }) => {
      match.state = state;
      resolve();
    });
  });
}

/** An action counts when the other has received it. */
function see(match, playerID, state) {
  if (!match.sent || playerID === match.sender || state._stateID <= match.state._stateID) return;
  delays.push(performance.now() - match.sent);
  match.state = state;
  match.sent = 0;
  if (state.ctx.gameover === undefined) able.push(match);
  else followed(match);
}

function followed(match) {
  for (const socket of match.sockets) socket.close();
  open();
}

/** Any that is free. */
function square({ squares }) {
  const free = [...squares.keys()].filter((at) => squares[at] === null);
  return free[Math.floor(Math.random() * free.length)];
}

function act() {
  if (!able.length) return false;
  const at = Math.floor(Math.random() * able.length);
  [able[at], able[able.length - 1]] = [able[able.length - 1], able[at]];
  const match = able.pop();
  const playerID = match.state.ctx.currentPlayer;
  const payload = { type: "take", args: [square(match.state.G)], playerID };
  match.sent = performance.now();
  match.sender = playerID;
  match.sockets[playerID].emit("update", { type: "MAKE_MOVE", payload }, match.state._stateID, match.matchID, playerID);
  return true;
}

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

async function main() {
  while (opened < count) await Promise.all(Array.from({ length: Math.min(AT_A_TIME, count - opened) }, open));
  console.log("ready");
  for await (const line of createInterface({ input: process.stdin })) await play(JSON.parse(line));
  process.exit(0);
}

main();
