"""Clocks: what a seat has left, by a time that is given from outside."""

from __future__ import annotations

from tablier.serve.table.clock import GRACE, GRACE_IN_ALL, Clock
from tablier.serve.table.events import Pace

BANK = Pace(kind="bank", seconds=60, increment=5)
TURN = Pace(kind="turn", seconds=60, increment=0)


def test_without_a_pace_nobody_s_time_is_limited() -> None:
    clock = Clock(None, 2)
    clock.update([0], 1, (), now=0)
    assert clock.deadline() is None
    assert clock.fallen(10**12) == []
    assert clock.show(0) is None


def test_a_clock_runs_only_while_its_seat_is_to_act() -> None:
    clock = Clock(BANK, 2)
    clock.update([0], 1, (), now=1000)
    assert (clock.remaining(0, 11_000), clock.remaining(1, 11_000)) == (50_000, 60_000)
    assert clock.deadline() == 61_000
    assert clock.fallen(60_999) == []
    assert clock.fallen(61_000) == [0]


def test_a_bank_grows_by_the_increment_when_a_turn_is_finished_and_not_before() -> None:
    clock = Clock(BANK, 2)
    clock.update([0], 1, (), now=0)
    assert clock.after_action(0, has_finished=False, now=10_000) == 50_000
    assert clock.after_action(0, has_finished=True, now=10_000) == 55_000


def test_time_for_a_turn_is_whole_again_with_the_next_turn() -> None:
    clock = Clock(TURN, 2)
    clock.update([0], 1, (), now=0)
    assert clock.after_action(0, has_finished=False, now=10_000) == 50_000
    assert clock.after_action(0, has_finished=True, now=10_000) == 60_000


def test_a_second_action_of_the_same_turn_goes_on_with_what_is_left() -> None:
    clock = Clock(BANK, 2)
    clock.update([0], 1, (), now=0)
    clock.set(0, 50_000, now=10_000)
    clock.update([0], 1, (), now=10_000)
    assert clock.remaining(0, 15_000) == 45_000


def test_the_clock_of_somebody_whose_connection_is_lost_stands_still_for_the_grace_period() -> None:
    clock = Clock(BANK, 2)
    clock.update([0], 1, (), now=0)
    clock.lose(0, 10_000)
    assert clock.remaining(0, 10_000 + GRACE) == 50_000
    assert clock.remaining(0, 10_000 + GRACE + 1000) == 49_000
    shown = clock.show(20_000)
    assert shown
    assert shown["grace"] == {"0": GRACE - 10_000}
    clock.regain(0, 20_000)
    assert clock.remaining(0, 25_000) == 45_000
    assert clock.deadline() == 70_000


def test_grace_is_given_once_in_a_stint() -> None:
    clock = Clock(BANK, 2)
    clock.update([0], 1, (), now=0)
    clock.lose(0, 0)
    clock.regain(0, GRACE - 1000)
    clock.lose(0, GRACE)
    assert clock.remaining(0, GRACE + 5000) == 60_000 - 5000
    assert clock.deadline() == 60_000 + GRACE


def test_who_is_away_when_it_becomes_their_turn_has_grace_as_well() -> None:
    clock = Clock(BANK, 2)
    clock.update([0], 1, [0], now=0)
    assert clock.remaining(0, GRACE) == 60_000
    assert clock.deadline() == 60_000 + GRACE


def test_several_clocks_run_where_several_are_to_act() -> None:
    clock = Clock(BANK, 4)
    clock.update([0, 2], 1, (), now=0)
    clock.set(0, 58_000, now=2000)
    clock.update([2], 1, (), now=2000)
    assert clock.show(3000) == {**BANK, "left": [58_000, 60_000, 57_000, 60_000], "running": [2], "grace": {}}


def test_whoever_is_to_act_goes_on_by_the_clock_that_was_running() -> None:
    before, after = Clock(BANK, 2), Clock(BANK, 2)
    before.update([0], 1, (), now=1000)
    after.update([0, 1], 1, (), now=21_000)
    after.go_on(before)
    assert [after.remaining(seat, 21_000) for seat in (0, 1)] == [40_000, 60_000]


def test_who_acts_several_times_in_a_turn_has_grace_once() -> None:
    clock = Clock(BANK, 2)
    clock.update([0], 1, (), now=0)
    clock.lose(0, 0)
    clock.set(0, 60_000, now=GRACE - 1000)
    clock.update([0], 1, (), now=GRACE - 1000)
    assert clock.remaining(0, GRACE + 5000) == 60_000 - 5000
    assert clock.deadline() == 60_000 + GRACE


def test_what_was_used_stays_used_when_an_action_is_taken_back() -> None:
    clock = Clock(BANK, 2)
    clock.update([0], 1, (), now=0)
    assert (clock.after_action(0, True, 10_000), clock.brings(0, True, 10_000)) == (55_000, 5_000)
    clock.set(0, 55_000, 10_000)
    clock.update([1], 2, (), now=10_000)
    assert clock.after_takeback(0, {0: 5_000}, 1, now=30_000) == [50_000, 40_000]


def test_a_turn_that_comes_again_has_no_more_time_for_who_took_back() -> None:
    """Else one could think for ever in one turn; the others play another turn."""
    clock = Clock(TURN, 2)
    clock.update([0], 1, (), now=0)
    brought = clock.brings(0, True, 50_000)
    clock.set(0, 60_000, 50_000)
    clock.update([1], 2, (), now=50_000)
    assert clock.after_takeback(0, {0: brought}, 1, now=70_000) == [10_000, 60_000]


def test_a_turn_that_comes_again_has_no_more_grace() -> None:
    clock = Clock(BANK, 2)
    clock.update([0], 1, (), now=0)
    clock.lose(0, 0)
    clock.regain(0, 20_000)
    clock.update([1], 2, (), now=20_000)
    clock.update([0], 1, (), now=20_000)
    clock.lose(0, 20_000)
    assert clock.remaining(0, 20_000 + GRACE) == 60_000 - 20_000


def test_a_seat_that_is_given_up_and_taken_again_in_the_same_turn_has_no_more_time() -> None:
    """Else who gives up and comes back again and again could think for ever; the next turn has its own time."""
    clock = Clock(TURN, 3)
    clock.update([0], 1, (), now=0)
    clock.update([], 1, (), now=50_000)  # a bot plays for it
    clock.update([0], 1, (), now=50_000)
    assert clock.remaining(0, 55_000) == 5_000
    clock.update([], 1, (), now=60_000)
    assert clock.is_used_up(0, 1)
    clock.update([0], 2, (), now=70_000)
    assert (clock.remaining(0, 70_000), clock.is_used_up(0, 2)) == (60_000, False)


def test_what_was_used_of_a_bank_stays_used_whatever_ends_a_turn() -> None:
    clock = Clock(BANK, 3)
    clock.update([0, 1], 1, (), now=0)
    clock.update([0, 1], 2, (), now=50_000)
    assert clock.remaining(0, 55_000) == 5_000


def test_who_hangs_up_in_every_turn_has_no_more_time_than_others_in_the_end() -> None:
    clock, now = Clock(TURN, 2), 0
    for turn in range(1, 6):
        clock.update([0], turn, (0,), now)
        stood = clock.graces(now + GRACE)["0"]
        assert stood == [turn, 0, GRACE, (turn - 1) * GRACE] if turn <= 3 else stood == [turn, 0, 0, GRACE_IN_ALL]
        now += GRACE
        clock.set(0, 60_000, now)
        clock.update([], turn, (), now)


def test_grace_of_a_whole_game_survives_a_restart() -> None:
    clock, again = Clock(TURN, 2), Clock(TURN, 2)
    clock._stood = {(0, 1): GRACE, (0, 2): GRACE, (1, 1): GRACE}
    clock.update([0], 3, (0,), now=0)
    again.update([0], 3, (0,), now=0)
    again.stand_as(clock.graces(10_000))
    again.lose(0, 10_000)
    assert again.deadline() == clock.deadline() == 60_000 + GRACE
    again.set(0, 60_000, 50_000)
    again.update([0], 4, (0,), now=50_000)
    assert again.deadline() == 50_000 + 60_000  # three times it stood still for as long as it may
    assert again.graces(50_000)["1"] == [-1, 0, 0, GRACE]
