"""Means and their error bars."""

from __future__ import annotations

from random import Random

import pytest

from tablier.arena.intervals import Interval, Sets, combined, interval, quantile

TRIALS = 400


def coverage(truth: float, sets: Sets, *others: Sets) -> float:
    """How often the interval of what was drawn holds the truth."""
    found = [interval(drawn) for drawn in (sets, *others)]
    return sum(one.low <= truth <= one.high for one in found) / len(found)


def independent(random: Random, wins: float, draws: float = 0) -> list[float]:
    return [0.5 if random.random() < draws else float(random.random() < wins) for _ in range(2)]


def lucky(random: Random, wins: float) -> list[float]:
    """Most often chance decides for a seat, and so for each of two who swap them once."""
    return [1.0, 0.0] if random.random() < 0.7 else independent(random, wins)


@pytest.mark.parametrize("wins", [0.5, 0.8, 0.97])
def test_intervals_hold_the_truth_nineteen_times_in_twenty(wins: float) -> None:
    random = Random(1)
    trials = [[independent(random, wins) for _ in range(60)] for _ in range(TRIALS)]
    assert 0.92 <= coverage(wins, *trials) <= 0.98


def test_they_do_so_where_games_of_a_set_depend_on_each_other_and_are_the_narrower_for_it() -> None:
    random = Random(2)
    trials = [[lucky(random, 0.8) for _ in range(60)] for _ in range(TRIALS)]
    truth = 0.7 * 0.5 + 0.3 * 0.8
    assert 0.92 <= coverage(truth, *trials) <= 0.98
    apart = interval([[result] for results in trials[0] for result in results])
    together = interval(trials[0])
    assert together.high - together.low < 0.9 * (apart.high - apart.low)


def test_they_do_so_where_all_games_of_a_set_go_the_same_way() -> None:
    random = Random(3)
    trials = [[[float(random.random() < 0.7)] * 4 for _ in range(30)] for _ in range(TRIALS)]
    assert 0.92 <= coverage(0.7, *trials) <= 0.98


def test_they_do_so_where_draws_are_common() -> None:
    random = Random(4)
    trials = [[independent(random, 0.7, draws=0.6) for _ in range(60)] for _ in range(TRIALS)]
    assert 0.92 <= coverage(0.6 * 0.5 + 0.4 * 0.7, *trials) <= 0.99


@pytest.mark.parametrize("result", [0.0, 0.5, 1.0])
def test_what_always_came_out_alike_is_not_taken_for_certain(result: float) -> None:
    found = interval([[result, result]] * 20)
    assert found.mean == result
    assert 0.02 < found.high - found.low < 0.2
    assert 0 <= found.low <= found.mean <= found.high <= 1


def test_more_games_tell_more() -> None:
    widths = [one.high - one.low for one in (interval([[1, 0], [1, 1], [0, 1], [0, 0]] * n) for n in (1, 4, 16, 64))]
    assert widths == sorted(widths, reverse=True)
    assert widths[2] / widths[3] == pytest.approx(2, rel=0.1)


def test_single_set_tells_next_to_nothing() -> None:
    found = interval([[1, 1]])
    assert found.low < 0.1


def test_sum_of_one_part_is_that_part_weighted() -> None:
    assert combined([(0.5, Interval(0.4, 0.2, 0.8))]) == Interval(0.2, 0.1, 0.4)


def test_sum_of_several_is_better_known_than_each() -> None:
    part = Interval(0.5, 0.4, 0.6)
    found = combined([(0.5, part), (0.5, part)])
    assert found.mean == 0.5
    assert found.high - found.mean == pytest.approx(0.1 / 2**0.5)


@pytest.mark.parametrize(("freedom", "table"), [(5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_quantiles_are_student_s(freedom: int, table: float) -> None:
    assert quantile(freedom) == pytest.approx(table, rel=0.02)
