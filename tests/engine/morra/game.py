"""Morra's description. It is none of the library's games: a test hands it over as it is."""

from __future__ import annotations

from tablier.engine.game import Game
from tablier.engine.options import Whole
from tests.engine.morra import notation

GAME = Game(
    name="morra",
    package="tests.engine.morra",
    prefix="MO",
    secrets=True,
    minutes=(1, 2),
    options=(Whole(name="rounds", least=1, most=9, default=2, samples=(2,)),),
    seats=lambda settled: notation.SEATS,
    most_actions=lambda settled: 3 * int(settled["rounds"]),
)
