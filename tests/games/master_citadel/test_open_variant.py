"""Master Citadel: the phases of the open variant, and how its orders fight each other."""

from __future__ import annotations

from itertools import permutations

import pytest

from tablier import Match
from tests.games.master_citadel.arrange import (
    EAST,
    NORTH,
    SOUTH,
    STAYS,
    WEST,
    Outcome,
    open_,
    play,
    refused_by,
    start,
)

PAYMENTS = pytest.mark.parametrize("payment", ["all", "winners"])
VOID = pytest.mark.parametrize("other", ["9 NE", "9 SE", "9 SW", "9 NW"])
"""What is at 45 or 135 degrees to the north."""


# --- phases


def test_a_round_is_a_discussion_then_the_writing_of_orders() -> None:
    """MC-12"""
    position = start(variant="open")
    assert refused_by(position, "5 N", NORTH) == "MC-12"
    position.play("silence")
    assert position.pending == (0, 1, 2, 3)
    assert refused_by(position, "silence", NORTH) == "MC-14"


def test_discussions_are_led_by_north_west_south_east_and_north_again() -> None:
    """MC-12: the role passes on clockwise at every phase, and resolution is one."""
    match, leaders = Match("master-citadel", variant="open"), []
    for _ in range(6):
        leaders.append(match.seats[match.pending[0]])
        match.play("silence")
        for seat in range(4):
            match.play(f"1 {'NS'[len(leaders) % 2]}", seat)
    assert leaders == ["north", "west", "south", "east", "north", "west"]


def test_while_orders_are_written_the_next_player_is_game_master() -> None:
    """MC-12"""
    position = start(variant="open")
    position.play("silence")
    assert "Master: East" in str(position)


def test_only_the_game_master_ends_the_discussion() -> None:
    """MC-14"""
    position = start(variant="open")
    for seat in (1, 2, 3):
        assert position.legal(seat) == []
        assert refused_by(position, "silence", seat) == "MC-14"
    position.play("silence", NORTH)


def test_there_is_no_discussion_to_end_in_the_basic_game() -> None:
    """MC-12"""
    assert refused_by(start(), "silence", NORTH) == "MC-12"


# --- coalitions and counters


def test_identical_orders_add_up() -> None:
    """MC-16"""
    assert open_("20 N", "30 E", "25 S", "20 N") == Outcome((0, 1), (20, 30, 25, 20))


@pytest.mark.parametrize("seats", list(permutations(range(4))), ids=str)
def test_a_single_opposite_order_cancels_a_coalition_and_the_fourth_applies(seats: tuple[int, ...]) -> None:
    """MC-17: the sheet's own example, whoever has which order."""
    orders = [""] * 4
    for seat, order in zip(seats, ("10 S", "10 S", "10 N", "4 E"), strict=True):
        orders[seat] = order
    outcome = open_(*orders)
    assert outcome.to == (1, 0)
    assert outcome.cost == tuple(4 if order == "4 E" else 0 for order in orders)


def test_a_counter_needs_the_number_of_a_member_not_the_total() -> None:
    """MC-17: 20 against twice 10 is a tie of opposites, MC-18, and 19 is too little."""
    assert open_("10 S", "10 S", "20 N", "4 E") == Outcome((1, 0), (0, 0, 0, 4))
    assert open_("10 S", "10 S", "19 N", "4 E").to == (0, -1)
    assert open_("10 S", "10 S", "11 N", "4 E").to == (0, -1)
    assert open_("10 S", "10 S", "9 N", "4 E").to == (0, -1)


def test_a_counter_needs_the_exactly_opposite_direction() -> None:
    """MC-17"""
    assert open_("10 S", "10 S", "10 NE", "4 E").to == (0, -1)


def test_a_coalition_is_countered_even_if_it_is_not_the_strongest() -> None:
    """MC-17"""
    assert open_("10 S", "10 S", "10 N", "90 E") == Outcome((1, 0), (0, 0, 0, 90))


def test_a_counter_saves_a_coalition_from_paying_for_a_round_it_lost() -> None:
    """MC-17, MC-23"""
    assert open_("10 S", "10 S", "11 N", "90 E").cost == (10, 10, 11, 90)


def test_one_order_counters_a_coalition_of_three() -> None:
    """MC-17: nothing is left."""
    assert open_("10 S", "10 S", "10 N", "10 S") == Outcome(STAYS, (0, 0, 0, 0))


def test_a_coalition_counters_a_coalition() -> None:
    """MC-17"""
    assert open_("10 S", "10 N", "10 N", "10 S") == Outcome(STAYS, (0, 0, 0, 0))


def test_an_order_of_nothing_counters_nothing_and_is_not_countered() -> None:
    """MC-7, MC-17"""
    assert open_("0 S", "0 S", "0 N", "4 E") == Outcome((1, 0), (0, 0, 0, 4))
    assert open_("0 S", "0 S", "0 N", "0 N") == Outcome(STAYS, (0, 0, 0, 0))


# --- equal strongest orders


@PAYMENTS
def test_opposite_strongest_orders_cancel_and_the_next_applies(payment: str) -> None:
    """MC-18, MC-23"""
    costs = (0, 0, 18, 5 if payment == "all" else 0)
    assert open_("32 N", "32 S", "18 E", "5 NW", payment=payment) == Outcome((1, 0), costs)


def test_opposite_orders_that_are_not_the_strongest_do_not_cancel() -> None:
    """MC-18: no coalition, so no counter either; they are paid."""
    assert open_("9 N", "9 S", "18 E", "5 NW") == Outcome((1, 0), (9, 9, 18, 5))


def test_opposites_cancel_twice_if_they_come_twice() -> None:
    """MC-18: it applies to what remains in turn."""
    assert open_("32 N", "32 S", "18 E", "18 W") == Outcome(STAYS, (0, 0, 0, 0))


def test_a_coalition_and_a_lone_order_of_its_strength_cancel_if_they_are_opposite() -> None:
    """MC-18"""
    assert open_("16 N", "32 S", "16 N", "5 NW") == Outcome((-1, 1), (0, 0, 0, 5))


def test_what_remains_after_opposites_may_combine() -> None:
    """MC-18, MC-19"""
    assert open_("32 NW", "32 SE", "18 E", "18 S") == Outcome((1, -1), (0, 0, 18, 18))


def test_what_remains_after_opposites_may_be_void() -> None:
    """MC-18, MC-20, MC-23: only the second pair loses a point."""
    assert open_("32 N", "32 S", "18 E", "18 NE") == Outcome(STAYS, (0, 0, 1, 1))


def test_strongest_orders_at_a_right_angle_combine() -> None:
    """MC-19: the sheet's own example."""
    assert open_("32 N", "32 E", "18 S", "5 NW") == Outcome((1, 1), (32, 32, 18, 5))


@pytest.mark.parametrize(
    ("one", "other", "step"),
    [
        ("N", "E", (1, 1)),
        ("E", "S", (1, -1)),
        ("S", "W", (-1, -1)),
        ("W", "N", (-1, 1)),
        ("NE", "SE", (1, 0)),
        ("SE", "SW", (0, -1)),
        ("SW", "NW", (-1, 0)),
        ("NW", "NE", (0, 1)),
    ],
)
def test_two_directions_at_a_right_angle_make_the_one_between(one: str, other: str, step: tuple[int, int]) -> None:
    """MC-19: two straight ones a diagonal, two diagonals a straight one; in either sequence."""
    assert open_(f"9 {one}", "0 N", f"9 {other}", "2 N").to == step
    assert open_(f"9 {other}", "0 N", f"9 {one}", "2 N").to == step


def test_a_coalition_and_a_lone_order_combine_too() -> None:
    """MC-19"""
    assert open_("16 N", "32 E", "16 N", "5 NW") == Outcome((1, 1), (16, 32, 16, 5))


def test_those_whose_orders_combined_have_moved_the_pawn() -> None:
    """MC-9, MC-19"""
    assert open_("32 N", "32 E", "18 S", "5 NW", payment="winners").cost == (32, 32, 0, 0)


@PAYMENTS
@VOID
def test_strongest_orders_at_45_or_135_degrees_cancel_the_round_and_lose_a_point(other: str, payment: str) -> None:
    """MC-20, MC-23: nobody else pays."""
    assert open_("9 N", other, "5 S", "0 W", payment=payment) == Outcome(STAYS, (1, 1, 0, 0))


def test_every_member_of_a_coalition_that_cannot_be_combined_loses_a_point() -> None:
    """MC-20"""
    assert open_("16 N", "32 NE", "16 N", "5 NW") == Outcome(STAYS, (1, 1, 1, 0))


@PAYMENTS
def test_three_equal_strongest_orders_cancel_the_round_and_lose_a_point(payment: str) -> None:
    """MC-21: also where two of them are opposite, and where two could combine."""
    assert open_("9 N", "9 E", "9 S", "5 W", payment=payment) == Outcome(STAYS, (1, 1, 1, 0))
    assert open_("9 N", "9 NE", "9 SE", "5 W", payment=payment) == Outcome(STAYS, (1, 1, 1, 0))


def test_four_equal_strongest_orders_cancel_the_round_and_lose_a_point() -> None:
    """MC-21"""
    assert open_("9 N", "9 E", "9 S", "9 W") == Outcome(STAYS, (1, 1, 1, 1))


def test_of_three_equal_orders_two_may_have_the_same_direction() -> None:
    """MC-21: a coalition of 4, a lone 4 with it and a lone 4 elsewhere; all four players lose a point."""
    assert open_("2 N", "4 N", "2 N", "4 E") == Outcome(STAYS, (1, 1, 1, 1))


def test_a_coalition_of_three_is_one_order() -> None:
    """MC-16, MC-21: it is not three equal ones."""
    assert open_("9 N", "9 N", "5 S", "9 N") == Outcome((0, 1), (9, 9, 5, 9))


@PAYMENTS
def test_a_coalition_and_a_lone_order_of_its_strength_agree_if_they_go_the_same_way(payment: str) -> None:
    """MC-22, MC-9: all three have moved the pawn."""
    costs = (16, 32, 16, 5 if payment == "all" else 0)
    assert open_("16 N", "32 N", "16 N", "5 NW", payment=payment) == Outcome((0, 1), costs)


# --- what it costs


def test_an_order_that_is_neither_cancelled_nor_strongest_is_paid() -> None:
    """MC-23, MC-9"""
    assert open_("12 N", "13 SE", "11 S", "0 W").cost == (12, 13, 11, 0)
    assert open_("12 N", "13 SE", "11 S", "0 W", payment="winners").cost == (0, 13, 0, 0)


def test_nobody_can_lose_a_point_that_they_do_not_have() -> None:
    """MC-20, MC-21: whoever is among the strongest has staked one."""
    position = start(variant="open", points=(1, 1, 0, 0))
    assert play(position, "1 N", "1 NE", "0 N", "0 N").cost == (1, 1, 0, 0)
    assert list(position.record.points) == [0, 0, 0, 0]


def test_the_last_round_is_shown_with_its_orders_and_what_became_of_them() -> None:
    """MC-5, MC-23"""
    position = start(variant="open")
    play(position, "10 N", "10 S", "3 W", "10 S")
    shown = {item.id: item.words for item in position.scene(EAST, "en").items}
    assert shown["seat-S"].endswith("last order 3 W, prevails, cost 3")
    assert shown["seat-E"].endswith("last order 10 S, cancelled, cost 0")


# --- what ties cost, and who leads


@PAYMENTS
def test_cancelled_order_may_have_to_be_paid(payment: str) -> None:
    """MC-9, MC-17, MC-18"""
    others = 5 if payment == "all" else 0
    assert open_("32 N", "32 S", "18 E", "5 NW", ties="paid", payment=payment) == Outcome((1, 0), (32, 32, 18, others))
    assert open_("10 S", "10 S", "10 N", "3 E", ties="paid", payment=payment) == Outcome((1, 0), (10, 10, 10, 3))


@PAYMENTS
def test_in_a_cancelled_round_its_authors_may_have_to_pay_and_lose_the_point_as_well(payment: str) -> None:
    """MC-9, MC-20, MC-21; as far as they have one."""
    others = 5 if payment == "all" else 0
    assert open_("9 N", "9 NE", "5 S", "0 W", ties="paid", payment=payment) == Outcome(STAYS, (10, 10, others, 0))
    position = start(points=(9, 100, 9, 100), variant="open", ties="paid", payment=payment)
    assert play(position, "9 N", "9 E", "9 S", "5 W") == Outcome(STAYS, (9, 10, 9, others))


@PAYMENTS
@pytest.mark.parametrize("orders", ["32 N, 32 S, 18 E, 5 NW", "9 N, 9 NE, 5 S, 0 W", "9 N, 9 E, 9 S, 5 W"])
def test_free_ties_change_nothing_here(payment: str, orders: str) -> None:
    """MC-9: what is cancelled is free anyway (MC-23), and a lost point is lost all the same."""
    given = orders.split(", ")
    assert open_(*given, ties="free", payment=payment) == open_(*given, payment=payment)


def test_same_player_may_lead_a_whole_round() -> None:
    """MC-12"""
    position = start(variant="open", lead="round")
    led = []
    for _ in range(5):
        led.append(position.pending)
        play(position, "0 N", "1 E", "0 N", "0 N")
        position.record.x = 0
    assert led == [(NORTH,), (EAST,), (SOUTH,), (WEST,), (NORTH,)]
    position.play("silence")
    assert "Master: East" in str(position), "while orders are written, too"
