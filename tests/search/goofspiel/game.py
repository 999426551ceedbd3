"""Goofspiel's description. It is none of the library's games: a test, or a benchmark, hands it over as it is."""

from __future__ import annotations

from tablier.engine.game import Game
from tablier.engine.options import Whole
from tests.search.goofspiel import notation

GAME = Game(
    name="goofspiel",
    package="tests.search.goofspiel",
    prefix="GO",
    secrets=True,
    minutes=(1, 2),
    options=(Whole(name="cards", least=1, most=6, default=3, samples=(3,)),),
    seats=lambda settled: notation.SEATS,
    most_actions=lambda settled: 2 * int(settled["cards"]),
)
