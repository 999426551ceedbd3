"""A position of Maestria in plain numbers: it is read off its record once, whoever looks at it and however often."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import prod
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from tablier.games.maestria import rules

SQUARES = range(rules.SQUARES)
SIDES = (rules.BLACK, rules.WHITE)


class Numbers(NamedTuple):
    """The fields of a record, as `rules.RECORD` has them."""

    shape: int
    map: list[int]
    cap: int
    losses: int
    max_turns: int
    pawns: list[list[int]]
    general: list[int]
    in_hand: list[int]
    seat: int
    phase: int
    points: int
    turns: int
    winner: int
    attack: int
    dice: list[list[int]]
    attacker: int
    fallen: int
    last: int
    refuge: int
    fights: int

    @property
    def terrains(self) -> tuple[int, ...]:
        """Of each square."""
        return _terrains(self.shape, tuple(self.map))


@lru_cache(maxsize=256)
def _terrains(shape: int, letters: tuple[int, ...]) -> tuple[int, ...]:
    """MA-2"""
    return tuple(letters[spot] for spot in rules.SPOTS[shape])


def numbers(record: bytes) -> Numbers:
    """All fields are of the same kind, and read at one go: one by one NumPy would take far longer."""
    read = Numbers._make(_FIELDS(memoryview(record).cast("i").tolist()))
    return read._replace(pawns=_by_side(read.pawns), dice=_by_side(read.dice))


def _places() -> Iterator[int | slice]:
    """Where each field is among the numbers of a record."""
    assert rules.RECORD.fields is not None
    for name in Numbers._fields:
        kind, offset = rules.RECORD.fields[name][:2]
        first = offset // np.dtype(np.int32).itemsize
        yield slice(first, first + prod(kind.shape)) if kind.shape else first


_FIELDS = itemgetter(*_places())


def _by_side(row: list[Any]) -> list[list[int]]:
    half = len(row) // 2
    return [row[:half], row[half:]]


Standing = tuple[int, int, bool]
"""Who stands on a square: a seat, so many pawns, and whether the General is one of them."""

NOBODY_HERE: Standing = (rules.NOBODY, 0, False)


def groups(s: Numbers) -> list[tuple[int, Standing]]:
    """The squares on which somebody stands: Black's, then White's."""
    return [
        (square, (p, n, s.general[p] == square)) for p in SIDES for square, n in enumerate(s.pawns[p]) if n
    ]  # fmt: skip


def totals(s: Numbers) -> tuple[int, int]:
    """What the attacker and the defender have thrown; 0: nothing."""
    return sum(s.dice[rules.ATTACKER]), sum(s.dice[rules.DEFENDER])
