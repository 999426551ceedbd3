"""When Python looks for garbage in the server."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from tablier.serve import garbage


class Knot:
    """It holds itself: without a look it stays."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def looking() -> Iterator[None]:
    """Python looks as it does in the server."""
    before = gc.get_threshold()
    garbage.look_at_new()
    yield
    gc.callbacks.remove(garbage._set_aside)
    gc.set_threshold(*before)
    gc.unfreeze()


def make_many() -> list[list[int]]:
    return [[] for _ in range(2 * garbage.NEW)]


def test_what_is_new_is_looked_at(looking: None) -> None:
    knot = weakref.ref(Knot())
    make_many()
    assert knot() is None


def test_what_was_in_use_is_looked_at_again_once_nobody_is_there(looking: None) -> None:
    held = Knot()
    kept, knot = make_many(), weakref.ref(held)
    assert gc.get_freeze_count() > len(kept) / 2, "it was set aside"
    del held
    kept += make_many()
    assert knot() is not None
    garbage.look_at_all()
    assert knot() is None
    assert gc.get_count()[0] < garbage.NEW, "and what is in use is set aside again"


def test_where_python_looks_by_itself_nothing_is_done() -> None:
    frozen = gc.get_freeze_count()
    knot = weakref.ref(Knot())
    garbage.look_at_all()
    assert gc.get_freeze_count() == frozen
    gc.collect()
    assert knot() is None
