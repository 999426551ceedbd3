"""Master Citadel: who sits where, and what a table may choose. What it is called is in its words."""

from __future__ import annotations

from tablier.engine.game import Game
from tablier.engine.options import Choice, Mode, Settled, Whole
from tablier.games.master_citadel import rules

OPTIONS = (
    Whole(name="size", least=3, most=9, odd=True, default=5, samples=(5,)),
    Choice(name="line", values=("beyond", "edge"), default="beyond", samples=("beyond", "edge")),
    Whole(name="capital", least=1, most=rules.MOST_POINTS, default=100, samples=(100, 3)),
    Choice(name="payment", values=("all", "winners"), default="all", samples=("all", "winners")),
    Choice(name="ties", values=("usual", "free", "paid"), default="usual", samples=("usual", "free", "paid")),
    Whole(name="max_rounds", least=1, most=10_000, default=100, samples=(100,)),
    Choice(name="variant", values=("basic", "open"), default="basic", samples=("basic", "open")),
    Choice(
        name="lead",
        values=("phase", "round"),
        default="phase",
        samples=("phase", "round"),
        applies=lambda settled: settled["variant"] == "open",
    ),
)

USUAL: Settled = {option.name: option.default for option in OPTIONS if not callable(option.default)}


def tells(settled: Settled) -> bool:
    """`lead` and `ties` are shown where they change something, and all else is as usual but what they depend on."""
    others = {name for name, value in settled.items() if value != USUAL[name]}
    if "lead" in others:
        return others == {"lead", "variant"}
    if settled["ties"] == "free":
        return others <= {"ties", "payment"}
    return "ties" not in others or others <= {"ties", "payment", "variant"}


GAME = Game(
    name="master-citadel",
    package=__package__,
    prefix="MC",
    secrets=True,
    minutes=(15, 45),
    options=OPTIONS,
    modes=(Mode("free-talk", {"variant": "basic"}), Mode("open-game", {"variant": "open"})),
    seats=lambda settled: ("north", "east", "south", "west"),
    most_actions=lambda settled: (5 if settled["variant"] == "open" else 4) * int(settled["max_rounds"]),
    tells=tells,
)
