// boardgame.io as it is meant to run, in memory: two players throw a die and take one of 81 squares in turn, until none is left.
// That is about as long as a game of War of Masters between people who act at random, and a small part of its rules.
//
//   node server.cjs PORT

const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const game = {
  name: "squares",
  setup: ({ random }) => ({ squares: Array(81).fill(null), left: 81, die: random.D6() }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, playerID, random }, square) => {
      if (G.squares[square] !== null) return INVALID_MOVE;
      G.squares[square] = playerID;
      G.left--;
      G.die = random.D6();
    },
  },
  endIf: ({ G }) => (G.left ? undefined : { draw: true }),
};

const port = Number(process.argv[2]);
Server({ games: [game], origins: [Origins.LOCALHOST] }).run({ port, callback: () => console.log("ready") });
