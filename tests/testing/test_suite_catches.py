"""The suite can fail: whatever is broken in the toy, the check that is there for it says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tablier.engine import kernels
from tablier.testing import CHECKS, GAME_CHECKS
from tests.testing.breaking import BREAKERS, Breaker, Toy
from tests.testing.toy.game import GAME


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Toy]:
    monkeypatch.setenv("TABLIER_JIT", "0")  # compiled code would not see what is broken
    kernels.register(GAME.rules, lambda: GAME.insight)
    yield Toy(monkeypatch)
    monkeypatch.undo()
    kernels.register(GAME.rules, lambda: GAME.insight)


@pytest.mark.parametrize(("breaks", "check", "message"), BREAKERS)
def test_suite_catches(breaks: Breaker, check: Callable[..., None], message: str, toy: Toy) -> None:
    breaks(toy)
    with pytest.raises(Exception, match=message):
        check(toy.game, *([toy.game.settle({})] if check in CHECKS else []))


def test_every_check_is_shown_to_catch_something() -> None:
    caught = {parameters.values[1].__name__ for parameters in BREAKERS} | {"compiled_rules_agree"}  # test_compiled.py
    assert caught == {check.__name__ for check in (*CHECKS, *GAME_CHECKS)}
