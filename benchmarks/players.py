"""Who takes part in what is measured: our bots, and some that are there to measure them by."""

from __future__ import annotations

from benchmarks.staker import Staker
from tablier.arena.contest import one_core
from tablier.bots import Bot
from tablier.engine.game import Game

STAKER = "staker"
OPENSPIEL = "openspiel@"
"""OpenSpiel's search; behind it stands the number of simulations."""


def player(spec: str, game: Game, seed: int) -> Bot:
    """The bot of this name."""
    if spec == STAKER:
        return Staker(seed)
    if spec.startswith(OPENSPIEL):
        from benchmarks.their_search import Theirs

        return Theirs(int(spec.removeprefix(OPENSPIEL)), seed)
    return one_core(spec, game, seed)
