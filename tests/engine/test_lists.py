"""Lists that compiled code makes: those that NumPy would make, and the caller's own."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from tablier.engine.compiled import compiled
from tablier.engine.kernels import Buffer
from tablier.engine.lists import LEAST, as_list, known


@compiled
def listed(numbers: Buffer, n: int, known: Buffer) -> list[Any]:
    return as_list(numbers, n, known)


WHOLE = np.array([LEAST - 1, LEAST, -1, 0, 1, 299, 300, 2**62, -(2**63)])
OTHERS = np.array([LEAST - 1, LEAST, -0.5, 0, 3.25, 299, 299.5, 300, 2**31, 1e30, -np.inf], dtype=np.float32)


@pytest.mark.parametrize(("numbers", "kind"), [(WHOLE, int), (OTHERS, float)])
def test_list_has_the_numbers_that_are_known_and_those_that_are_not(numbers: Buffer, kind: Any) -> None:
    for n in range(len(numbers) + 1):
        made = listed(numbers, n, known(kind, 300))
        assert made == numbers[:n].tolist()
        assert {type(number) for number in made} <= {kind}


def test_list_is_the_callers_own() -> None:
    numbers = np.arange(270, 290)
    first = listed(numbers, 20, known(int, 300))
    first[0] = first[1] = 0
    first.clear()
    assert listed(numbers, 20, known(int, 300)) == numbers.tolist()


@pytest.mark.parametrize(("dtype", "kind"), [(np.int64, int), (np.float32, float)])
def test_known_numbers_are_neither_lost_nor_kept_by_lists(dtype: type, kind: Any) -> None:
    numbers: Buffer = np.array([280, 5000], dtype=dtype)
    kept = listed(numbers, 2, known(kind, 300))
    before = sys.getrefcount(kept[0])
    for _ in range(1000):
        listed(numbers, 2, known(kind, 300))
    after = sys.getrefcount(kept[0])
    assert after == before
