"""The greedy turn: a beam search through one's own turn, which ends where chance or another seat is to move.

A turn of several actions is searched breadth first, and only the best positions by static evaluation, as many as the
beam is wide, are followed from one action to the next. What comes after the turn is left to the evaluation.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.insight import shortlist
from tablier.engine.kernels import Buffer, State, apply, kernel
from tablier.engine.net import Net, no_net
from tablier.engine.position import Position
from tablier.engine.rng import below
from tablier.search.determinization import determinize
from tablier.search.evaluation import value_for
from tablier.search.to_move import moves_alone

WIDTH = 12
"""Positions that are followed from one action of a turn to the next."""

LONGEST_TURN = 12
"""Actions of one turn that are searched; a longer turn is valued where it stands."""


class Beam(NamedTuple):
    """The memory of a beam search. The two beams, of this action and of the next, are the halves of its arrays."""

    states: Buffer  # [2 * WIDTH + 1] records; the last is the position that is being tried
    first_actions: Buffer  # [2 * WIDTH] int64: the action that the turn to each state began with
    scores: Buffer  # [2 * WIDTH] float64: what each state is worth to the seat
    actions: Buffer  # [action_count] int64
    values: Buffer  # [seats] float64
    parts: Buffer  # [seats] int64
    net: Net  # what positions are valued by


def new_beam(game: Game, seats: int, net: Net | None = None) -> Beam:
    """Memory that serves any number of searches, one after the other."""
    return Beam(
        states=np.zeros(2 * WIDTH + 1, dtype=game.dtype),
        first_actions=np.zeros(2 * WIDTH, dtype=np.int64),
        scores=np.zeros(2 * WIDTH),
        actions=game.buffers()[0],
        values=np.zeros(seats),
        parts=np.zeros(seats, dtype=np.int64),
        net=net or no_net(),
    )


@kernel
def best_turn(s: State, seat: int, random: Buffer, beam: Beam) -> int:
    """The first action of the best turn of a seat that is to move; of equal ones, any."""
    states, actions, tried = beam.states, beam.actions, 2 * WIDTH
    now, following, kept = 0, WIDTH, 1
    states[0] = s
    best, best_score, equal = -1, -1.0, 0
    for length in range(1, LONGEST_TURN + 1):
        going_on = 0
        for i in range(now, now + kept):
            for j in range(shortlist(states[i], seat, actions)):
                states[tried] = states[i]
                apply(states[tried], seat, actions[j])
                first = actions[j] if length == 1 else beam.first_actions[i]
                score = value_for(states[tried], seat, beam.net, beam.values, beam.parts)
                if length < LONGEST_TURN and moves_alone(states[tried], seat):
                    going_on = keep_if_good(following, going_on, first, score, beam)
                elif score > best_score:
                    best, best_score, equal = first, score, 1
                elif score == best_score:
                    equal += 1
                    best = first if below(random, equal) == 0 else best
        if going_on == 0:
            break
        now, following, kept = following, now, going_on
    return best


@kernel
def keep_if_good(start: int, kept: int, first_action: int, score: float, beam: Beam) -> int:
    """Put the state being tried into the beam that begins at `start`, if it is good enough. Return how many are in."""
    i = start + kept
    if kept == WIDTH:
        i = start
        for other in range(start + 1, start + WIDTH):
            if beam.scores[other] < beam.scores[i]:
                i = other
        if beam.scores[i] >= score:
            return kept
    beam.states[i] = beam.states[2 * WIDTH]
    beam.scores[i], beam.first_actions[i] = score, first_action
    return min(kept + 1, WIDTH)


@compiled
def choose_greedily(seat: int, random: Buffer, beam: Beam) -> int:
    """The greedy action of a seat from its view, beam.states[0]."""
    determinize(beam.states[0], seat, random)
    return best_turn(beam.states[0], seat, random, beam)


def action_of(view: Position, seat: int, random: Buffer) -> int:
    """What a greedy player does, who sees this view."""
    return int(choose_greedily(seat, random, beam_for(view)))


def beam_for(view: Position) -> Beam:
    """A beam that begins with this view."""
    beam = new_beam(view.game, len(view.seats))
    beam.states[0] = view.record
    return beam
