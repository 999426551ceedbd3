"""Ratings: those who made up the results are found again."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tablier.arena.ratings import Pairing, ratings

STRENGTHS = [250, 100, 0, -50, -300]  # their mean is 0


def expected(difference: float) -> float:
    return float(1 / (1 + 10 ** (-difference / 400)))


def round_robin(random: Random, sets: int) -> list[Pairing]:
    """Results as these strengths would have them; the two games of a set are independent of each other."""
    return [
        Pairing(one, other, [[float(random.random() < expected(STRENGTHS[one] - STRENGTHS[other])) for _ in range(2)]
                             for _ in range(sets)])
        for one, other in combinations(range(len(STRENGTHS)), 2)
    ]  # fmt: skip


def test_known_strengths_are_recovered() -> None:
    found = ratings(len(STRENGTHS), round_robin(Random(1), sets=2000))
    assert [one.mean for one in found] == pytest.approx(STRENGTHS, abs=20)
    assert sum(one.mean for one in found) == pytest.approx(0, abs=1e-6)


def test_error_bars_hold_the_truth_nineteen_times_in_twenty() -> None:
    random = Random(2)
    held = [
        one.low <= strength <= one.high
        for _ in range(80)
        for one, strength in zip(ratings(len(STRENGTHS), round_robin(random, sets=30)), STRENGTHS, strict=True)
    ]
    assert 0.91 <= sum(held) / len(held) <= 0.99


def test_two_players_differ_by_what_their_score_says() -> None:
    one, other = ratings(2, [Pairing(0, 1, [[1, 1], [1, 0]] * 500)])
    assert one.mean - other.mean == pytest.approx(190.8, abs=1)  # 3 to 1


def test_draws_are_halves() -> None:
    drawn = ratings(2, [Pairing(0, 1, [[0.5, 0.5]] * 50)])
    shared = ratings(2, [Pairing(0, 1, [[1, 0]] * 50)])
    assert [one.mean for one in drawn] == pytest.approx([0, 0])
    assert [one.mean for one in shared] == pytest.approx([0, 0])


def test_one_who_has_won_every_game_has_a_rating_and_a_wide_bar() -> None:
    one, other = ratings(2, [Pairing(0, 1, [[1, 1]] * 50)])
    assert 300 < one.mean < 600
    assert one.high - one.low > 300
    assert other.mean == pytest.approx(-one.mean)


def test_those_who_never_met_are_compared_through_others() -> None:
    won = [[1, 1], [1, 0]] * 500
    first, middle, last = ratings(3, [Pairing(0, 1, won), Pairing(1, 2, won)])
    assert first.mean - last.mean == pytest.approx(2 * 190.8, abs=2)
    assert middle.mean == pytest.approx(0, abs=1e-6)
    assert middle.high - middle.low < first.high - first.low
