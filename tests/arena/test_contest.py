"""Which games a contest plays, and that nothing but the contest decides how they go."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablier.arena import Contest, GamesLost, OtherContest, Summary, round_robin
from tablier.arena.contest import BadContest, one_core
from tablier.engine.errors import TablierError
from tablier.work.shard import Shard
from tests.arena.players import make

MASTERS: dict[str, Any] = {"game": "war-of-masters", "options": {"path": "leap", "max_turns": 8}, "bots": make}
CITADEL: dict[str, Any] = {"game": "master-citadel", "options": {"max_rounds": 3}, "bots": make}


def timeless(summary: Summary) -> Summary:
    """Without what a clock says."""
    return replace(summary, standings=[replace(one, seconds=0, longest=0) for one in summary.standings])


def test_games_come_in_pairs_with_the_same_chance_and_seats_swapped() -> None:
    contest = Contest(**MASTERS, tables=[("careless", "first")], games=6)
    fixtures = contest.fixtures()
    assert [fixture.seats for fixture in fixtures] == [("careless", "first"), ("first", "careless")] * 3
    seeds = [fixture.seed for fixture in fixtures]
    assert seeds[0::2] == seeds[1::2]
    assert len(set(seeds)) == 3


def test_seats_rotate_through_every_different_seating() -> None:
    def seatings(*table: str, fixed: bool = False) -> list[tuple[str, ...]]:
        return [one.seats for one in Contest(**CITADEL, tables=[table], games=1, fixed=fixed).fixtures()]

    a, b, c, d = "careless", "first", "other", "broken"
    assert seatings(a, b, c, d) == [(a, b, c, d), (d, a, b, c), (c, d, a, b), (b, c, d, a)]
    assert seatings(a, b, b, b) == [(a, b, b, b), (b, a, b, b), (b, b, a, b), (b, b, b, a)]
    assert seatings(a, b, a, b) == [(a, b, a, b), (b, a, b, a)]
    assert seatings(a, a, a, a) == [(a, a, a, a)]
    assert seatings(a, b, b, b, fixed=True) == [(a, b, b, b)]


def test_chance_is_the_same_in_a_set_and_another_in_the_next() -> None:
    contest = Contest(**CITADEL, tables=[("careless", "first", "first", "first")] * 1, games=8)
    assert Counter(fixture.seed for fixture in contest.fixtures()).most_common()[0][1] == 4
    assert [fixture.set for fixture in contest.fixtures()] == [0, 0, 0, 0, 1, 1, 1, 1]


def test_games_are_rounded_up_to_whole_sets() -> None:
    assert len(Contest(**MASTERS, tables=[("careless", "first")], games=5).fixtures()) == 6
    assert len(Contest(**CITADEL, tables=[("careless", "first", "first", "first")], games=5).fixtures()) == 8


def test_each_meets_each_alone_where_more_than_two_play() -> None:
    assert round_robin(["a", "b"], 3) == [("a", "b", "b"), ("b", "a", "a")]
    assert len(round_robin(["a", "b", "c"], 4)) == 6
    for bots in (["a"], ["a", "a"], []):
        with pytest.raises(BadContest, match="different"):
            round_robin(bots, 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"tables": [("careless",)]},
        {"tables": []},
        {"games": 0},
        {"options": {"max_turns": 0}},
        {"game": "chess"},
        {"tables": [("8", "9")], "bots": one_core},
    ],
)
def test_contest_that_cannot_be_played_is_refused_before_it_begins(wrong: dict[str, Any]) -> None:
    with pytest.raises(TablierError):
        Contest(**{**MASTERS, "tables": [("careless", "first")], **wrong})


def test_same_contest_gives_the_same_results_and_another_seed_others() -> None:
    def run(seed: int) -> Summary:
        return timeless(Contest(**MASTERS, tables=[("careless", "other")], games=12, seed=seed).run(jobs=1))

    assert run(1) == run(1)
    assert run(1).turns != run(2).turns


def test_interrupted_contest_goes_on_to_the_same_results(tmp_path: Path) -> None:
    contest = Contest(**MASTERS, tables=round_robin(["careless", "other", "first"], 2), games=6)
    whole = contest.run(jobs=1)
    file = tmp_path / "results.jsonl"

    def interrupt(done: int, total: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        contest.run(file, jobs=1, tell=interrupt)
    told: list[tuple[int, int]] = []
    continued = contest.run(file, jobs=1, tell=lambda done, total: told.append((done, total)))
    assert told == [(done, 18) for done in range(5, 19)]
    assert timeless(continued) == timeless(whole)


def test_whole_file_is_summed_up_without_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest(**MASTERS, tables=[("careless", "other")], games=4)
    before = contest.run(tmp_path / "f", jobs=1)
    monkeypatch.setattr(Contest, "play", None)
    assert contest.run(tmp_path / "f", jobs=1) == before


def test_more_games_of_the_same_contest_go_on_with_its_file(tmp_path: Path) -> None:
    few, many = (Contest(**MASTERS, tables=[("careless", "other")], games=games) for games in (4, 8))
    few.run(tmp_path / "f", jobs=1)
    told: list[int] = []
    assert timeless(many.run(tmp_path / "f", 1, lambda done, _: told.append(done))) == timeless(many.run(jobs=1))
    assert told[0] == 4
    assert few.run(tmp_path / "f").games == 4


@pytest.mark.parametrize(
    ("other", "what"),
    [
        ({"game": "maestria", "options": {}}, "game"),
        ({"options": {"max_turns": 9}}, "options"),
        ({"tables": [("careless", "first")]}, "tables"),
        ({"seed": 1}, "seed"),
        ({"talk": False}, "talk"),
        ({"fixed": True}, "fixed"),
    ],
)
def test_file_of_another_contest_is_refused_and_stays_as_it_is(
    other: dict[str, Any], what: str, tmp_path: Path
) -> None:
    settings = {**MASTERS, "tables": [("careless", "other")], "games": 2}
    Contest(**settings).run(tmp_path / "f", jobs=1)
    before = (tmp_path / "f").read_bytes()
    with pytest.raises(OtherContest, match=f"its {what} is") as refused:
        Contest(**{**settings, **other}).run(tmp_path / "f", jobs=1)
    assert refused.value.what == what
    assert (tmp_path / "f").read_bytes() == before


def test_parallel_gives_what_serial_gives() -> None:
    contest = Contest(**MASTERS, tables=round_robin(["careless", "other", "cheat"], 2), games=4)
    assert timeless(contest.run(jobs=2)) == timeless(contest.run(jobs=1))


def test_lost_process_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_TEST_NOTE", str(tmp_path / "note"))
    contest = Contest(**MASTERS, tables=[("careless", "mortal")], games=6)
    lossy = contest.run(jobs=2)
    assert (tmp_path / "note").exists()
    assert timeless(lossy) == timeless(contest.run(jobs=1))


def test_bot_that_ends_every_process_is_reported_when_all_others_have_played(tmp_path: Path) -> None:
    contest = Contest(**MASTERS, tables=[("deadly", "first"), ("careless", "first")], games=2)
    with pytest.raises(GamesLost, match=r"code 3.*: 2; the first of them between deadly, first") as lost:
        contest.run(tmp_path / "f", jobs=2)
    assert (lost.value.games, lost.value.ended) == (2, 3)
    told: list[int] = []
    with pytest.raises(GamesLost):  # what was played is in the file, and not played again
        contest.run(tmp_path / "f", 2, lambda done, _: told.append(done))
    assert told == [2]


def test_parts_are_whole_sets_and_together_the_contest() -> None:
    contest = Contest(**CITADEL, tables=round_robin(["careless", "first"], 4), games=12)
    parts = [contest.fixtures(Shard(number, 4)) for number in range(1, 5)]
    assert sorted(fixture.key for part in parts for fixture in part) == sorted(one.key for one in contest.fixtures())
    for part in parts:
        assert set(Counter((fixture.key.table, fixture.set) for fixture in part).values()) == {4}


def test_part_stays_the_same_when_there_are_more_games() -> None:
    few, many = (Contest(**MASTERS, tables=round_robin(["careless", "other", "first"], 2), games=n) for n in (4, 40))
    part = Shard(2, 3)
    assert set(few.fixtures(part)) == set(many.fixtures(part)) & set(few.fixtures())


def test_part_without_a_game_is_refused() -> None:
    with pytest.raises(BadContest, match="part 2/2 has no game"):
        Contest(**MASTERS, tables=[("careless", "other")], games=2).run(jobs=1, shard=Shard(2, 2))


def test_file_of_another_part_is_refused(tmp_path: Path) -> None:
    contest = Contest(**MASTERS, tables=[("careless", "other")], games=8)
    contest.run(tmp_path / "f", jobs=1, shard=Shard(1, 2))
    for other in (Shard(2, 2), Shard(1, 3), None):
        with pytest.raises(OtherContest, match="its shard is 1/2"):
            contest.run(tmp_path / "f", jobs=1, shard=other)


def test_without_a_clock_a_file_says_nothing_of_time_and_place(tmp_path: Path) -> None:
    contest = Contest(**MASTERS, tables=[("careless", "other")], games=4)
    files = [tmp_path / name for name in ("one", "two")]
    for file in files:
        contest.run(file, jobs=1, clock=False)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert b"machine" not in files[0].read_bytes()


def test_faults_are_counted_and_lose_but_stop_nothing() -> None:
    summary = Contest(**MASTERS, tables=round_robin(["careless", "broken", "cheat"], 2), games=4).run(jobs=1)
    standings = {one.bot: one for one in summary.standings}
    assert standings["careless"].forfeits == 0
    assert standings["careless"].share.mean == 1
    assert standings["broken"].forfeits + standings["cheat"].forfeits == 4 + 4 + 4
    assert summary.games == 12


def test_our_own_bots_play_by_their_names() -> None:
    tables = round_robin(["1", "greedy", "random"], 2)
    summary = Contest("war-of-masters", tables, games=2, options={"max_turns": 6}).run(jobs=1)
    assert {one.bot for one in summary.standings} == {"1", "greedy", "random"}
    assert all(one.forfeits == 0 for one in summary.standings)
