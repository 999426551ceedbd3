"""The rules against their plain formulation: the same legal moves, boards and results, in every option."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tablier.engine.kernels import NATURE
from tablier.engine.position import Position
from tests.games.war_of_masters.arrange import (
    BROWN_WINS,
    DRAWN,
    LARGE,
    RED_WINS,
    RINGED,
    SMALL,
    WAITING,
    arrange,
    diagram,
)
from tests.games.war_of_masters.plain import Piece, Table

VARIANTS = [
    {},
    {"path": "leap"},
    {"goal": "all"},
    {"goal": "all", "path": "leap", "ring": "ai"},
    {"goal": "all", "ring": "ca", "max_turns": 150},
]

CROWDED_ENDINGS = [
    # every large cylinder is on the board, and small ones are about to arrive: they wait, roam and are replaced
    """
    9 ....N....
    8 rr..rr.rr
    7 ..r......
    5 .......B.
    4 RRRR.RRRR
    3 BBB...BBB
    2 b...bb..B
    1 ....M....
    """,
    """
    9 .BBBNBB.B
    8 .....r..r
    6 B.......R
    5 v...w..v.
    4 .w.......
    3 ..B......
    2 b....b...
    1 R.RRMRRRR
    """,
    # little is left: many passes, many sixes that cannot be divided
    """
    9 b...N....
    8 b........
    2 ........r
    1 ....M...r
    """,
]


def follow(position: Position, table: Table, random: Random, plies: int) -> int:
    """Play at random on both, and see at each step that they agree. Return how many positions were compared."""
    for compared in range(plies):
        if position.over:
            return compared
        if position.pending == (NATURE,):
            chosen = random.choice(["[1]", "[2]", "[3]", "[4]", "[5]", "[6]", "[6]"])
        else:
            legal = position.legal()
            assert sorted(legal) == sorted(table.legal()), f"after {diagram(position)}"
            chosen = random.choice(legal)
        position.play(chosen)
        table.do(chosen)
        assert diagram(position) == table.diagram()
        assert position.over == bool(table.winner)
    return plies


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_follow_the_plain_rules(options: dict[str, Any]) -> None:
    """WM-1 to WM-20: the legal moves are those of the plain formulation, and lead to the same boards and results."""
    random = Random(str(options))
    compared = 0
    while compared < 700:
        table = Table(**options)
        table.set_up()
        position = Position("war-of-masters", **options)
        compared += follow(position, table, random, 700)
        if position.over:
            assert position.shares == {"red": RED_WINS, "brown": BROWN_WINS, "nobody": DRAWN}[table.winner]


@pytest.mark.parametrize("options", [{}, {"path": "leap"}, {"goal": "all"}, {"goal": "all", "path": "leap"}], ids=str)
@pytest.mark.parametrize("ending", CROWDED_ENDINGS)
def test_random_endings_follow_the_plain_rules(ending: str, options: dict[str, Any]) -> None:
    """WM-13, WM-16, WM-17, WM-18: the same where promotion, waiting and undividable sixes are frequent."""
    random = Random(str(options))
    for game in range(4):
        position = arrange(ending, to_move=("red", "brown")[game % 2], **options)
        follow(position, as_plain(position), random, 60)


def as_plain(position: Position) -> Table:
    """The same position, in the plain formulation."""
    table = Table(**dict[str, Any](position.options))
    table.turn = position.seats[position.record.seat]
    for line in diagram(position).splitlines():
        for column, letter in enumerate(line[2:], start=1):
            if letter != ".":
                table.pieces[column, int(line[0])] = _piece(letter)
    for colour in position.seats:
        large = [piece for piece in table.pieces.values() if piece.colour == colour and piece.size == "large"]
        plain = sum(not piece.ringed for piece in large)
        table.captured += [Piece(colour, "large")] * (8 - plain)
        table.captured += [Piece(colour, "large", ringed=True)] * (plain == len(large))
    return table


def _piece(letter: str) -> Piece:
    kind = next(kind for kind in (SMALL, LARGE, RINGED, WAITING) if letter in kind)
    colour = ("red", "brown")[kind.index(letter)]
    return Piece(colour, "large" if kind in (LARGE, RINGED) else "small", kind == RINGED, kind == WAITING)
