"""How fast a game's rules are, compiled, on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from tablier.engine import rng
from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer
from tablier.engine.options import Settled
from tablier.search.playout import playouts

RING = 64
"""States in the array that copies go round in: more than a processor could keep in its registers."""

Tell = Callable[[float, float], None]
"""Told the seconds that have passed, and how many there are to be."""


def plies_per_second(game: Game, options: Settled, seconds: float, tell: Tell | None = None) -> float:
    """Players' actions a second in random games on one core, with the full list of legal actions each time."""
    states = _states(game, options, 2)
    random, buffers = rng.seeded("speed"), game.buffers()
    return _rate(lambda games: playouts(states, games, random, *buffers), seconds, tell)


def copy_nanoseconds(game: Game, options: Settled, seconds: float, tell: Tell | None = None) -> float:
    """The time to copy a state to another place of an array, in a compiled loop."""
    states = _states(game, options, RING)
    return 1e9 / _rate(lambda copies: copy_round(states, copies), seconds, tell)


@compiled
def copy_round(states: Buffer, copies: int) -> int:
    """Copy each state over the next one, round and round. Return how often."""
    for i in range(copies):
        states[(i + 1) % len(states)] = states[i % len(states)]
    return copies


def _states(game: Game, options: Settled, number: int) -> Buffer:
    states = np.zeros(number, dtype=game.dtype)
    states[:] = game.open(options)[0]
    return states


def _rate(work: Callable[[int], int], seconds: float, tell: Tell | None) -> float:
    """How much of it is done a second; the first call, which may compile, is not counted."""
    work(1)
    done, elapsed, batch = 0, 0.0, 1
    start = time.perf_counter()
    while elapsed < seconds:
        done += work(batch)
        now = time.perf_counter() - start
        batch = batch * 2 if now - elapsed < seconds / 100 else batch
        elapsed = now
        if tell:
            tell(elapsed, seconds)
    return done / elapsed
