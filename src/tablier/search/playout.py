"""Random games, as fast as they go: what every search plays out, and what `tablier bench` measures."""

from __future__ import annotations

from tablier.engine.compiled import compiled
from tablier.engine.kernels import NATURE, Buffer, State, apply, chances, kernel, legal, over, pending
from tablier.engine.rng import below, weighted

NO_LIMIT = 1 << 62


@kernel
def first_seat(seats: int) -> int:
    """The lowest seat of a set of pending bits."""
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat


@kernel
def playout(s: State, most: int, rng: Buffer, out: Buffer, weights: Buffer) -> int:
    """Play at random, in place: nature by its weights, a seat evenly. Return the number of players' actions.

    It goes to the end of the game, or until there have been as many of these as `most`. One loop, and no function for
    one step of it: Numba counts references to every array that a call hands over, which made it slower by a quarter.
    """
    plies = 0
    while plies < most and not over(s):
        seats = pending(s)
        if seats == 0:
            n = chances(s, out, weights)
            apply(s, NATURE, out[weighted(rng, weights, n)])
        else:
            seat = first_seat(seats)
            n = legal(s, seat, out)
            apply(s, seat, out[below(rng, n)])
            plies += 1
    return plies


@compiled
def playouts(states: Buffer, games: int, rng: Buffer, out: Buffer, weights: Buffer) -> int:
    """Play that many random games from states[0], on states[1]. Return the number of players' actions."""
    plies = 0
    for _ in range(games):
        states[1] = states[0]
        plies += playout(states[1], NO_LIMIT, rng, out, weights)
    return plies
