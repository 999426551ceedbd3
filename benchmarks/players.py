"""Who takes part in what is measured: our bots, and some that are there to measure them by."""

from __future__ import annotations

from benchmarks.staker import Staker
from tablier.arena.contest import one_core
from tablier.bots import Bot, Player
from tablier.bots.player import HAND
from tablier.engine.game import Game
from tablier.search.mcts import Settings

STAKER = "staker"
OPENSPIEL = "openspiel@"
"""OpenSpiel's search; behind it stands the number of simulations."""

BEFORE = "before@"
"""Level 8 as it was before there were nets and implicit minimax; behind it stands the number of simulations."""

AS_BEFORE = Settings(exploration=0.6, implicit_minimax=0.0)
"""How it searched."""


def player(spec: str, game: Game, seed: int) -> Bot:
    """The bot of this name."""
    if spec == STAKER:
        return Staker(seed)
    if spec.startswith(OPENSPIEL):
        from benchmarks.their_search import Theirs

        return Theirs(int(spec.removeprefix(OPENSPIEL)), seed)
    if spec.startswith(BEFORE):
        number = int(spec.removeprefix(BEFORE))
        return Player(game, 8, simulations=number, seed=seed, threads=1, net=HAND, settings=AS_BEFORE)
    return one_core(spec, game, seed)
