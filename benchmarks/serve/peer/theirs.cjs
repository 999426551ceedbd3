// Many people at many matches of boardgame.io: two at each, over socket.io, who connect to another match when one is over. Each receives what the
// server sends to its seat, and reads it; what boardgame.io's own client does with it in a browser costs the server nothing, and is left out.
//
//   node theirs.cjs URL MATCHES

const { io } = require("socket.io-client");
const { any, arrived, can, come } = require("./pace.cjs");

const [url, count] = [process.argv[2], Number(process.argv[3])];

let opened = 0;

/** A match begins when somebody first asks for it. */
async function open() {
  const match = { matchID: `match-${opened++}`, state: null, sent: 0, sender: "", sockets: [] };
  for (const playerID of ["0", "1"]) await connect(match, playerID);
  can(() => act(match));
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
  arrived(match.sent);
  match.state = state;
  match.sent = 0;
  if (state.ctx.gameover === undefined) can(() => act(match));
  else followed(match);
}

function followed(match) {
  for (const socket of match.sockets) socket.close();
  open();
}

function act(match) {
  const playerID = match.state.ctx.currentPlayer;
  const { squares } = match.state.G;
  const free = [...squares.keys()].filter((at) => squares[at] === null);
  const payload = { type: "take", args: [any(free)], playerID };
  match.sent = performance.now();
  match.sender = playerID;
  match.sockets[playerID].emit("update", { type: "MAKE_MOVE", payload }, match.state._stateID, match.matchID, playerID);
}

come(count, open);
