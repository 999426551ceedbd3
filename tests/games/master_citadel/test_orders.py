"""Master Citadel: writing orders in secret, and revealing them together."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from tablier import PUBLIC, Match, Position
from tablier.engine import kernels, rng
from tablier.games.master_citadel import notation, rules
from tests.games.master_citadel.arrange import EAST, NORTH, SOUTH, WEST, play, refused_by, start

WAYS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
ORDERS = ("32 N", "31 E", "18 S", "5 NW")


def writing(variant: str = "basic") -> Position:
    """The beginning of the writing of a first round."""
    position = start(variant=variant)
    if variant == "open":
        position.play("silence")
    return position


# --- what may be written


def test_an_order_is_a_number_of_points_and_one_of_eight_directions() -> None:
    """MC-4"""
    assert start(capital=2).legal(NORTH) == [f"{number} {way}" for number in (0, 1, 2) for way in WAYS]


def test_one_may_stake_all_that_is_left_and_not_a_point_more() -> None:
    """MC-4"""
    position = start(points=(7, 100, 100, 100))
    assert position.legal(NORTH)[-1] == "7 NW"
    assert refused_by(position, "8 NW", NORTH) == "MC-4"
    position.play("7 NW", NORTH)


def test_a_player_without_points_still_writes_an_order_of_nothing() -> None:
    """MC-4, MC-7"""
    position = start(points=(0, 9, 9, 9))
    assert position.legal(NORTH) == [f"0 {way}" for way in WAYS]
    assert NORTH in position.pending


def test_the_longest_list_of_orders_is_that_of_the_largest_capital() -> None:
    """MC-3, MC-4"""
    position = start(capital=999)
    assert len(position.legal(WEST)) == 8000 == rules.SILENCE
    assert position.legal(WEST)[-1] == "999 NW"


def test_an_order_once_given_stands() -> None:
    """MC-4"""
    position = start()
    position.play("32 N", NORTH)
    assert position.legal(NORTH) == []
    assert refused_by(position, "31 N", NORTH) == "MC-4"


def test_directions_are_numbered_clockwise_from_north() -> None:
    """MC-4: the eight directions, from 1, north, to 8, north-west, as steps to the east and to the north."""
    steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    for way, step in zip(WAYS, steps, strict=True):
        assert play(start(), f"9 {way}", "0 N", "0 N", "0 N").to == step


# --- secrecy


@pytest.mark.parametrize("variant", ["basic", "open"])
@pytest.mark.parametrize("arrival", list(permutations(range(4))), ids=str)
def test_orders_may_arrive_in_any_sequence(variant: str, arrival: tuple[int, ...]) -> None:
    """MC-5: the round is the same, and happens when the last is in."""
    position, usual = writing(variant), writing(variant)
    for written, seat in enumerate(arrival, start=1):
        position.play(ORDERS[seat], seat)
        assert position.record.rounds == (written == 4)
    for seat in range(4):
        usual.play(ORDERS[seat], seat)
    assert position == usual


def test_everybody_sees_who_has_written_and_who_is_still_to_write() -> None:
    """MC-5"""
    position = start()
    position.play("32 N", EAST)
    position.play("0 S", WEST)
    for viewer in (NORTH, EAST, SOUTH, WEST, PUBLIC):
        assert position.view(viewer).pending == (NORTH, SOUTH)


def test_nobody_but_its_author_sees_an_order() -> None:
    """MC-5: whatever is written, the others' views are the same, byte for byte, and so is what they are shown."""
    one, other = start(), start()
    one.play("32 N", EAST)
    other.play("0 SW", EAST)
    for viewer in (NORTH, SOUTH, WEST, PUBLIC):
        views = [position.view(viewer) for position in (one, other)]
        assert views[0].to_bytes() == views[1].to_bytes()
        assert views[0].scene(viewer) == views[1].scene(viewer)
    assert one.view(EAST).to_bytes() != other.view(EAST).to_bytes()


def test_an_order_is_written_as_a_question_mark_to_the_others() -> None:
    """MC-5"""
    position = start()
    action = position.read("32 N", EAST)
    looks = [notation.write(position.record, EAST, action, viewer) for viewer in (NORTH, EAST, SOUTH, WEST, PUBLIC)]
    assert looks == ["?", "32 N", "?", "?", "?"]


def test_the_last_order_of_a_round_is_no_secret() -> None:
    """MC-5: all are revealed when it is in."""
    position = start()
    for seat in (NORTH, EAST, SOUTH):
        position.play(ORDERS[seat], seat)
    action = position.read("5 NW", WEST)
    assert notation.write(position.record, WEST, action, PUBLIC) == "5 NW"


def test_when_the_last_order_is_in_everybody_sees_all_of_them() -> None:
    """MC-5"""
    position = start()
    play(position, *ORDERS)
    for viewer in (NORTH, EAST, SOUTH, WEST, PUBLIC):
        shown = position.view(viewer).record.shown
        assert [notation.order_name(order) for order in shown] == list(ORDERS)


def test_refusals_tell_nothing_of_what_the_others_have_written() -> None:
    """MC-5"""
    messages = set()
    for order in ("1 N", "100 S"):
        position = start()
        position.play(order, EAST)
        with pytest.raises(ValueError, match="MC-4") as refusal:
            position.play("5 N", EAST)
        messages.add(str(refusal.value))
    assert len(messages) == 1


def test_unknown_orders_are_dealt_evenly_among_all_that_could_have_been_written() -> None:
    """MC-4, MC-5: no chance stands behind an order."""
    position = start(points=(5, 1, 0, 5))
    for seat in (NORTH, EAST, SOUTH):
        position.play("0 N", seat)
    random, dealt = rng.seeded("orders"), np.zeros((3200, 4), dtype=int)
    for row in dealt:
        view = position.view(WEST)
        kernels.deal(view.record, WEST, random)
        row[:] = view.record.orders
    counts = [np.bincount(dealt[:, seat]) for seat in (NORTH, EAST, SOUTH)]
    assert [len(count) for count in counts] == [48, 16, 8]
    assert all(abs(count - count.mean()).max() < 5 * count.mean() ** 0.5 for count in counts)
    assert set(dealt[:, WEST]) == {rules.NONE}


def test_a_seat_keeps_its_own_order_when_the_others_are_dealt() -> None:
    """MC-5"""
    position = start()
    position.play("32 N", EAST)
    position.play("7 S", WEST)
    view = position.view(EAST)
    kernels.deal(view.record, EAST, rng.seeded("own"))
    assert notation.order_name(view.record.orders[EAST]) == "32 N"
    assert view.record.orders[NORTH] == view.record.orders[SOUTH] == rules.NONE


def test_undo_takes_back_one_order() -> None:
    """MC-4: to replay is exact, in the middle of a round too."""
    match = Match("master-citadel")
    match.play("32 N", EAST)
    before = match.position
    match.play("7 S", WEST)
    match.undo()
    assert match.position == before
