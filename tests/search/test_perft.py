"""Counting action sequences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablier.engine.position import Position
from tablier.search.perft import load, main, perft, position_of
from tests.testing.toy.game import GAME

DRAWN = ["[1]", "[2]", "[1]", "[2]", "[3]", "[4]"]


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", "0")


def after(*actions: str) -> Position:
    return position_of(GAME, {"options": {"rounds": 1}, "actions": list(actions), "depth": 0, "count": 0})


def test_there_is_one_way_to_do_nothing() -> None:
    assert perft(after(), 0) == 1


@pytest.mark.parametrize(("depth", "count"), [(1, 4), (2, 4**2), (3, 4**3), (4, 4**4 - 4)])
def test_natures_outcomes_count_one_each_whatever_their_weights(depth: int, count: int) -> None:
    assert perft(after(), depth) == count  # of each value there are three cards, so nobody draws a fourth


def test_simultaneous_actions_count_once_not_in_every_order() -> None:
    assert perft(after(*DRAWN), 3) == 2 * 2 * 2


def test_a_game_that_ends_sooner_has_no_sequence_of_the_full_length() -> None:
    bids = [*DRAWN, "1", "2", "4"]
    assert perft(after(*bids), 2) == 3 * 2  # the die, and the winner's choice
    assert perft(after(*bids), 3) == 0


def test_counting_leaves_the_position_as_it_was() -> None:
    position = after(*DRAWN)
    before = position.to_bytes()
    perft(position, 3)
    assert position.to_bytes() == before


def test_compiled_and_interpreted_counts_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    interpreted = perft(Position("war-of-masters"), 3)
    monkeypatch.setenv("TABLIER_JIT", "1")
    assert perft(Position("war-of-masters"), 3) == interpreted == 771


def test_the_command_counts_a_file_again_and_writes_it_only_if_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "war-of-masters" / "perft.json"
    path.parent.mkdir()
    path.write_text(json.dumps([{"options": {}, "actions": ["[3]"], "depth": 1, "count": 7}]), encoding="utf-8")
    assert main([str(path)]) == 1
    assert "depth 1: 9 (it was 7)" in capsys.readouterr().out
    assert load(path)[0]["count"] == 7
    assert main([str(path), "--write"]) == 0
    assert load(path)[0]["count"] == 9
    assert main([str(path)]) == 0
