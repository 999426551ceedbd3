"""Master Citadel: behind whose line the pawn is, and when nobody wins."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablier.engine.position import Position
from tests.games.master_citadel.arrange import DRAWN, NOBODY_STAKES, NOTHING, play, refused_by, square, start

VARIANTS = pytest.mark.parametrize("variant", ["basic", "open"])


def won_by(*seats: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(seat in seats), len(seats)) for seat in range(4))


def push(position: Position, way: str) -> None:
    """A round in which West alone stakes anything."""
    play(position, NOTHING, NOTHING, NOTHING, f"1 {way}")


# --- wins


@VARIANTS
@pytest.mark.parametrize(("seat", "way"), list(enumerate(["N", "E", "S", "W"])))
def test_a_player_wins_when_the_pawn_steps_off_across_their_side(seat: int, way: str, variant: str) -> None:
    """MC-2: whoever has pushed it."""
    position = start(variant=variant)
    for _ in range(2):
        push(position, way)
        assert not position.over
    push(position, way)
    assert position.shares == won_by(seat)


@pytest.mark.parametrize("size", [3, 5, 7, 9])
def test_a_larger_board_takes_more_steps(size: int) -> None:
    """MC-1, MC-2"""
    position = start(size=size)
    steps = 0
    while not position.over:
        push(position, "N")
        steps += 1
    assert steps == size // 2 + 1


@pytest.mark.parametrize("size", [3, 5, 7, 9])
def test_the_pawn_need_only_reach_the_row_if_the_line_is_the_edge(size: int) -> None:
    """MC-2"""
    position = start(size=size, line="edge")
    for _ in range(size // 2):
        assert not position.over
        push(position, "S")
    assert position.shares == won_by(2)


def test_the_pawn_may_go_along_the_edge_without_crossing_the_line() -> None:
    """MC-2"""
    position = start(at=(-2, 2))
    for way in ("E", "E", "S", "N"):
        push(position, way)
        assert not position.over


def test_a_diagonal_step_crosses_one_line_away_from_the_corner() -> None:
    """MC-2"""
    position = start(at=(1, 2))
    push(position, "NE")
    assert position.shares == won_by(0)


@pytest.mark.parametrize(
    ("corner", "way", "winners"),
    [((2, 2), "NE", (0, 1)), ((2, -2), "SE", (1, 2)), ((-2, -2), "SW", (2, 3)), ((-2, 2), "NW", (3, 0))],
)
def test_across_a_corner_two_players_win_together(corner: tuple[int, int], way: str, winners: tuple[int, int]) -> None:
    """MC-2: half a win each."""
    position = start(at=corner)
    push(position, way)
    assert position.shares == won_by(*winners)


@pytest.mark.parametrize(("way", "winners"), [("NE", (0, 1)), ("SE", (1, 2)), ("SW", (2, 3)), ("NW", (3, 0))])
def test_on_a_corner_square_two_players_win_together_if_the_line_is_the_edge(
    way: str, winners: tuple[int, int]
) -> None:
    """MC-2"""
    position = start(line="edge", size=3)
    push(position, way)
    assert position.shares == won_by(*winners)


def test_two_orders_that_combine_may_win_for_both_their_authors() -> None:
    """MC-2, MC-19"""
    position = start(at=(2, 2), variant="open")
    play(position, "32 N", "32 E", "18 S", "5 NW")
    assert position.shares == won_by(0, 1)


@VARIANTS
def test_when_it_is_won_nobody_acts_any_more(variant: str) -> None:
    """MC-2"""
    position = start(at=(0, 2), variant=variant)
    push(position, "N")
    assert position.pending == ()
    assert refused_by(position, "5 N", 0) == "MC-2"


# --- draws


@VARIANTS
@pytest.mark.parametrize("payment", ["all", "winners"])
def test_it_is_a_draw_when_nobody_has_a_point_left(variant: str, payment: str) -> None:
    """MC-10"""
    position = start(points=(0, 2, 0, 0), variant=variant, payment=payment)
    play(position, NOTHING, "1 N", NOTHING, NOTHING)
    assert not position.over
    play(position, NOTHING, "1 S", NOTHING, NOTHING)
    assert position.shares == DRAWN
    assert refused_by(position, "0 N", 0) == "MC-10"


def test_one_player_with_points_is_enough_to_go_on() -> None:
    """MC-10"""
    position = start(points=(9, 9, 9, 10))
    play(position, "9 N", "9 S", "9 E", "9 W")
    assert list(position.record.points) == [0, 0, 0, 1]
    assert not position.over


def test_the_last_point_may_win() -> None:
    """MC-2 before MC-10"""
    position = start(at=(0, 2), points=(0, 1, 0, 0))
    play(position, NOTHING, "1 N", NOTHING, NOTHING)
    assert position.shares == won_by(0)


@VARIANTS
def test_it_is_a_draw_after_three_rounds_in_a_row_in_which_everybody_staked_nothing(variant: str) -> None:
    """MC-10"""
    position = start(variant=variant)
    for _ in range(3):
        assert not position.over
        play(position, *NOBODY_STAKES)
    assert position.shares == DRAWN


def test_rounds_in_which_somebody_staked_a_point_are_counted_anew() -> None:
    """MC-10: even if the point moved nothing."""
    position = start()
    for orders in (NOBODY_STAKES, NOBODY_STAKES, ("1 N", "1 S", NOTHING, NOTHING), NOBODY_STAKES, NOBODY_STAKES):
        play(position, *orders)
        assert not position.over
    assert square(position) == (0, 0)
    play(position, *NOBODY_STAKES)
    assert position.shares == DRAWN


@pytest.mark.parametrize("options", [{"max_rounds": 1}, {"max_rounds": 7}, {}], ids=str)
@VARIANTS
def test_it_is_a_draw_after_so_many_rounds(options: dict[str, Any], variant: str) -> None:
    """MC-10"""
    position, rounds = start(variant=variant, capital=999, **options), 0
    while not position.over:
        push(position, "NS"[rounds % 2])
        rounds += 1
    assert rounds == options.get("max_rounds", 100)
    assert position.shares == DRAWN


def test_the_last_round_may_be_won() -> None:
    """MC-2 before MC-10"""
    position = start(at=(0, 2), max_rounds=1)
    push(position, "N")
    assert position.shares == won_by(0)
