"""Players without search: to measure the others by, and to stand in for them."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from tablier.bots.player import seat_to_act
from tablier.engine import insight, rng
from tablier.engine.kernels import Buffer
from tablier.engine.net import no_net
from tablier.engine.position import Position
from tablier.search import greedy, naive
from tablier.search.evaluation import value_for

GLANCES = 120
"""Actions that are looked at without compiled code: half a second, where that is slowest."""

LONGEST_GLANCE = 1.0
"""Seconds after which no more are looked at, on a slow machine."""


class Greedy:
    """It takes the turn that looks best at once by the game's own estimate, and never thinks of the next."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: Position) -> str:
        seat = seat_to_act(view)
        random = rng.seeded("greedy", self.seed, view.to_bytes().hex())
        return view.write(seat, greedy.action_of(view, seat, random))


class Naive:
    """It wins if it can at once, else takes what draws the eye most, such as the best capture. It thinks no further."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: Position) -> str:
        seat = seat_to_act(view)
        random = rng.seeded("naive", self.seed, view.to_bytes().hex())
        return view.write(seat, naive.action_of(view, seat, random))


class Random:
    """It takes any legal action, each as likely as another."""

    def __init__(self, seed: int = 0) -> None:
        self.random = rng.seeded("random", seed)

    def choose(self, view: Position) -> str:
        seat = seat_to_act(view)
        actions = view.actions(seat)
        return view.write(seat, actions[rng.below(self.random, len(actions))])


class Glance:
    """It takes a fair action, soon and without compiled code: of the first that come to mind, that which looks best."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: Position) -> str:
        seat = seat_to_act(view)
        random = rng.seeded("glance", self.seed, view.to_bytes().hex())
        dealt = view.deal(self.seed)
        actions = _come_to_mind(dealt, seat, random)
        end = perf_counter() + LONGEST_GLANCE
        best, most = actions[0], -1.0
        for action in actions:
            if (value := _value_after(dealt, seat, action)) > most:
                best, most = action, value
            if perf_counter() > end:
                break
        return view.write(seat, best)


def _come_to_mind(dealt: Position, seat: int, random: Buffer) -> list[int]:
    """Some of the actions worth a thought, in any order."""
    out, _ = dealt.game.buffers()
    actions = [int(action) for action in out[: insight.shortlist(dealt.record, seat, out)]]
    return [actions.pop(rng.below(random, len(actions))) for _ in range(min(GLANCES, len(actions)))]


def _value_after(dealt: Position, seat: int, action: int) -> float:
    after, seats = dealt.copy(), len(dealt.seats)
    after.apply(seat, action)
    return float(value_for(after.record, seat, no_net(), np.zeros(seats), np.zeros(seats, dtype=np.int64)))
