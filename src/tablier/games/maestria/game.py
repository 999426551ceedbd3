"""Maestria: who sits where, and what a table may choose. What it is called is in its words."""

from __future__ import annotations

from tablier.engine import rng
from tablier.engine.game import Game
from tablier.engine.options import Choice, Letters, Mode, Settled, Whole
from tablier.games.maestria import rules

TERRAINS = "PFM"
"""Plain, forest, mountain: the letters of a map, each standing for its number in the rules."""

DEFAULT_MAP = "MPFMPFPFMPFM"


def random_map(seed: int | str) -> str:
    """A map to pass as the option `map`: four squares of each terrain in a random order, always the same for one seed.

    >>> random_map(7)
    'PMMPFPPMFMFF'
    """
    stream = rng.seeded("maestria map", seed)
    letters = list(TERRAINS * 4)
    for last in range(len(letters) - 1, 0, -1):
        chosen = int(rng.below(stream, last + 1))
        letters[last], letters[chosen] = letters[chosen], letters[last]
    return "".join(letters)


OPTIONS = (
    Choice(name="shape", values=("wide", "deep"), default="wide", samples=("wide", "deep")),
    Letters(
        name="map",
        letters=TERRAINS,
        count=12,
        width=lambda settled: 6 if settled["shape"] == "wide" else 4,
        drawn_from=TERRAINS * 4,
        default=DEFAULT_MAP,
        samples=(DEFAULT_MAP, "PPPPPPMFFFFM"),
    ),
    Choice(name="cap", values=("always", "setup"), default="always", samples=("always", "setup")),
    Choice(name="losses", values=("remainder", "difference"), default="remainder", samples=("remainder", "difference")),
    Whole(name="max_turns", least=1, most=10_000, default=300, samples=(300, 7)),
)

SET_UP = 2 * rules.PAWNS
MOST_IN_A_TURN = 3 * rules.POINTS
"""An attack, its answer and its dice for each point."""


def tells(settled: Settled) -> bool:
    """The shape of the board and its limits do not touch each other, nor what is lost."""
    usual = {"shape": "wide", "map": DEFAULT_MAP, "cap": "always", "losses": "remainder", "max_turns": 300}
    others = {name for name, value in usual.items() if settled[name] != value}
    return len(others & {"shape", "cap"}) == 0 or others in ({"shape"}, {"cap"}, {"shape", "map"}, {"cap", "losses"})


GAME = Game(
    name="maestria",
    package=__package__,
    prefix="MA",
    minutes=(20, 40),
    options=OPTIONS,
    modes=(Mode("battle"),),
    seats=lambda settled: ("black", "white"),
    most_actions=lambda settled: SET_UP + MOST_IN_A_TURN * int(settled["max_turns"]),
    tells=tells,
)
