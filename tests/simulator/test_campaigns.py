"""Campaigns, each with a little of what it does in thousands."""

from __future__ import annotations

import asyncio
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


def test_a_campaign_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "RESULTS", tmp_path)
    for until in (3, 5):
        Campaign("some", "things").go(until, lambda number: (1, {"violations": number == 4}))
    kept = Campaign("some", "things")
    assert (kept.done, kept.violations) == (5, 1)
