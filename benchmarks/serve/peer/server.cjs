// boardgame.io as it comes, in memory: two players who take turns on 81 squares, without any rules.
//
//   node server.cjs PORT

const { Server, Origins } = require("boardgame.io/server");

const game = {
  name: "squares",
  setup: () => ({ squares: Array(81).fill(null), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, playerID }, square) => {
      G.squares[square] = playerID;
      G.last = square;
    },
  },
};

const port = Number(process.argv[2]);
Server({ games: [game], origins: [Origins.LOCALHOST] }).run({ port, callback: () => console.log("ready") });
