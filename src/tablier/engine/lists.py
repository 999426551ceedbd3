"""Lists of Python's numbers that compiled code makes.

Python makes a number anew for each place of a list, which takes most of the time. The numbers that come up in games are
few: they are made once, and a list made here points to them. It is the caller's own, as any other list.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from tablier.engine.kernels import Buffer

LEAST = -16
"""The least number that is made beforehand."""

_made: list[list[Any]] = []
"""They stay where they are as long as the process lives."""


@functools.cache
def known(kind: Any, most: int) -> Buffer:
    """[numbers] int64: where Python's numbers of a kind (int or float) are in memory, from LEAST to below `most`."""
    numbers = [kind(number) for number in range(LEAST, most)]
    _made.append(numbers)
    return np.array([id(number) for number in numbers], dtype=np.int64)


def as_list(numbers: Buffer, n: int, known: Buffer) -> list[int]:
    """The first n of whole numbers, as a list; compiled, for an entry to return at once."""
    made: list[int] = numbers[:n].tolist()
    return made


def as_floats(numbers: Buffer, n: int, known: Buffer) -> list[float]:
    """The same as floating point numbers."""
    return [float(number) for number in numbers[:n]]
