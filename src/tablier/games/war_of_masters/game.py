"""War of Masters: who sits where, and what a table may choose. What it is called is in its words."""

from __future__ import annotations

from tablier.engine.errors import BadOption
from tablier.engine.game import Game
from tablier.engine.options import Choice, Letters, Settled, Whole

ORDINARY_RINGS = "ee"

OPTIONS = (
    Choice(name="goal", values=("master", "all"), default="master", samples=("master", "all")),
    Choice(name="path", values=("leap", "blocked"), default="blocked", samples=("blocked", "leap")),
    Letters(
        name="ring",
        pattern="[a-i]{2}",
        form="two columns from a to i, Red's then Brown's",
        codes=lambda text: ["abcdefghi".index(column) for column in text],
        default=ORDINARY_RINGS,
        samples=(ORDINARY_RINGS, "ai"),
    ),
    Whole(name="max_turns", least=1, most=10_000, default=1000, samples=(1000, 7)),
)


def check(settled: Settled) -> None:
    if settled["ring"] != ORDINARY_RINGS and settled["goal"] != "all":
        raise BadOption("ring: it is a choice only with goal=all; a Master always begins in column e")


GAME = Game(
    name="war-of-masters",
    package=__package__,
    prefix="WM",
    minutes=(10, 20),
    options=OPTIONS,
    seats=lambda settled: ("red", "brown"),
    most_actions=lambda settled: 3 * int(settled["max_turns"]),
    check=check,
)
