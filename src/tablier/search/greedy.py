"""The best turn at a glance: look through one's own turn, and value where it leads by the game's `estimate`.

It thinks no further than its own actions: what chance or another seat does next is left to the estimate. A turn of
several actions is looked through breadth first, and only the best few positions are followed at each step.
"""

from __future__ import annotations

import numpy as np

from tablier.engine import rng
from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.insight import estimate, shortlist
from tablier.engine.kernels import Buffer, State, apply, chances, deal, kernel, over, pending, shares
from tablier.engine.position import Position
from tablier.engine.rng import below, weighted
from tablier.search.playout import first_seat

BEAM = 12
"""How many positions are followed from one action of a turn to the next, unless another number is asked for."""

LONGEST_TURN = 12
"""Actions of one seat in a row that are looked through; a longer turn is valued where it stands."""

Room = tuple[Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
"""States (two beams, one to try, the best); first actions; values; values by seat; parts; actions; weights."""


def room(game: Game, seats: int, beam: int = BEAM) -> Room:
    """What one search writes in: made once, used again and again."""
    out, weights = game.buffers()
    states = np.zeros(2 * beam + 2, dtype=game.dtype)
    firsts, values = np.zeros(2 * beam, dtype=np.int64), np.zeros(2 * beam)
    return states, firsts, values, np.zeros(seats), np.zeros(seats, dtype=np.int64), out, weights


@kernel
def value_for(s: State, seat: int, by_seat: Buffer, parts: Buffer) -> float:
    """What a seat can expect here: its share, or an estimate while the game is on."""
    if over(s):
        shares(s, parts)
        return parts[seat] / parts.sum()
    estimate(s, by_seat)
    return by_seat[seat]


@kernel
def keep_if_good(
    states: Buffer, tried: int, start: int, kept: int, value: float, first: int, values: Buffer, firsts: Buffer
) -> int:
    """Put a position among the best few of a beam, if it is one of them. Return how many there are now."""
    beam, i = len(firsts) // 2, start + kept
    if kept == beam:
        i = start
        for other in range(start + 1, start + beam):
            if values[other] < values[i]:
                i = other
        if values[i] >= value:
            return kept
    states[i] = states[tried]
    values[i], firsts[i] = value, first
    return min(kept + 1, beam)


@kernel
def best_turn(s: State, seat: int, place: Room) -> tuple[int, float]:
    """The action that begins the best turn of a seat that is to act, and what the turn is worth.

    The position that the turn leads to is left in the last of the states.
    """
    states, firsts, values, by_seat, parts, out, _ = place
    tried, now, following, kept = len(firsts), 0, len(firsts) // 2, 1
    states[0] = s
    best, best_value = -1, -1.0
    for step in range(LONGEST_TURN):
        going_on = 0
        for i in range(now, now + kept):
            n = shortlist(states[i], seat, out)
            for j in range(n):
                states[tried] = states[i]
                apply(states[tried], seat, out[j])
                first = out[j] if step == 0 else firsts[i]
                value = value_for(states[tried], seat, by_seat, parts)
                if not over(states[tried]) and pending(states[tried]) == 1 << seat and step + 1 < LONGEST_TURN:
                    going_on = keep_if_good(states, tried, following, going_on, value, first, values, firsts)
                elif value > best_value:
                    best, best_value = first, value
                    states[tried + 1] = states[tried]
        if going_on == 0:
            break
        now, following, kept = following, now, going_on
    return best, best_value


@compiled
def choose_greedily(states: Buffer, seat: int, random: Buffer, place: Room) -> int:
    """The greedy action of a seat from its view, states[0]."""
    deal(states[0], seat, random)
    return best_turn(states[0], seat, place)[0]


@compiled
def greedy_games(
    states: Buffer, log: Buffer, results: Buffer, slip: int, random: Buffer, place: Room
) -> tuple[int, int]:
    """Play games of greedy players from states[0] on until `log` is full; one action in `slip` is a random one.

    `log` keeps the position before each action of a seat, `results` the parts of the win that its game came to. The
    last game is left out if there was no room for all of it. Return how many positions are kept, and of how many games.
    """
    _, _, _, _, parts, out, weights = place
    kept, whole, games = 0, 0, 0
    while kept < len(log):
        states[1] = states[0]
        while not over(states[1]) and kept < len(log):
            seats = pending(states[1])
            if seats == 0:
                n = chances(states[1], out, weights)
                apply(states[1], -1, out[weighted(random, weights, n)])
                continue
            log[kept] = states[1]
            kept += 1
            seat = first_seat(seats)
            if below(random, slip) == 0:
                n = shortlist(states[1], seat, out)
                action = out[below(random, n)]
            else:
                action = best_turn(states[1], seat, place)[0]
            apply(states[1], seat, action)
        if not over(states[1]):
            break
        shares(states[1], parts)
        for i in range(whole, kept):
            for seat in range(len(parts)):
                results[i, seat] = parts[seat]
        whole = kept
        games += 1
    return whole, games


def action_of(view: Position, seat: int, random: Buffer) -> int:
    """What a greedy player does, who sees this view."""
    states = np.zeros(1, dtype=view.game.dtype)
    states[0] = view.record
    return int(choose_greedily(states, seat, random, room(view.game, len(view.seats))))


def self_play(game: Game, positions: int, seed: int, slip: int = 10, **options: object) -> tuple[Buffer, Buffer]:
    """Positions of greedy games, and the share that each seat had at the end of the game it is from."""
    settled = game.settle(options)
    states = np.zeros(2, dtype=game.dtype)
    states[0] = game.open(settled)[0]
    seats = len(game.seats(settled))
    log, results = np.zeros(positions, dtype=game.dtype), np.zeros((positions, seats), dtype=np.int64)
    whole, _ = greedy_games(states, log, results, slip, rng.seeded("self-play", seed), room(game, seats))
    won = results[:whole]
    return log[:whole], won / won.sum(axis=1, keepdims=True)
