"""The rules against their plain formulation: the same actions, throws, boards and results, in every option."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tablier.engine.kernels import NATURE
from tablier.engine.position import Position
from tablier.games.maestria.game import random_map
from tablier.search.perft import perft
from tests.games.maestria.arrange import BLACK_WINS, DRAWN, SET_UP, WHITE_WINS, after, diagram
from tests.games.maestria.plain import Table

VARIANTS = [
    {},
    {"losses": "difference"},
    {"map": "PPPPPPMFFFFM"},
    {"map": random_map(3), "losses": "difference"},
    {"max_turns": 5},
    {"shape": "deep"},
    {"shape": "deep", "map": random_map(4), "losses": "difference"},
    {"cap": "setup"},
    {"cap": "setup", "shape": "deep", "losses": "difference"},
]

RESULTS = {"black": BLACK_WINS, "white": WHITE_WINS, "nobody": DRAWN, "": None}


def follow(position: Position, table: Table, random: Random) -> int:
    """Play at random on both to the end, and see at each step that they agree. Return how many fights there were."""
    fights = 0
    while not position.over:
        if position.pending == (NATURE,):
            possible = list(position.chances())
            assert set(possible) == table.throws()
            fights += 1
        else:
            possible = position.legal()
            assert sorted(possible) == sorted(table.legal()), f"after {diagram(position)}"
            assert position.seats[position.pending[0]] == (table.side if not table.attack else defender(table))
        chosen = random.choice(possible)
        position.play(chosen)
        table.do(chosen)
        assert diagram(position) == table.diagram(), f"after {chosen}"
        assert position.shares == RESULTS[table.winner], f"after {chosen}"
    return fights


def defender(table: Table) -> str:
    return "white" if table.side == "black" else "black"


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_follow_the_plain_rules(options: dict[str, Any]) -> None:
    """MA-1 to MA-20: what may be done is what the plain formulation says, and leads to the same boards and results."""
    random = Random(str(options))
    fights = 0
    while fights < 25:
        fights += follow(Position("maestria", **options), Table(**options), random)


def sequences(table: Table, depth: int) -> int:
    """How many sequences of so many actions there are, nature's included."""
    possible = table.legal() or table.throws()
    if depth == 1:
        return len(possible)
    total = 0
    for action in possible:
        then = deepcopy(table)
        then.do(action)
        total += sequences(then, depth - 1)
    return total


@pytest.mark.parametrize(
    ("actions", "depth"),
    [
        ([], 4),
        ([action.replace("G", "S") for action in SET_UP[:25]], 4),
        (SET_UP, 2),
        ([*SET_UP, "c3-d3*3", "end", "e2xd3*3"], 3),
        ([*SET_UP, "c3-d3*3", "end", "e2xd3*3", "retreat d2", "c2xd2*2"], 3),
    ],
)
def test_there_are_as_many_sequences_as_the_plain_rules_have(actions: list[str], depth: int) -> None:
    """MA-4 to MA-16: a check of the recorded counts, which are deeper."""
    options: dict[str, Any] = {"map": "M" * 12, "losses": "difference"}
    table, position = Table(**options), after(*actions, **options)
    for action in actions:
        table.do(action)
    assert perft(position, depth) == sequences(table, depth)
