"""The simulator itself: the same seed is the same session, faults that are put back are found, and made small."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tablier.serve.errors import NotNow
from tablier.serve.table.events import Gave
from tablier.serve.table.table import Table
from tablier.serve.tables import Tables
from tests.simulator.plan import Plan, plan
from tests.simulator.planted import PLANTED
from tests.simulator.session import run
from tests.simulator.shrink import shrunk

KEPT = Path(__file__).parent / "kept"
"""Plans of sessions in which something was found once."""

AIMS: dict[str, tuple[list[str], list[str], list[int]]] = {
    "clocks_begin_again": (["war", "islands"], ["full", "kill"], [0, 4, 5]),
    "bots_draw_from_what_is_public": (["bots alone"], [], [1, 2, 0]),
    "time_that_is_over_comes_back": (["islands", "islands with bots"], ["cut"], [1, 0, 2]),
    "a_failed_commit_is_taken_for_nothing": (["war", "maestria"], ["sync fails"], [14, 15, 25]),
    "one_damaged_table_stops_all": (["war", "bots alone"], ["rot"], [1, 0, 2]),
    "who_is_replaced_acts": (["islands", "islands with bots"], ["cut"], [0, 1, 2]),
}
"""Where each of the planted faults shows: at which tables, with which faults around it, with which seeds."""

MORE = range(100, 140)
"""Seeds that are tried after those, which may have changed with the server."""


@pytest.mark.parametrize("name", PLANTED)
def test_a_fault_that_is_put_back_is_found(name: str) -> None:
    settings, faults, known = AIMS[name]
    for seed in (*known, *MORE):
        with PLANTED[name]():
            found = run(plan(seed, settings, faults)).violation
        if found:
            assert run(plan(seed, settings, faults)).violation == ""  # without it there is none
            return
    pytest.fail("it is not found")


def test_a_game_that_begins_with_something_else_than_was_pledged_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If who gives last could give what they like, they could choose what chance gives."""

    def give(table: Table, seat: int, entropy: str) -> list[Any]:
        if seat not in table.to_give:
            raise NotNow
        chairs = [*table.chairs]
        chairs[seat] = chairs[seat].after(Gave(seat, entropy))
        return [Gave(seat, entropy), *(table._begun(chairs) if len(table.to_give) == 1 else [])]

    monkeypatch.setattr(Table, "give", give)
    found = (run(plan(seed, ["war", "citadel"], ["cut"])).violation for seed in range(40))
    assert any("another part in chance than it has pledged" in violation for violation in found)


def test_who_got_up_from_a_seat_and_goes_on_seeing_what_is_seen_there_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tables, "_see_off", lambda tables, live: None)
    found = run(Plan.loads((KEPT / "got-up-twice.json").read_text(encoding="utf-8"))).violation
    assert "who got up from it is told what happens there" in found


@pytest.mark.parametrize("seed", [2, 11, 16])
def test_the_same_seed_is_the_same_session_to_the_last_byte(seed: int) -> None:
    first = run(plan(seed))
    assert not first.violation
    assert first == run(plan(seed))


def test_a_session_depends_on_nothing_but_its_seed() -> None:
    """Whatever was run before in the same process, to the last byte that is on the disk."""
    code = (
        "import sys; from tests.simulator.plan import plan; from tests.simulator.session import run\n"
        "print(sorted((seed, run(plan(int(seed))).trace) for seed in sys.argv[1:]))"
    )
    traces = {
        subprocess.run(
            [sys.executable, "-c", code, *seeds], capture_output=True, text=True, check=True,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
        ).stdout
        for hash_seed, seeds in (("1", ["11", "6", "13", "2"]), ("2", ["2", "13", "6", "11"]))
    }  # fmt: skip
    assert len(traces) == 1


def test_what_goes_wrong_is_made_smaller_and_still_goes_wrong() -> None:
    settings, faults, known = AIMS["one_damaged_table_stops_all"]
    whole = plan(known[0], settings, faults)
    with PLANTED["one_damaged_table_stops_all"]():
        small, verdict = shrunk(whole, runs=12)
        assert verdict.violation
        assert small.size < whole.size
        assert run(Plan.loads(small.dumps())).violation == verdict.violation


@pytest.mark.parametrize("kept", sorted(KEPT.glob("*.json")), ids=lambda kept: kept.stem)
def test_what_was_found_once_is_not_found_again(kept: Path) -> None:
    assert run(Plan.loads(kept.read_text(encoding="utf-8"))).violation == ""
