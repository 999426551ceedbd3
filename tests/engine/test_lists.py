"""Lists that compiled code makes: those that NumPy would make, and the caller's own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tablier.engine.compiled import compiled
from tablier.engine.kernels import Buffer
from tablier.engine.lists import LEAST, as_floats, as_list, known

Made = Callable[[Buffer, int, Buffer], list[Any]]


@compiled
def listed(numbers: Buffer, n: int, known: Buffer) -> list[int]:
    return as_list(numbers, n, known)


@compiled
def listed_as_floats(numbers: Buffer, n: int, known: Buffer) -> list[float]:
    return as_floats(numbers, n, known)


KINDS = [(listed, int), (listed_as_floats, float)]

LONG = np.array([LEAST - 1, LEAST, -1, 0, 1, 299, 300, 2**62, -(2**63)])
SHORT = np.array([LEAST - 1, LEAST, -1, 0, 1, 299, 300, 2**31 - 1, -(2**31)], dtype=np.int32)


@pytest.mark.parametrize("numbers", [LONG, SHORT])
@pytest.mark.parametrize(("make", "kind"), KINDS)
def test_list_has_the_numbers_that_are_known_and_those_that_are_not(make: Made, kind: Any, numbers: Buffer) -> None:
    for n in range(len(numbers) + 1):
        made = make(numbers, n, known(kind, 300))
        assert made == [kind(number) for number in numbers[:n]]
        assert {type(number) for number in made} <= {kind}


def test_list_is_the_callers_own() -> None:
    numbers = np.arange(270, 290)
    first = listed(numbers, 20, known(int, 300))
    first[0] = first[1] = 0
    first.clear()
    assert listed(numbers, 20, known(int, 300)) == numbers.tolist()


@pytest.mark.parametrize(("make", "kind"), KINDS)
def test_known_numbers_are_neither_lost_nor_kept_by_lists(make: Made, kind: Any) -> None:
    numbers: Buffer = np.array([280, 5000])
    kept = make(numbers, 2, known(kind, 300))
    before = sys.getrefcount(kept[0])
    for _ in range(1000):
        make(numbers, 2, known(kind, 300))
    after = sys.getrefcount(kept[0])
    assert after == before
