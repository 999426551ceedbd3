"""The protocol's generic functions find the right game's kernels by the record's dtype."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from tablier import NATURE, Position
from tablier.engine import insight, kernels
from tablier.engine.insight import Insight
from tablier.engine.kernels import Rules
from tablier.engine.parts import functions
from tablier.engine.rng import seeded
from tests.engine.morra.game import GAME as MORRA

KERNELS = functions(Rules)


def register(name: str, dtype: np.dtype[Any], **changed: Callable[..., Any]) -> Rules:
    """Register rules of this name whose kernels do nothing, but for those that are changed."""
    nothing: dict[str, Any] = dict.fromkeys(KERNELS, lambda *args: 0)
    rules = cast("Rules", SimpleNamespace(__name__=name, RECORD=dtype, **nothing | changed))
    kernels.register(rules, lambda: cast("Insight", SimpleNamespace()))
    return rules


def record(*names: str) -> np.dtype[Any]:
    """A dtype of its own."""
    return np.dtype((np.record, [(name, np.int32) for name in names]))


def test_the_same_call_reaches_each_game_by_its_record() -> None:
    war, fingers = Position("war-of-masters").record, Position(MORRA).record
    out, weights = np.zeros(1000, dtype=np.int64), np.zeros(1000, dtype=np.int64)
    assert kernels.chances(war, out, weights) == 6
    assert kernels.chances(fingers, out, weights) == 3
    assert weights[:3].tolist() == [1, 2, 3]


def test_every_function_of_the_protocol_is_dispatched() -> None:
    called: list[tuple[str, int]] = []

    def recording(name: str) -> Callable[..., int]:
        def kernel(*args: Any) -> int:
            called.append((name, len(args)))
            return 1

        return kernel

    dtype = record("every_function")
    register("recording", dtype, **{name: recording(name) for name in KERNELS})
    s, out, weights = np.zeros(1, dtype)[0], np.zeros(1), np.zeros(1)
    kernels.setup(s)
    assert kernels.pending(s) == 1
    assert kernels.over(s) is True
    assert kernels.legal(s, 0, out) == 1
    assert kernels.forbids(s, 0, 0) == 1
    assert kernels.chances(s, out, weights) == 1
    kernels.apply(s, NATURE, 1)
    kernels.shares(s, out)
    kernels.hide(s, 0)
    kernels.deal(s, 0, out)
    assert called == [
        ("setup", 1), ("pending", 1), ("over", 1), ("legal", 3), ("forbids", 3), ("chances", 3),
        ("apply", 3), ("shares", 2), ("hide", 2), ("deal", 3),
    ]  # fmt: skip


def test_a_view_is_dealt_again_in_the_right_proportions() -> None:
    position = Position(MORRA)
    position.play("[2]")
    position.play("1", 0)
    view, rng = position.view(1), seeded("deal")
    dealt = [view.copy() for _ in range(1200)]
    for guess in dealt:
        kernels.deal(guess.record, 1, rng)
    assert [round(sum(guess.record.card == card for guess in dealt) / 200) for card in (1, 2, 3)] == [1, 2, 3]
    assert [round(sum(guess.record.shown[0] == fingers for guess in dealt) / 300) for fingers in (1, 2)] == [2, 2]
    assert all(guess.record.shown[1] == view.record.shown[1] for guess in dealt)


def test_answers_are_plain_python_numbers() -> None:
    """Whatever NumPy type a kernel computes with, callers may put the answer in JSON."""
    position, out = Position("war-of-masters"), np.zeros(1000, dtype=np.int64)
    position.play("[3]")
    s = position.record
    assert type(kernels.pending(s)) is int
    assert type(kernels.over(s)) is bool
    assert type(kernels.legal(s, 0, out)) is int
    assert type(kernels.forbids(s, 0, 0)) is int


def test_a_record_of_no_game_is_not_found() -> None:
    with pytest.raises(KeyError):
        kernels.over(np.zeros(1, record("nobody_s"))[0])


def test_every_kernel_has_a_generic_face_that_takes_the_same() -> None:
    for protocol, module in ((Rules, kernels), (Insight, insight)):
        for name in functions(protocol):
            declared = list(inspect.signature(vars(protocol)[name]).parameters.values())[1:]
            taken = inspect.signature(vars(module)[name]).parameters.values()
            assert [(one.name, one.annotation) for one in declared] == [(one.name, one.annotation) for one in taken]


def test_two_games_with_the_same_dtype_are_refused() -> None:
    dtype = record("shared")
    one = register("one", dtype)
    with pytest.raises(TypeError, match="another and one have records of the same dtype"):
        register("another", record("shared"))
    assert kernels.registered()[dtype].rules is one


def test_the_same_rules_may_be_registered_twice() -> None:
    kernels.register(MORRA.rules, lambda: MORRA.insight)
    assert kernels.registered()[MORRA.dtype].rules is MORRA.rules


def test_fields_of_the_same_size_with_other_names_are_another_game() -> None:
    one, other = record("a_name"), record("another_name")
    register("one", one, pending=lambda s: 1)
    register("other", other, pending=lambda s: 2)
    assert kernels.pending(np.zeros(1, one)[0]) == 1
    assert kernels.pending(np.zeros(1, other)[0]) == 2


def test_calls_may_go_through_other_kernels_from_now_on() -> None:
    fast, slow = (register("through", record("through"), pending=lambda s, n=n: n) for n in (2, 1))
    known = kernels.registered()[slow.RECORD]
    known.entries = fast
    assert kernels.pending(np.zeros(1, slow.RECORD)[0]) == 2
    assert known.rules is slow


def test_a_kernel_stays_the_plain_function_it_is() -> None:
    def double(n: int) -> int:
        return 2 * n

    assert kernels.kernel(double) is double
    assert kernels.compilable()[-1] is double
