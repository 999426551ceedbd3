"""Random games, as fast as they go: what every search plays out, and what `tablier bench` measures."""

from __future__ import annotations

from tablier.engine.compiled import compiled
from tablier.engine.kernels import NATURE, Buffer, State, apply, chances, kernel, legal, over, pending
from tablier.engine.rng import below, weighted
from tablier.search.to_move import lowest_seat

NO_LIMIT = 1 << 62


@kernel
def playout(s: State, most: int, random: Buffer, actions: Buffer, weights: Buffer) -> int:
    """Play at random, in place: nature by its weights, a seat evenly. Return the number of players' actions.

    It goes to the end of the game, or until there have been as many of these as `most`.
    """
    plies = 0
    while plies < most and not over(s):
        seats = pending(s)
        if seats == 0:
            play_chance(s, random, actions, weights)
        else:
            seat = lowest_seat(seats)
            apply(s, seat, actions[below(random, legal(s, seat, actions))])
            plies += 1
    return plies


@kernel
def play_chance(s: State, random: Buffer, actions: Buffer, weights: Buffer) -> None:
    """Play one of nature's actions, drawn by its weight."""
    n = chances(s, actions, weights)
    apply(s, NATURE, actions[weighted(random, weights, n)])


@compiled
def playouts(states: Buffer, games: int, random: Buffer, actions: Buffer, weights: Buffer) -> int:
    """Play that many random games from states[0], on states[1]. Return the number of players' actions."""
    plies = 0
    for _ in range(games):
        states[1] = states[0]
        plies += playout(states[1], NO_LIMIT, random, actions, weights)
    return plies
