"""War of Masters: who sits where, and what a table may choose. What it is called is in its words."""

from __future__ import annotations

from tablier.engine.game import Game
from tablier.engine.options import Choice, Letters, Mode, Whole

SEATS = ("red", "brown")

ORDINARY_RINGS = "ee"

OPTIONS = (
    Choice(name="goal", values=("master", "all"), default="master", samples=("master", "all")),
    Choice(name="path", values=("leap", "blocked"), default="blocked", samples=("blocked", "leap")),
    Letters(
        name="ring",
        letters="abcdefghi",
        count=len(SEATS),
        seats=SEATS,
        among=lambda settled: None if settled["goal"] == "all" else (ORDINARY_RINGS,),  # WM-3: a Master is in column e
        default=ORDINARY_RINGS,
        samples=(ORDINARY_RINGS, "ai"),
    ),
    Whole(name="max_turns", least=1, most=10_000, default=1000, samples=(1000, 7)),
)


GAME = Game(
    name="war-of-masters",
    package=__package__,
    prefix="WM",
    minutes=(5, 15),
    options=OPTIONS,
    modes=(Mode("master", {"goal": "master"}), Mode("last-piece", {"goal": "all"}, minutes=(20, 40))),
    seats=lambda settled: SEATS,
    most_actions=lambda settled: 3 * int(settled["max_turns"]),
)
