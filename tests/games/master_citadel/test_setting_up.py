"""Master Citadel: the table before the first round."""

from __future__ import annotations

import pytest

from tablier import Position
from tablier.engine.errors import BadOption
from tests.games.master_citadel.arrange import start


def test_four_players_sit_clockwise_from_north() -> None:
    """MC-1"""
    assert start().seats == ("north", "east", "south", "west")


def test_the_board_has_five_squares_a_side() -> None:
    """MC-1: it takes two steps from the centre to the edge, and a third to leave it."""
    assert squares(start()) == [5] * 5


def squares(position: Position) -> list[int]:
    """How many there are in each row of the floor."""
    floor = next(item.glyph for item in position.scene().items if item.id == "court")
    return [len(row.split()) for row in floor.split("\n") if row.strip()]


@pytest.mark.parametrize("size", [3, 5, 7, 9])
def test_the_pawn_starts_in_the_centre_of_a_board_of_any_size(size: int) -> None:
    """MC-1"""
    position = start(size=size)
    assert (position.record.x, position.record.y) == (0, 0)
    assert squares(position) == [size] * size


@pytest.mark.parametrize("size", [1, 2, 4, 8, 10, 11])
def test_the_board_has_an_odd_number_of_squares_from_three_to_nine(size: int) -> None:
    """MC-1"""
    with pytest.raises(BadOption, match="an odd number from 3 to 9"):
        Position("master-citadel", size=size)


def test_everybody_starts_with_a_hundred_points() -> None:
    """MC-3"""
    assert list(start().record.points) == [100, 100, 100, 100]


@pytest.mark.parametrize("capital", [1, 42, 999])
def test_a_table_may_choose_another_capital(capital: int) -> None:
    """MC-3"""
    assert list(start(capital=capital).record.points) == [capital] * 4


@pytest.mark.parametrize("capital", [0, 1000])
def test_a_capital_is_from_1_to_999(capital: int) -> None:
    """MC-3"""
    with pytest.raises(BadOption, match="1 to 999"):
        Position("master-citadel", capital=capital)


def test_the_basic_game_begins_with_everybody_writing() -> None:
    """MC-4"""
    assert start().pending == (0, 1, 2, 3)


def test_the_open_game_begins_with_a_discussion_led_by_north() -> None:
    """MC-12"""
    position = start(variant="open")
    assert position.pending == (0,)
    assert position.legal() == ["silence"]
