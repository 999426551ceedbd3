"""Flat Monte-Carlo, interpreted."""

from typing import Any

import numpy as np
import pytest

from tablier.core import rng
from tablier.core.match import Match
from tablier.core.position import Position
from tablier.search.flat import Flat, by_clock, by_number, gain


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", "0")


def flat(view: Position, **options: int) -> Flat:
    return Flat(view, 0, view.actions(0), rng.seeded(1), **options)


def rolled(**options: Any) -> Position:
    match = Match("war-of-masters", **options)
    match.play("[3]")
    return match.view(0)


def test_each_action_is_tried_in_turn() -> None:
    search = flat(rolled(max_turns=4))
    count = len(search.actions)
    search.try_out(0, count + 2, search.depth)
    search.try_out(count + 2, 2 * count, search.depth)
    assert (search.visits == 2).all()
    assert ((search.gains >= 0) & (search.gains <= 2)).all()


def test_view_is_left_as_it_was() -> None:
    view = rolled()
    before = view.to_bytes()
    search = flat(view, depth=5)
    search.best(by_number(50))
    assert view.to_bytes() == before == search.states[0].tobytes()


def test_result_counts_for_more_the_sooner_it_comes() -> None:
    """Even where it is certain: a game of one turn is a draw, one that is won is worth more than a half."""
    position = Position("war-of-masters", max_turns=1)
    room = (*position.game.buffers(), np.zeros(2, dtype=np.int64))
    assert gain(position.record, 0, 10, rng.seeded(1), room) == 0.5
    won = Position("war-of-masters")
    won.record.winner = 0
    assert gain(won.record, 0, 10, rng.seeded(1), room) == 1
    assert gain(won.record, 1, 10, rng.seeded(1), room) == 0
    undecided = Position("war-of-masters")
    assert gain(undecided.record, 0, 3, rng.seeded(1), room) == 0.5


def test_action_that_was_never_tried_is_never_best() -> None:
    search = flat(rolled(), depth=2)
    search.visits[5] = 1
    assert search._order()[0] == 5


def test_halving_leaves_one() -> None:
    for actions in (2, 3, 5, 8, 9):
        view = rolled(max_turns=2)
        chosen = view.actions(0)[:actions]
        assert Flat(view, 0, chosen, rng.seeded(1), depth=2).best(by_number(20)) in chosen


def test_effort_is_spent_by_number_or_by_the_clock() -> None:
    assert list(by_number(100)(0.25)) == [25]
    assert list(by_number(1)(0.1)) == [1]
    batches = list(by_clock(0.02)(0.5))
    assert batches[:3] == [1, 2, 4]
