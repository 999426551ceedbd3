"""TD(lambda) by self-play, compiled: a net learns what a position is worth from what comes of it.

Both seats play by the net itself, one action ahead, now and then with a slip; each decides by what it may know. When a
game is over, every position that the net was asked about is pulled towards its lambda-return (Sutton 1988; Tesauro
1995), the last first. A slip says nothing about the position before it, and the trace is cut there. For two seats.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import numpy as np

from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.insight import perceive, shortlist
from tablier.engine.kernels import Buffer, State, apply, kernel, over, pending, shares
from tablier.engine.net import ONE, Net, Single, score
from tablier.engine.rng import below
from tablier.search.determinization import resample
from tablier.search.evaluation import value_for
from tablier.search.playout import play_chance
from tablier.search.to_move import lowest_seat

OPENING, PLAYED, SEEN, TRIED = 0, 1, 2, 3  # what the records of `states` are for
LONGEST_TRAIL = 4096
"""Positions of one game that are learnt from, at most."""


class Lesson(NamedTuple):
    """How to learn."""

    rate: float = 0.01
    trace: float = 0.8
    """Lambda."""
    patience: float = 0.999
    """What is left of a hope by the next position: a win that comes sooner is worth more than one that may wait."""
    slips: int = 20
    """One action in so many is any."""


class Desk(NamedTuple):
    """The memory of a game from which is learnt."""

    states: Buffer  # [4] records
    trail: Buffer  # [LONGEST_TRAIL] records: positions that the net is asked about
    slipped: Buffer  # [LONGEST_TRAIL] bool: a slip followed
    actions: Buffer  # [action_count] int64
    weights: Buffer  # [chance_count] int64
    values: Buffer  # [2] float64
    parts: Buffer  # [2] int64
    counts: Buffer  # [3] float64: positions learnt from, the sum of their losses, games that were even


def new_desk(game: Game, opening: Buffer) -> Desk:
    """A desk for a game that begins so."""
    states = np.zeros(4, dtype=game.dtype)
    states[OPENING] = opening[0]
    actions, weights = game.buffers()
    return Desk(
        states=states,
        trail=np.zeros(LONGEST_TRAIL, dtype=game.dtype),
        slipped=np.zeros(LONGEST_TRAIL, dtype=np.bool_),
        actions=actions,
        weights=weights,
        values=np.zeros(2),
        parts=np.zeros(2, dtype=np.int64),
        counts=np.zeros(3),
    )


@compiled
def learn_games(games: int, desk: Desk, net: Net, lesson: Lesson, random: Buffer) -> None:
    """Play so many games, and learn from each."""
    for _ in range(games):
        length = play_game(desk, net, lesson, random)
        learn(length, desk, net, lesson)


@kernel
def play_game(desk: Desk, net: Net, lesson: Lesson, random: Buffer) -> int:
    """Play a game. Return how many positions are in the trail."""
    s, length = desk.states[PLAYED], 0
    desk.states[PLAYED] = desk.states[OPENING]
    while not over(s):
        seats = pending(s)
        slips = seats != 0 and below(random, lesson.slips) == 0
        asked, _, _ = perceive(s, net)
        if asked >= 0 and length < len(desk.trail):
            desk.trail[length] = s
            desk.slipped[length] = slips
            length += 1
        if seats == 0:
            play_chance(s, random, desk.actions, desk.weights)
        else:
            seat = lowest_seat(seats)
            apply(s, seat, choose(seat, slips, desk, net, random))
    return length


@kernel
def choose(seat: int, slips: bool, desk: Desk, net: Net, random: Buffer) -> int:
    """The action that leads where the net likes it best, of equal ones any; by a slip, any of all."""
    states, best, most, equal = desk.states, -1, -1.0, 0
    states[SEEN] = states[PLAYED]
    resample(states[SEEN], seat, random)
    count = shortlist(states[SEEN], seat, desk.actions)
    if slips or count == 1:
        return desk.actions[below(random, count)]
    for i in range(count):
        states[TRIED] = states[SEEN]
        apply(states[TRIED], seat, desk.actions[i])
        value = value_for(states[TRIED], seat, net, desk.values, desk.parts)
        equal = 1 if value > most else equal + (value == most)
        if value > most or (value == most and below(random, equal) == 0):
            best, most = desk.actions[i], value
    return best


@kernel
def learn(length: int, desk: Desk, net: Net, lesson: Lesson) -> None:
    """Pull each position of the trail towards what came of it, the last first."""
    shares(desk.states[PLAYED], desk.parts)
    coming = desk.parts[0] / (desk.parts[0] + desk.parts[1])
    desk.counts[2] += desk.parts[0] == desk.parts[1]
    for i in range(length - 1, -1, -1):
        coming = 0.5 + (coming - 0.5) * lesson.patience
        found = learn_position(desk.trail[i], coming, desk.slipped[i], desk, net, lesson)
        coming = found if desk.slipped[i] else lesson.trace * coming + (1 - lesson.trace) * found


@kernel
def learn_position(s: State, coming: float, slipped: bool, desk: Desk, net: Net, lesson: Lesson) -> float:
    """One step down the slope of the logarithmic loss. Return what the first seat's share was judged to be before."""
    seat, count, at_once = perceive(s, net)
    left = 1 / (1 + exp(-score(net, count)))
    share = at_once + (1 - at_once) * left
    target = coming if seat == 0 else 1 - coming
    if not slipped:
        desk.counts[0] += 1
        desk.counts[1] += (share - target) ** 2
        pull(count, lesson.rate * (target - share) * left / max(share, 1e-9), net)
    return share if seat == 0 else 1 - share


@kernel
def pull(count: int, step: float, net: Net) -> None:
    """Change the weights so that the score of the pass just made moves by a step's worth of its slope."""
    units = net.units
    for j in range(len(units)):
        was = net.outer[j]
        net.outer[j] += step * max(units[j], np.float32(0))
        units[j] = step * was if units[j] > 0 else 0.0
        net.bias[j] += units[j]
    for i in range(count):
        add_to_row(net.rows[net.active[i]], units, ONE)
    for i in range(len(net.seen)):
        add_to_row(net.signs[i], units, net.seen[i])
        net.skip[i] += step * net.seen[i] / 10  # it is well known already, and the signs are large


@kernel
def add_to_row(row: Buffer, units: Buffer, times: Single) -> None:
    for j in range(len(row)):
        row[j] += units[j] * times
