"""A simple bot for every game: it tries each action in random games, and takes the one that did best."""

from __future__ import annotations

from tablier.core import rng
from tablier.core.compiled import enabled
from tablier.core.position import Position
from tablier.search import flat

INTERPRETED_DEPTH = 40
"""How far interpreted playouts go against the clock; to the end, too few could be made to be of any use."""


class Simple:
    """A bot that thinks for a given time, or for a given number of playouts: then always the same in the same view.

    >>> from tablier import Match
    >>> match = Match("war-of-masters", seed=1)
    >>> view = match.view(0)
    >>> Simple(playouts=20).choose(view) in view.legal(0)
    True
    """

    def __init__(self, *, seconds: float = 0.3, playouts: int | None = None, seed: int = 0) -> None:
        self.pace = flat.by_clock(seconds) if playouts is None else flat.by_number(playouts)
        self.depth = INTERPRETED_DEPTH if playouts is None and not enabled() else 0
        self.seed = seed

    def choose(self, view: Position) -> str:
        seat = view.viewer
        if seat not in view.pending or seat is None:
            raise ValueError("a bot is asked when it is to act, with the view of its seat")
        actions = view.actions(seat)
        if len(actions) == 1:
            return view.write(seat, actions[0])
        flat.prepare(view.game)  # before the clock runs
        random = rng.seeded("simple", self.seed, view.to_bytes().hex())
        return view.write(seat, flat.Flat(view, seat, actions, random, self.depth).best(self.pace))
