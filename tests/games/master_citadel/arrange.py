"""Rounds in a few words, so that a test reads like the rule it holds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from tablier.engine.errors import IllegalAction
from tablier.engine.position import Position
from tablier.games.master_citadel import rules

NORTH, EAST, SOUTH, WEST = range(4)
NOTHING = "0 N"
NOBODY_STAKES = (NOTHING,) * 4
DRAWN = (Fraction(1, 4),) * 4


class Outcome(NamedTuple):
    """What a round did."""

    to: tuple[int, int]
    """The pawn's step."""
    cost: tuple[int, ...]
    """What it cost each player."""


STAYS = (0, 0)


def start(at: tuple[int, int] = (0, 0), points: tuple[int, int, int, int] | None = None, **options: Any) -> Position:
    """A position at the beginning of a round."""
    position = Position("master-citadel", **options)
    position.record.x, position.record.y = at
    if points:
        position.record.points[:] = points
    return position


def play(position: Position, *orders: str) -> Outcome:
    """Play a whole round, the orders of North, East, South and West, ending the discussion if there is one."""
    before = position.copy().record
    if position.record.phase == rules.DISCUSSION:
        position.play("silence")
    for seat, order in enumerate(orders):
        position.play(order, seat)
    after = position.record
    step = (int(after.x - before.x), int(after.y - before.y))
    return Outcome(step, tuple(int(cost) for cost in before.points - after.points))


def basic(*orders: str, **options: Any) -> Outcome:
    """What a first round of the basic game does."""
    return play(start(**options), *orders)


def open_(*orders: str, **options: Any) -> Outcome:
    """What a first round of the open variant does."""
    return play(start(variant="open", **options), *orders)


def square(position: Position) -> tuple[int, int]:
    return int(position.record.x), int(position.record.y)


def refused_by(position: Position, action: str, seat: int) -> str:
    """The rule by which an action is refused; it must not be on the list either, and nothing changes."""
    before = position.to_bytes()
    assert action not in position.legal(seat)
    with pytest.raises(IllegalAction) as refusal:
        position.play(action, seat)
    assert position.to_bytes() == before
    return refusal.value.rule
