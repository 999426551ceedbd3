"""Campaigns, each with a little of what it does in thousands."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulator import campaign
from tests.simulator.campaign import Campaign
from tests.simulator.fuzz import Fuzz
from tests.simulator.kills import killed
from tests.simulator.twins import compared


def test_nothing_that_is_nearly_right_is_a_fault_of_the_server() -> None:
    assert Fuzz(1).run(300) == []


def test_who_sends_nonsense_would_see_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.serve.api.files.verdict_on", lambda text, lang: 1 // 0)
    assert Fuzz(1).run(300)


def test_twins_are_compared() -> None:
    assert compared(3) > 10


def test_a_real_server_that_is_killed_loses_nothing() -> None:
    counts = asyncio.run(killed(1, kills=3, tables=4, rate=20))
    assert counts["acknowledged"] > 0
    assert (counts["lost"], counts["different"], counts["twice"]) == (0, 0, 0)  # how long it takes is for campaigns


@pytest.fixture
def at_a_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "commit", lambda: "a commit")


def fourth_is_bad(number: int) -> tuple[int, dict[str, int]]:
    return 2, {"violations": number == 3, "numbers": number}


@pytest.mark.usefixtures("at_a_commit")
def test_a_campaign_goes_on_where_it_stopped(tmp_path: Path) -> None:
    for until in (3, 9):
        Campaign("some", "things", tmp_path).go(until, fourth_is_bad)
    kept = Campaign("some", "things", tmp_path)
    assert (kept.done, kept.violations) == (10, 1)
    assert (kept.runs[0]["pieces"], kept.runs[0]["numbers"]) == (5, 0 + 1 + 2 + 3 + 4)


def test_what_is_asked_for_is_counted_since_the_last_violation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for at in ("found here", "mended", "mended still"):
        monkeypatch.setattr(campaign, "commit", lambda at=at: at)
        Campaign("some", "things", tmp_path).go(9 if at != "mended" else 4, fourth_is_bad)
    kept = Campaign("some", "things", tmp_path)
    assert [run["done"] for run in kept.runs] == [10, 4, 6]
    assert (kept.done, kept.violations, kept.since) == (20, 1, {"done": 10, "violations": 0})


@pytest.mark.usefixtures("at_a_commit")
def test_a_campaign_is_the_same_with_any_number_of_jobs(tmp_path: Path) -> None:
    for jobs in (1, 3):
        Campaign(f"by {jobs}", "things", tmp_path).go(9, fourth_is_bad, jobs=jobs)
    one, three = (Campaign(f"by {jobs}", "things", tmp_path).runs[0] for jobs in (1, 3))
    assert [one[name] for name in ("done", "pieces", "violations", "numbers")] == [10, 5, 1, 10]
    assert all(one[name] == three[name] for name in ("done", "pieces", "violations", "numbers"))


@pytest.mark.usefixtures("at_a_commit")
def test_what_is_not_committed_is_not_on_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "commit", lambda: "a commit-dirty")
    Campaign("some", "things", tmp_path).go(3, fourth_is_bad)
    assert not Campaign("some", "things", tmp_path).runs


def test_the_command_works_in_several_processes(tmp_path: Path) -> None:
    asked = f"twins --until 1 --jobs 2 --results {tmp_path}".split()
    command = [sys.executable, "-m", "tests.simulator", *asked]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "0 violations" in told
