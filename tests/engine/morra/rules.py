"""Morra, in a few lines: see the package."""

from __future__ import annotations

import numpy as np

from tablier.engine.kernels import Buffer, State, kernel
from tablier.engine.rng import below

ACTION_COUNT = 3
CHANCE_COUNT = 4
NOTHING = -1
HIDDEN = 0

RECORD = np.dtype(
    (
        np.record,
        [
            ("rounds", np.int32),  # option
            ("card", np.int32),  # 1 to 3; 0: still to be drawn; NOTHING: unknown to this viewer
            ("shown", np.int32, (2,)),  # fingers, NOTHING yet, or HIDDEN from this viewer
            ("points", np.int32, (2,)),
            ("played", np.int32),  # rounds completed
        ],
    )
)


@kernel
def setup(s: State) -> None:
    s.card = 0
    s.shown[:] = NOTHING
    s.points[:] = 0
    s.played = 0


@kernel
def pending(s: State) -> int:
    if s.card == 0 or over(s):
        return 0
    return (1 if s.shown[0] == NOTHING else 0) + (2 if s.shown[1] == NOTHING else 0)


@kernel
def over(s: State) -> bool:
    return bool(s.played >= s.rounds)


@kernel
def legal(s: State, p: int, out: Buffer) -> int:
    if forbids(s, p, 1):
        return 0
    out[0], out[1] = 1, 2
    return 2


@kernel
def forbids(s: State, p: int, a: int) -> int:
    if over(s):
        return 3
    if s.card == 0 or s.shown[p] != NOTHING:
        return 1
    return 0 if a in (1, 2) else 2


@kernel
def chances(s: State, out: Buffer, weights: Buffer) -> int:
    if s.card != 0 or over(s):
        return 0
    for i in range(3):
        out[i] = weights[i] = i + 1
    return 3


@kernel
def apply(s: State, p: int, a: int) -> None:
    if p < 0:
        s.card = a
        s.shown[:] = NOTHING
        return
    s.shown[p] = a
    if s.shown[1 - p] != NOTHING:
        s.points[(s.shown[0] + s.shown[1]) % 2] += s.card
        s.card = 0
        s.played += 1


@kernel
def shares(s: State, out: Buffer) -> None:
    out[0], out[1] = s.points[0] + 1, s.points[1] + 1


@kernel
def hide(s: State, p: int) -> None:
    if s.card == 0:
        return
    if p != 0:
        s.card = NOTHING
    for seat in range(2):
        if seat != p and s.shown[seat] != NOTHING:
            s.shown[seat] = HIDDEN


@kernel
def deal(s: State, p: int, rng: Buffer) -> None:
    if s.card == NOTHING:
        drawn = below(rng, 6)
        s.card = 1 if drawn < 1 else 2 if drawn < 3 else 3
    for seat in range(2):
        if s.shown[seat] == HIDDEN:
            s.shown[seat] = 1 + below(rng, 2)
