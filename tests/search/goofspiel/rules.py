"""Goofspiel, in a few lines: see the package."""

from __future__ import annotations

import numpy as np

from tablier.engine.kernels import Buffer, State, kernel
from tablier.engine.rng import below

ACTION_COUNT = 7
CHANCE_COUNT = 0
NOTHING = 0  # of a bid that is not made yet
HIDDEN = -1  # of one that is not for this view's eyes

RECORD = np.dtype(
    (
        np.record,
        [
            ("cards", np.int32),  # option
            ("hand", np.int32, (2,)),  # bit c: the card c is still held
            ("bid", np.int32, (2,)),
            ("points", np.int32, (2,)),
            ("played", np.int32),  # rounds completed
        ],
    )
)


@kernel
def setup(s: State) -> None:
    s.hand[:] = (1 << s.cards + 1) - 2
    s.bid[:] = NOTHING
    s.points[:] = 0
    s.played = 0


@kernel
def pending(s: State) -> int:
    if over(s):
        return 0
    return (1 if s.bid[0] == NOTHING else 0) + (2 if s.bid[1] == NOTHING else 0)


@kernel
def over(s: State) -> bool:
    return bool(s.played >= s.cards)


@kernel
def legal(s: State, p: int, out: Buffer) -> int:
    n = 0
    for card in range(1, s.cards + 1):
        if not forbids(s, p, card):
            out[n] = card
            n += 1
    return n


@kernel
def forbids(s: State, p: int, a: int) -> int:
    if over(s):
        return 2
    return 0 if s.bid[p] == NOTHING and s.hand[p] >> a & 1 else 1


@kernel
def chances(s: State, out: Buffer, weights: Buffer) -> int:
    """Nothing here is left to chance."""
    return 0


@kernel
def apply(s: State, p: int, a: int) -> None:
    s.bid[p] = a
    if s.bid[1 - p] == NOTHING:
        return
    s.played += 1
    if s.bid[0] != s.bid[1]:
        s.points[0 if s.bid[0] > s.bid[1] else 1] += 1 + s.played % s.cards
    for seat in range(2):
        s.hand[seat] -= 1 << s.bid[seat]
        s.bid[seat] = NOTHING


@kernel
def shares(s: State, out: Buffer) -> None:
    out[0] = 1 if s.points[0] >= s.points[1] else 0
    out[1] = 1 if s.points[1] >= s.points[0] else 0


@kernel
def hide(s: State, p: int) -> None:
    for seat in range(2):
        if seat != p and s.bid[seat] != NOTHING:
            s.bid[seat] = HIDDEN


@kernel
def deal(s: State, p: int, rng: Buffer) -> None:
    for seat in range(2):
        if s.bid[seat] == HIDDEN:
            drawn = 1 + below(rng, s.cards)
            while not s.hand[seat] >> drawn & 1:
                drawn = 1 + below(rng, s.cards)
            s.bid[seat] = drawn
