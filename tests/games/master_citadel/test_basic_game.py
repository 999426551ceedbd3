"""Master Citadel: how a round of the basic game is resolved and paid."""

from __future__ import annotations

import pytest

from tests.games.master_citadel.arrange import STAYS, Outcome, basic, play, start

PAYMENTS = pytest.mark.parametrize("payment", ["all", "winners"])


def test_the_strongest_order_moves_the_pawn_one_square() -> None:
    """MC-7"""
    assert basic("12 N", "13 SE", "11 S", "0 W").to == (1, -1)


def test_a_point_more_is_enough() -> None:
    """MC-7"""
    assert basic("50 N", "51 S", "50 N", "50 E").to == (0, 1), "100 N of two is more than 51 S"
    assert basic("25 N", "51 S", "25 N", "50 E").to == (0, -1)


def test_orders_of_the_same_number_and_direction_add_up() -> None:
    """MC-6"""
    assert basic("20 N", "30 E", "25 S", "20 N").to == (0, 1)


def test_the_same_direction_alone_makes_no_coalition() -> None:
    """MC-6"""
    assert basic("20 N", "30 E", "25 S", "19 N").to == (1, 0)


def test_the_same_number_alone_makes_no_coalition() -> None:
    """MC-6"""
    assert basic("20 N", "30 E", "25 S", "20 NE").to == (1, 0)


def test_three_or_four_may_make_a_coalition() -> None:
    """MC-6"""
    assert basic("20 N", "20 N", "59 S", "20 N").to == (0, 1)
    assert basic("20 N", "20 N", "61 S", "20 N").to == (0, -1)
    assert basic("1 W", "1 W", "1 W", "1 W").to == (-1, 0)


def test_the_stronger_of_two_coalitions_prevails() -> None:
    """MC-6, MC-7"""
    assert basic("20 N", "21 S", "20 N", "21 S").to == (0, -1)


@PAYMENTS
def test_an_order_of_nothing_takes_no_part(payment: str) -> None:
    """MC-7"""
    assert basic("0 N", "0 N", "0 N", "0 N", payment=payment) == Outcome(STAYS, (0, 0, 0, 0))
    assert basic("0 N", "1 E", "0 S", "0 N", payment=payment) == Outcome((1, 0), (0, 1, 0, 0))


@pytest.mark.parametrize("other", ["32 N", "32 E", "32 SE", "32 S"])
def test_equal_strongest_orders_leave_the_pawn_whatever_their_directions(other: str) -> None:
    """MC-8: a lone 64 against a coalition of twice 32, and 32 against 32."""
    assert basic("64 N", other, "18 S", other).to == STAYS
    if other != "32 N":
        assert basic("32 N", other, "18 S", "5 NW").to == STAYS


def test_three_or_four_equal_orders_leave_the_pawn() -> None:
    """MC-8"""
    assert basic("7 N", "7 E", "7 S", "1 W").to == STAYS
    assert basic("7 N", "7 E", "7 S", "7 W").to == STAYS


def test_what_is_weaker_than_a_tie_moves_nothing() -> None:
    """MC-8: the basic game cancels nothing."""
    assert basic("32 N", "32 S", "18 E", "0 W").to == STAYS


def test_coalitions_are_not_countered_in_the_basic_game() -> None:
    """MC-6, MC-17 is of the open variant"""
    assert basic("10 S", "10 S", "10 N", "15 E").to == (0, -1)


def test_everybody_pays_what_they_staked() -> None:
    """MC-9"""
    assert basic("12 N", "13 SE", "11 S", "0 W").cost == (12, 13, 11, 0)


def test_a_tied_round_is_paid_like_any_other() -> None:
    """MC-9"""
    assert basic("32 N", "32 S", "18 E", "0 W") == Outcome(STAYS, (32, 32, 18, 0))
    assert basic("32 N", "32 S", "18 E", "0 W", payment="winners") == Outcome(STAYS, (0, 0, 0, 0))


def test_only_those_who_moved_the_pawn_pay_if_the_table_says_so() -> None:
    """MC-9"""
    assert basic("12 N", "13 SE", "11 S", "0 W", payment="winners").cost == (0, 13, 0, 0)
    assert basic("20 N", "30 E", "25 S", "20 N", payment="winners").cost == (20, 0, 0, 20)


def test_points_that_are_paid_are_gone() -> None:
    """MC-4, MC-9"""
    position = start()
    play(position, "60 N", "0 N", "0 N", "0 N")
    play(position, "40 S", "0 N", "0 N", "0 N")
    assert list(position.record.points) == [0, 100, 100, 100]
    assert position.legal(0)[-1] == "0 NW"


# --- what ties cost


def test_tied_round_may_be_free() -> None:
    """MC-9: nobody pays in it, also who had no part in the tie; any other round is paid as usual."""
    assert basic("32 N", "32 S", "18 E", "0 W", ties="free") == Outcome(STAYS, (0, 0, 0, 0))
    assert basic("16 N", "16 N", "32 S", "5 E", ties="free") == Outcome(STAYS, (0, 0, 0, 0))
    assert basic("32 N", "31 S", "31 E", "0 W", ties="free") == Outcome((0, 1), (32, 31, 31, 0))


def test_who_ties_may_have_to_pay() -> None:
    """MC-9: whatever `payment` says; the others as it says."""
    assert basic("32 N", "32 S", "18 E", "0 W", ties="paid") == Outcome(STAYS, (32, 32, 18, 0))
    assert basic("32 N", "32 S", "18 E", "0 W", ties="paid", payment="winners") == Outcome(STAYS, (32, 32, 0, 0))
    assert basic("16 N", "16 N", "32 N", "5 E", ties="paid", payment="winners") == Outcome(STAYS, (16, 16, 32, 0))


def test_coalition_and_a_lone_order_of_its_strength_tie_though_they_agree() -> None:
    """MC-8"""
    assert basic("16 N", "32 N", "16 N", "5 E") == Outcome(STAYS, (16, 32, 16, 5))
