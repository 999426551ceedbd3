"""What a study's charts show."""

from __future__ import annotations

import re

from tablier.arena.intervals import Interval
from tablier.study.charts import BARS, cut_of, histogram


def heights(counts: dict[int, int]) -> list[float]:
    drawn = histogram(counts, Interval(60, 59, 61), "more")
    return [float(height) for height in re.findall(r'<rect [^>]* height="([\d.]+)"', drawn)]


def test_games_whose_lengths_are_in_fours_leave_no_bar_empty() -> None:
    """Where four act in each round, bars of another width would have gaps that no game has."""
    found = heights(dict.fromkeys(range(12, 100, 4), 1))
    assert len(found) <= BARS
    assert all(found)


def test_a_gap_that_games_have_is_seen() -> None:
    assert heights({10: 1, 11: 1, 14: 1}) == [120.0, 120.0, 0.0, 0.0, 120.0]


def test_the_longest_games_are_in_the_last_bar() -> None:
    counts = dict.fromkeys(range(1, 31), 10) | {500: 1}
    assert cut_of(counts) == 31
    assert cut_of(dict.fromkeys(range(1, 31), 10)) is None


def test_games_that_are_all_as_long_are_one_bar() -> None:
    assert heights({8: 100}) == [120.0]
