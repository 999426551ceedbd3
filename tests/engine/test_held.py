"""Arguments that compiled code keeps: they are the same memory, whichever way it runs."""

from __future__ import annotations

import pickle
from typing import NamedTuple

import numpy as np
import pytest

from tablier.engine.compiled import compiled
from tablier.engine.held import Held, values_of
from tablier.engine.kernels import Buffer


class Purse(NamedTuple):
    coins: Buffer  # [2, 3] int32
    limit: int
    is_open: bool


@compiled
def put(held: Held[tuple[Purse, Buffer]], row: int, coins: int) -> int:
    """Put coins into a row of a purse, if it is open, and write down how many there were."""
    purse, told = values_of(held)
    told[0] = purse.coins[row].sum()
    if purse.is_open and told[0] + coins <= purse.limit:
        purse.coins[row, 0] += coins
    return purse.coins[row, 0]  # type: ignore[no-any-return]  # a number of NumPy's, or a plain one


@pytest.fixture(params=["1", "0"], ids=["compiled", "interpreted"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", request.param)


@pytest.mark.usefixtures("either_way")
def test_what_is_held_is_the_memory_that_was_given() -> None:
    purse, told = Purse(np.arange(6, dtype=np.int32).reshape(2, 3), 20, True), np.zeros(1, dtype=np.int64)
    held = Held((purse, told))
    into = put.bound(held, 0, 0)
    assert (into(held, 1, 5), told[0], purse.coins.tolist()) == (8, 12, [[0, 1, 2], [8, 4, 5]])
    purse.coins[1, 1] = 0
    assert (into(held, 1, 100), told[0]) == (8, 13)


@pytest.mark.usefixtures("either_way")
def test_values_that_are_held_are_told_apart() -> None:
    told = np.zeros(1, dtype=np.int64)
    one, other = (Held((Purse(np.zeros((2, 3), dtype=np.int32), 9, is_open), told)) for is_open in (True, False))
    into = put.bound(one, 0, 0)
    assert [into(one, 0, 4), into(other, 0, 4), into(one, 0, 1)] == [4, 0, 5]


@pytest.mark.usefixtures("either_way")
def test_what_is_held_crosses_to_another_process() -> None:
    coins = np.ones((2, 3), dtype=np.int32)
    held = pickle.loads(pickle.dumps(Held((Purse(coins, 9, True), np.zeros(1, dtype=np.int64)))))
    assert put.bound(held, 0, 0)(held, 0, 2) == 3
    assert held.values[0].coins[0, 0] == 3
    assert coins[0, 0] == 1
