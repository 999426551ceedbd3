"""Games looked at again, compiled: what each decision was about, and how the game stood from one turn to the next.

A decision is weighed by what its seat could see: what it does not know is dealt anew, and others who choose at the same
time choose at random. What an action is worth is the game's own estimate of what comes of it; in a game without one,
how games end that are played on at random. How the game stood is told by the whole position, after the fact.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.insight import DEFAULTS, shortlist
from tablier.engine.kernels import NATURE, Buffer, State, apply, deal, hide, kernel, legal, pending
from tablier.engine.net import Net, no_net
from tablier.engine.rng import below
from tablier.lab.blocks import NOBODY, SEAT_BITS
from tablier.search.evaluation import evaluate, value_for
from tablier.search.playout import NO_LIMIT, playout
from tablier.search.to_move import lowest_seat

SAMPLES, PLAYED_OUT = 8, 64
"""How often a decision with something hidden is dealt, and one that is played out; half of them judge the others."""

POSITION, VIEW, TRIED, LAST = 0, 1, 2, 3
"""The records of a lens: where the game is, what a seat could see, what comes of an action; before the last action."""


class Lens(NamedTuple):
    """What it takes to look at games, and what was found of the last."""

    states: Buffer  # [4] records
    positions: Buffer  # [room] records: before each decision
    options: Buffer  # [room] int32: how many legal actions there were; 1: it was forced
    stakes: Buffer  # [room] float64: what the best is worth more than the others are on average, as a share of the win
    edges: Buffer  # [room] float64: what it is worth more than the second best
    course: Buffer  # [room, seats] float64: each seat's likely share, whenever another seat was to act
    worth: Buffer  # [2, actions] float64: what each action came to, in each half of the samples
    actions: Buffer  # [actions] int64
    choices: Buffer  # [actions] int64: those that are weighed
    weights: Buffer  # [actions] int64
    values: Buffer  # [seats] float64
    parts: Buffer  # [seats] int64
    net: Net  # none: positions are valued by the game's own estimate, as the greedy player does


def new_lens(game: Game, seats: int, room: int) -> Lens:
    """A lens for games of so many actions."""
    (actions, weights), (choices, _) = game.buffers(), game.buffers()
    return Lens(
        states=np.zeros(4, dtype=game.dtype),
        positions=np.zeros(room, dtype=game.dtype),
        options=np.zeros(room, dtype=np.int32),
        stakes=np.zeros(room),
        edges=np.zeros(room),
        course=np.zeros((room, seats)),
        worth=np.zeros((2, len(actions))),
        actions=actions,
        choices=choices,
        weights=weights,
        values=np.zeros(seats),
        parts=np.zeros(seats, dtype=np.int64),
        net=no_net(),
    )


def has_estimate(game: Game) -> bool:
    """Whether the game itself says how a position stands."""
    return game.insight.estimate is not DEFAULTS["estimate"]


def samples_for(game: Game) -> int:
    """How often each decision of a game is to be tried out."""
    if not has_estimate(game):
        return PLAYED_OUT
    return SAMPLES if game.secrets else 1


@compiled
def replay(log: Buffer, opening: Buffer, states: Buffer) -> None:
    """Play a game again up to its end, states[POSITION]; and up to its last action, states[LAST]."""
    states[POSITION] = opening[0]
    for entry in log:
        states[LAST] = states[POSITION]
        apply(states[POSITION], (entry & (1 << SEAT_BITS) - 1) - 1, entry >> SEAT_BITS)


@compiled
def watch(log: Buffer, opening: Buffer, lens: Lens, samples: int, plays_out: bool, random: Buffer) -> tuple[int, int]:
    """Look at a game. Return how many decisions there were, and how often another seat was to act.

    There is room for as many as the log is long. While several choose at the same time nothing has changed yet.
    """
    s, decisions, moments, last, waiting = lens.states[POSITION], 0, 0, NOBODY, 0
    lens.states[POSITION] = opening[0]
    for entry in log:
        who, action = (entry & (1 << SEAT_BITS) - 1) - 1, entry >> SEAT_BITS
        if who != NATURE:
            if who != last and not waiting & pending(s):
                tell_standing(s, moments, lens, samples, plays_out, random)
                moments += 1
            last, waiting = who, pending(s) & ~(1 << who)
            lens.positions[decisions] = s
            lens.options[decisions] = legal(s, who, lens.actions)
            weigh(s, who, decisions, lens, samples, plays_out, random)
            decisions += 1
        apply(s, who, action)
    return decisions, moments


@kernel
def tell_standing(s: State, moment: int, lens: Lens, samples: int, plays_out: bool, random: Buffer) -> None:
    """Write each seat's likely share of the win."""
    if not plays_out:
        evaluate(s, lens.net, lens.values, lens.parts)
        lens.course[moment, :] = lens.values
        return
    lens.course[moment, :] = 0
    for _ in range(samples):
        lens.states[TRIED] = s
        playout(lens.states[TRIED], NO_LIMIT, random, lens.actions, lens.weights)
        evaluate(lens.states[TRIED], lens.net, lens.values, lens.parts)
        for seat in range(len(lens.values)):
            lens.course[moment, seat] += lens.values[seat] / samples


@kernel
def weigh(s: State, seat: int, decision: int, lens: Lens, samples: int, plays_out: bool, random: Buffer) -> None:
    """Write what a decision is about; nothing, where one action alone is worth a thought."""
    lens.stakes[decision] = 0
    lens.edges[decision] = 0
    lens.states[VIEW] = s
    hide(lens.states[VIEW], seat)
    deal(lens.states[VIEW], seat, random)
    n = shortlist(lens.states[VIEW], seat, lens.choices)
    if n < 2:
        return
    lens.worth[:, :n] = 0
    for sample in range(samples):
        if sample:
            lens.states[VIEW] = s
            hide(lens.states[VIEW], seat)
            deal(lens.states[VIEW], seat, random)
        try_all(seat, n, lens, sample & 1, plays_out, random)
    judge(decision, n, samples, lens)


@kernel
def try_all(seat: int, n: int, lens: Lens, half: int, plays_out: bool, random: Buffer) -> None:
    """Add what each action comes to on one deal."""
    s = lens.states[TRIED]
    for i in range(n):
        lens.states[TRIED] = lens.states[VIEW]
        others = pending(s) & ~(1 << seat)
        apply(s, seat, lens.choices[i])
        let_others_choose(s, others, lens, random)
        if plays_out:
            playout(s, NO_LIMIT, random, lens.actions, lens.weights)
        lens.worth[half, i] += value_for(s, seat, lens.net, lens.values, lens.parts)


@kernel
def let_others_choose(s: State, others: int, lens: Lens, random: Buffer) -> None:
    """Those who choose at the same time take any action worth a thought."""
    while pending(s) & others:
        other = lowest_seat(pending(s) & others)
        others &= ~(1 << other)
        apply(s, other, lens.actions[below(random, shortlist(s, other, lens.actions))])


@kernel
def judge(decision: int, n: int, samples: int, lens: Lens) -> None:
    """What the best is worth more than the others; by samples, those of one half say which, the others how much."""
    if samples == 1:
        stake, edge = lead_of(best_of(lens.worth[0], n), lens.worth[0], n)
    else:
        first, one = lead_of(best_of(lens.worth[0], n), lens.worth[1], n)
        second, other = lead_of(best_of(lens.worth[1], n), lens.worth[0], n)
        stake, edge = (first + second) / samples, (one + other) / samples
    lens.stakes[decision] = stake
    lens.edges[decision] = edge


@kernel
def best_of(worth: Buffer, n: int) -> int:
    best = 0
    for i in range(1, n):
        if worth[i] > worth[best]:
            best = i
    return best


@kernel
def lead_of(best: int, worth: Buffer, n: int) -> tuple[float, float]:
    """How far one action is above the mean of all, and above the best of the others."""
    total, rival = 0.0, -1.0
    for i in range(n):
        total += worth[i]
        if i != best:
            rival = max(rival, worth[i])
    return worth[best] - total / n, worth[best] - rival
