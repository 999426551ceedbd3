"""The toy's description."""

from __future__ import annotations

from tablier.engine.game import Game
from tablier.engine.options import Choice, Whole
from tests.testing.toy import notation

GAME = Game(
    name="three-at-the-market",
    package=__package__,
    prefix="TM",
    secrets=True,
    minutes=(1, 2),
    options=(
        Whole(name="rounds", least=1, most=3, default=3, samples=(3, 1)),
        Choice(name="die", values=("fair", "loaded"), default="fair", samples=("fair", "loaded")),
    ),
    seats=lambda settled: notation.NAMES,
    most_actions=lambda settled: 6 + 8 * int(settled["rounds"]),
)
