"""What results are summed up to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

import pytest

from tablier.arena.bout import Fault, Outcome
from tablier.arena.results import Key, Result
from tablier.arena.summary import summary


def result(
    game: int,
    seats: Sequence[str],
    shares: Sequence[float],
    table: int = 0,
    faults: Sequence[Fault] = (),
    turns: int = 10,
) -> Result:
    count = len(seats)
    outcome = Outcome(tuple(shares), turns, (4,) * count, (2.0,) * count, (1.5,) * count, tuple(faults))
    return Result(Key(table, game), game // count, tuple(seats), 0, outcome)


def duel(scores: Sequence[float], one: str = "a", other: str = "b", table: int = 0) -> list[Result]:
    """Two who swap seats after each game; the first one's scores."""
    return [
        result(game, (one, other), (score, 1 - score), table)
        if game % 2 == 0
        else result(game, (other, one), (1 - score, score), table)
        for game, score in enumerate(scores)
    ]


def test_scores_are_added_up_wherever_a_bot_sits() -> None:
    found = summary(("red", "brown"), duel([1, 1, 1, 0.5] * 5))
    assert [one.bot for one in found.standings] == ["a", "b"]
    assert [one.share.mean for one in found.standings] == [0.875, 0.125]
    assert found.meetings[0].shares["a"].mean == 0.875
    assert found.even == 0.25
    assert (found.games, found.sets, found.fair) == (20, 10, 0.5)


def test_shares_of_seats_show_who_is_better_placed() -> None:
    found = summary(("red", "brown"), duel([1, 0] * 20))
    assert {seat: share.mean for seat, share in found.seats.items()} == {"red": 1, "brown": 0}
    assert [one.share.mean for one in found.standings] == [0.5, 0.5]


def test_all_pairs_together_give_the_ratings() -> None:
    results = [
        *duel([1] * 15 + [0] * 5),
        *duel([1] * 15 + [0] * 5, "b", "c", table=1),
        *duel([1] * 20, "a", "c", table=2),
    ]
    found = summary(("red", "brown"), results)
    assert [one.bot for one in found.standings] == ["a", "b", "c"]
    assert all(one.rating and one.rating.low < one.rating.mean < one.rating.high for one in found.standings)
    assert [len(meeting.bots) for meeting in found.meetings] == [2, 2, 2]


def test_share_of_one_against_three_is_beside_its_fair_share() -> None:
    results = []
    for game in range(40):
        seats, shares = ["b"] * 4, [0.0] * 4
        seats[game % 4] = "a"
        shares[game % 4 if game % 8 < 4 else (game + 1) % 4] = 1
        results.append(result(game, seats, shares))
    found = summary(("n", "e", "s", "w"), results)
    a, b = found.standings
    assert (a.bot, a.share.mean, a.rating) == ("a", 0.5, None)
    assert b.share.mean == pytest.approx(0.5 / 3)
    assert a.share.low < 0.5 < a.share.high
    assert found.fair == 0.25
    assert found.seats["n"].mean == pytest.approx(0.25)


def test_bot_that_sat_at_several_tables_is_judged_by_all_its_seats() -> None:
    alone = [result(0, ("a", "b", "b"), (1, 0, 0)), result(1, ("b", "a", "b"), (0, 1, 0))]
    many = [result(0, ("b", "a", "a"), (1, 0, 0), table=1), result(1, ("a", "b", "a"), (1, 0, 0), table=1)]
    found = {one.bot: one for one in summary("xyz", alone + many).standings}
    assert found["a"].share.mean == pytest.approx((2 + 1) / 6)
    assert found["b"].share.mean == pytest.approx((0 + 1) / 6)


def test_where_nobody_changes_seats_no_share_is_called_fair() -> None:
    assert summary(("red", "brown"), duel([1, 0]), fixed=True).fair is None


def test_bot_against_itself_has_no_rating() -> None:
    (one,) = summary(("red", "brown"), duel([1, 0, 1, 1], "a", "a")).standings
    assert (one.rating, one.share.mean, one.games) == (None, 0.5, 4)


def test_thinking_faults_and_length_are_told() -> None:
    faults = [Fault(1, "illegal", "e2"), Fault(1, "talk", "?"), Fault(1, "talk", "?")]
    found = summary(("red", "brown"), [result(0, "ab", (1, 0), faults=faults, turns=30), *duel([1, 1])[1:]])
    a, b = found.standings
    assert (a.forfeits, a.unheard, b.forfeits, b.unheard) == (0, 0, 1, 2)
    assert (a.fault, b.fault) == ("", "e2")
    assert (a.seconds, a.longest) == (0.5, 1.5)
    assert (found.turns, found.most_turns) == (20, 30)


def test_summary_can_be_written_as_json() -> None:
    found = asdict(summary(("red", "brown"), duel([1, 0, 1, 1])))
    assert json.loads(json.dumps(found))["standings"][0]["share"].keys() == {"mean", "low", "high"}
