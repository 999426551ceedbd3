"""What games add up to, and how well it is known: against what is counted one by one."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

from tablier.arena.intervals import interval
from tablier.study.findings import completed
from tablier.study.tally import Layout, Sums, Tally, median, parts_of_luck, total


def test_share_of_games_is_known_as_well_as_in_the_arena() -> None:
    results = [1.0, 0.0, 0.5, 1.0, 1.0, 0.0, 0.0, 1.0, 0.5, 1.0, 0.0, 1.0]
    found, wanted = Sums.of(results).share(), interval([[result] for result in results])
    assert found is not None
    assert (found.mean, found.low, found.high) == pytest.approx((wanted.mean, wanted.low, wanted.high))


def test_what_never_happened_may_still_happen() -> None:
    never, always = Sums.of([0.0] * 100).share(), Sums.of([1.0] * 100).share()
    assert never is not None
    assert always is not None
    assert never.low == 0 < never.high < 0.05
    assert always.high == 1 > always.low > 0.95
    assert Sums.of([], []).share() is None


def test_interval_of_a_ratio_holds_the_truth_19_times_of_20() -> None:
    """Games of unequal length, in which what happens is not independent: the game is the unit."""
    draw = np.random.default_rng(1)
    held = 0
    for _ in range(1000):
        lengths = draw.integers(1, 40, 80)
        rates = draw.beta(2, 6, 80)
        found = Sums.of(draw.binomial(lengths, rates), lengths).share()
        assert found is not None
        held += found.low <= 0.25 <= found.high
    assert 925 <= held <= 975


def test_blocks_added_are_all_games_together() -> None:
    draw = np.random.default_rng(2)
    x, y = draw.integers(0, 9, 60), draw.integers(1, 30, 60)
    parts = [
        Tally({"a": Sums.of(x[i : i + 20], y[i : i + 20])}, {"n": Counter(y[i : i + 20].tolist())}) for i in (0, 20, 40)
    ]
    whole = total(parts)
    assert whole.sums["a"].numbers == pytest.approx(Sums.of(x, y).numbers)
    assert whole.counts["n"] == Counter(y.tolist())


def test_tally_is_read_again_as_it_was_written() -> None:
    tally = Tally({"a": Sums.of([0.1, 0.7])}, {"n": Counter({3: 2})}, Layout.of(np.arange(12.0).reshape(2, 3, 2)))
    again = Tally.from_json(json.loads(json.dumps(tally.to_json())))
    assert again.to_json() == tally.to_json()


def test_block_in_which_a_kind_was_not_used_counts_all_the_same() -> None:
    decisions = {"matters": Sums.of([1.0, 2.0], [10.0, 10.0])}
    with_it = Tally({**decisions, "kind.a": Sums.of([5.0, 5.0], [10.0, 10.0])})
    found = total(completed([with_it, Tally(decisions)])).sums["kind.a"]
    assert (found.n, found.ratio) == (4, 0.25)


def test_median_lies_between_two_of_what_was_found() -> None:
    found = median(Counter({1: 10, 2: 5, 3: 10}))
    assert (found.mean, found.low, found.high) == (2, 1, 3)
    assert median(Counter({4: 1, 6: 1})).mean == 5


def layouts(players: float, dice: float, rest: float) -> list[Layout]:
    """Blocks of results that are made of so much of each."""
    draw = np.random.default_rng(3)
    seatings = players * np.array([-1.0, 1.0, -1.0, 1.0])[None, :, None]
    found = []
    for _ in range(40):
        thrown = dice * draw.normal(size=(25, 1, 1))
        results = 0.5 + seatings + thrown + rest * draw.normal(size=(25, 4, 1))
        found.append(Layout.of(np.concatenate([results, 1 - results], axis=2)))
    return found


@pytest.mark.parametrize("made", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 2.0, 3.0), (0.5, 0.2, 1.0)])
def test_luck_and_skill_are_told_apart(made: tuple[float, float, float]) -> None:
    players, dice, rest = made
    found = parts_of_luck(layouts(*made))
    assert found is not None
    variances = [players**2 * 4 / 3, dice**2, rest**2]  # four seatings, two of each: as a sample of such
    for part, variance in zip(found, variances, strict=True):
        wanted = variance / sum(variances)
        assert part.mean == pytest.approx(wanted, abs=0.03)
        assert part.low - 0.02 <= wanted <= part.high + 0.02


def test_one_block_alone_does_not_tell_how_well_luck_is_known() -> None:
    found = parts_of_luck(layouts(1.0, 1.0, 1.0)[:1])
    assert found is not None
    assert all((part.low, part.high) == (0, 1) for part in found)
