"""Random games, as fast as they go: what every search plays out, and what `tablier bench` measures."""

from __future__ import annotations

from tablier.core.compiled import compiled
from tablier.core.kernels import NATURE, Buffer, State, apply, chances, kernel, legal, over, pending
from tablier.core.rng import below, weighted


@kernel
def first_seat(seats: int) -> int:
    """The lowest seat of a set of pending bits."""
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat


@kernel
def random_step(s: State, rng: Buffer, out: Buffer, weights: Buffer) -> int:
    """Play one action at random: nature's by its weights, a seat's evenly. Return who acted."""
    seats = pending(s)
    if seats == 0:
        n = chances(s, out, weights)
        apply(s, NATURE, out[weighted(rng, weights, n)])
        return NATURE
    seat = first_seat(seats)
    n = legal(s, seat, out)
    apply(s, seat, out[below(rng, n)])
    return seat


@kernel
def playout(s: State, rng: Buffer, out: Buffer, weights: Buffer) -> int:
    """Play to the end at random, in place. Return the number of players' actions."""
    plies = 0
    while not over(s):
        if random_step(s, rng, out, weights) != NATURE:
            plies += 1
    return plies


@compiled
def playouts(states: Buffer, games: int, rng: Buffer, out: Buffer, weights: Buffer) -> int:
    """Play that many random games from states[0], on states[1]. Return the number of players' actions."""
    plies = 0
    for _ in range(games):
        states[1] = states[0]
        plies += playout(states[1], rng, out, weights)
    return plies
