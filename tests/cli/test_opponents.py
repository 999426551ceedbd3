"""The terminal's bots think elsewhere: nobody waits until what they think with is compiled."""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tablier.cli import opponents
from tablier.record.match import Match
from tests.bots.test_pool import faulty, is_there, noted
from tests.cli.playing import sit_down

GLANCING = "until then they play at a glance"
READY = "The bots are ready"


@pytest.fixture(autouse=True)
def _without_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", "0")
    monkeypatch.setattr(opponents, "GRACE", 0.0)


def think_with(monkeypatch: pytest.MonkeyPatch, fault: str, notes: Path) -> None:
    monkeypatch.setattr(opponents, "COMMAND", faulty(fault, notes))


def first_action(match: Match) -> str:
    return match.legal(0)[0]


def test_game_goes_on_while_compiling_never_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """WM-20: four turns to a draw."""
    think_with(monkeypatch, "unprepared", tmp_path / "notes")
    match = Match("war-of-masters", seed=7, max_turns=4)
    play = sit_down(match, [0], tmp_path / "f", *[partial(first_action, match)] * 4)
    assert play.run() == 0
    assert match.over
    assert {do for _, do, _ in noted_of(tmp_path)} == {"glance"}
    shown = capsys.readouterr().out
    assert shown.count(GLANCING) == 1
    assert READY not in shown


def test_compiled_bots_take_over_when_they_are_ready(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    think_with(monkeypatch, "prepared later", tmp_path / "notes")
    match = Match("war-of-masters", seed=7, max_turns=6)

    def get_ready() -> str:
        (tmp_path / "notes.go").touch()
        while not play.bots.are_ready:
            time.sleep(0.02)
        return first_action(match)

    first = partial(first_action, match)
    play = sit_down(match, [0], tmp_path / "f", first, *[get_ready] * 8)
    play.run()
    assert match.over
    done = [do for _, do, _ in noted_of(tmp_path)]
    assert done[0] == "glance"
    assert done[-1] == "choose"
    assert done == sorted(done, reverse=True)
    shown = capsys.readouterr().out
    assert shown.index(GLANCING) < shown.index(READY)


def test_nobody_is_left_when_the_players_leave(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    think_with(monkeypatch, "unprepared", tmp_path / "notes")
    match = Match("war-of-masters", seed=7)
    pids: list[int] = []

    def leave() -> str:
        pids.extend(play.bots._pool.workers.values())
        return "quit"

    play = sit_down(match, [0], tmp_path / "f", partial(first_action, match), leave)
    play.run()
    assert pids
    assert not any(map(is_there, pids))


def noted_of(folder: Path) -> list[list[str]]:
    """What was asked of which process: its id, what to do, the table, which here has no name."""
    return [[*line, ""] if len(line) == 2 else line for line in noted(folder / "notes")]


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of POSIX systems")
def test_first_game_on_a_machine_does_not_wait_for_the_compiler(env: dict[str, str], tmp_path: Path) -> None:
    """With compiling switched on, and nothing compiled yet."""
    from tests.cli.terminal import Terminal

    cold = {name: value for name, value in env.items() if name != "TABLIER_JIT"} | {"XDG_CACHE_HOME": str(tmp_path)}
    arguments = ("play", "war-of-masters", "-o", "max_turns=2", "--level", "8", "--seed", "7", "--lang", "en")
    with Terminal(*arguments, env=cold) as terminal:
        terminal.until("Red > ")
        terminal.type("moves")
        listed = terminal.until("Red > ")
        terminal.type(listed.split()[1])
        code, shown = terminal.end()
    assert code == 0
    assert "The game is kept in" in shown  # it is over, and nobody has left it
    assert GLANCING in " ".join(terminal.raw.split())
