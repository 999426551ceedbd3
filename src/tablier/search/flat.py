"""Flat Monte-Carlo: play each action, go on at random, see what it brings. What is hidden is dealt anew each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

from tablier.core import rng
from tablier.core.compiled import compiled
from tablier.core.game import Game
from tablier.core.kernels import Buffer, State, apply, deal, kernel, over, shares
from tablier.core.position import Position
from tablier.search.playout import playout

VIEW, DEALT, PLAYED = 0, 1, 2  # what the three records of `states` are for

Pace = Callable[[float], Iterator[int]]
"""Given a part of the whole effort: how many playouts to make, a few at a time, until that part is spent."""

Room = tuple[Buffer, Buffer, Buffer]
"""For a list of actions, for the weights of nature's, and for the parts of a result."""


def by_number(playouts: int) -> Pace:
    """So many playouts in all."""

    def pace(part: float) -> Iterator[int]:
        yield max(1, round(playouts * part))

    return pace


def by_clock(seconds: float) -> Pace:
    """As many playouts as the time allows."""

    def pace(part: float) -> Iterator[int]:
        end, batch = perf_counter() + seconds * part, 1
        while (now := perf_counter()) < end:
            yield batch
            if perf_counter() - now < seconds / 50:
                batch *= 2

    return pace


@kernel
def gain(s: State, seat: int, depth: int, random: Buffer, room: Room) -> float:
    """What at most so many random actions bring a seat: its share, or an even one while the game is still on.

    A result counts for more the sooner it comes: otherwise a sure win could be put off for ever.
    """
    out, weights, parts = room
    even = 1 / len(parts)
    plies = playout(s, depth, random, out, weights)
    if not over(s):
        return even
    shares(s, parts)
    return even + (parts[seat] / parts.sum() - even) * (1 - plies / (2 * depth + 2))


@compiled
def try_out(
    states: Buffer,
    seat: int,
    actions: Buffer,
    start: int,
    stop: int,
    depth: int,
    gains: Buffer,
    visits: Buffer,
    random: Buffer,
    room: Room,
) -> None:
    """Make the playouts numbered from start up to stop, of each action in turn: in one round all meet the same deal."""
    for number in range(start, stop):
        i = number % len(actions)
        if i == 0:
            states[DEALT] = states[VIEW]
            deal(states[DEALT], seat, random)
        states[PLAYED] = states[DEALT]
        apply(states[PLAYED], seat, actions[i])
        gains[i] += gain(states[PLAYED], seat, depth, random, room)
        visits[i] += 1


class Flat:
    """A search for the best action of a seat, from its view."""

    def __init__(self, view: Position, seat: int, actions: list[int], random: Buffer, depth: int = 0) -> None:
        """`depth` bounds the actions of a playout; 0: it goes to the end of the game."""
        self.states = np.zeros(3, dtype=view.game.dtype)
        self.states[VIEW] = view.record
        self.seat = seat
        self.depth = depth or view.game.most_actions(view.options)
        self.random = random
        self.room = (*view.game.buffers(), np.zeros(len(view.seats), dtype=np.int64))
        self.actions = np.array(actions, dtype=np.int64)
        self.gains = np.zeros(len(actions))
        self.visits = np.zeros(len(actions))

    def best(self, pace: Pace) -> int:
        """The best action, by halving: round after round, the worse half of what is left is dropped."""
        self._keep([int(i) for i in np.argsort([rng.next_word(self.random) for _ in self.actions], kind="stable")])
        self._look()
        rounds = (len(self.actions) - 1).bit_length()
        for _ in range(rounds):
            start = 0
            for playouts in pace(1 / rounds):
                self.try_out(start, start + playouts, self.depth)
                start += playouts
            self._keep(self._order()[: (len(self.actions) + 1) // 2])
        return int(self.actions[0])

    def try_out(self, start: int, stop: int, depth: int) -> None:
        states, actions, gains, visits = self.states, self.actions, self.gains, self.visits
        try_out(states, self.seat, actions, start, stop, depth, gains, visits, self.random, self.room)

    def _look(self) -> None:
        """Put first what ends the game well at once, last what ends it badly: there may be no time to try them all."""
        self.try_out(0, len(self.actions), 0)
        self._keep(self._order())
        self.gains[:] = 0
        self.visits[:] = 0

    def _order(self) -> list[int]:
        """From the best mean gain to the worst; what was not tried comes last."""
        means = np.where(self.visits > 0, self.gains / np.maximum(self.visits, 1), -1)
        return [int(i) for i in np.argsort(-means, kind="stable")]

    def _keep(self, order: list[int]) -> None:
        self.actions, self.gains, self.visits = self.actions[order], self.gains[order], self.visits[order]


def prepare(game: Game) -> None:
    """Compile the search for a game, or load it compiled: the first search would otherwise do it."""
    Flat(Position(game), 0, [0], rng.seeded(0)).try_out(0, 0, 0)
