"""A position of Maestria in plain numbers: it is read off its record once, whoever looks at it and however often."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct
from typing import NamedTuple

import numpy as np

from tablier.engine import kernels
from tablier.games.maestria import rules

SQUARES = range(rules.SQUARES)
SIDES = (rules.BLACK, rules.WHITE)


class Numbers(NamedTuple):
    """The fields of a record, as `rules.RECORD` has them."""

    shape: int
    map: tuple[int, ...]
    cap: int
    losses: int
    max_turns: int
    pawns: Sequence[Sequence[int]]
    general: Sequence[int]
    in_hand: tuple[int, ...]
    seat: int
    phase: int
    points: int
    turns: int
    winner: int
    attack: int
    dice: tuple[tuple[int, ...], ...]
    attacker: int
    fallen: int
    last: int
    refuge: int
    fights: int

    @property
    def terrains(self) -> tuple[int, ...]:
        """Of each square."""
        return _terrains(self.shape, self.map)


@lru_cache(maxsize=256)
def _terrains(shape: int, letters: tuple[int, ...]) -> tuple[int, ...]:
    """MA-2"""
    return tuple(letters[spot] for spot in rules.SPOTS[shape])


def numbers(record: bytes) -> Numbers:
    """All fields are of the same kind, and read at one go: one by one NumPy would take far longer."""
    read = [*_FIELDS(_NUMBERS.unpack(record))]
    for place in _OF_BOTH:
        read[place] = _by_side(read[place])
    return Numbers._make(read)


_NUMBERS = Struct(f"{rules.RECORD.itemsize // np.dtype(np.int32).itemsize}i")
_FIELDS = kernels.picker(rules.RECORD, Numbers._fields)
_OF_BOTH = [Numbers._fields.index(name) for name in ("pawns", "dice")]


def _by_side(row: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    half = len(row) // 2
    return row[:half], row[half:]


Standing = tuple[int, int, bool]
"""Who stands on a square: a seat, so many pawns, and whether the General is one of them."""

NOBODY_HERE: Standing = (rules.NOBODY, 0, False)

CODES = 64
"""A code of who stands on a square is below this; 0: nobody."""


def standing_of(code: int) -> Standing:
    """Who stands on a square, by the code for it."""
    if not code:
        return NOBODY_HERE
    p, n = divmod(code // 2, rules.PAWNS + 1)
    return p, n, bool(code % 2)


def _coded(p: int) -> bytes:
    """The code for so many pawns of a side, without its General."""
    return bytes([2 * (p * (rules.PAWNS + 1) + n) if n else 0 for n in range(rules.PAWNS + 1)]).ljust(256, b"\0")


_CODED = [_coded(p) for p in SIDES]


def codes(s: Numbers) -> tuple[bytes, bytes]:
    """Of all squares, for each side."""
    black, white = (_codes(s.pawns[p], s.general[p], p) for p in SIDES)
    return black, white


def _codes(pawns: Sequence[int], general: int, p: int) -> bytes:
    found = bytes(pawns).translate(_CODED[p])
    return found if general == rules.OFF else found[:general] + bytes([found[general] | 1]) + found[general + 1 :]


def groups(s: Numbers) -> list[tuple[int, Standing]]:
    """The squares on which somebody stands: Black's, then White's."""
    return [
        (square, (p, n, s.general[p] == square)) for p in SIDES for square, n in enumerate(s.pawns[p]) if n
    ]  # fmt: skip


def totals(s: Numbers) -> tuple[int, int]:
    """What the attacker and the defender have thrown; 0: nothing."""
    return sum(s.dice[rules.ATTACKER]), sum(s.dice[rules.DEFENDER])
