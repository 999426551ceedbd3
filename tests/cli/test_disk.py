"""A game goes on where it cannot be saved, and says so."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablier.cli import saves
from tablier.record.match import Match

Command = Callable[..., tuple[int, str, str]]


def test_full_disk_stops_no_game_and_save_takes_it_elsewhere(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = saves.replace

    def full(path: Path, text: str) -> None:
        if path.name == "f.txt":
            raise OSError(28, "No space left on device")
        replace(path, text)

    def typed() -> Iterator[str]:
        yield "e2-e4"
        yield f"save {tmp_path / 'elsewhere.txt'}"
        yield "d8-d3"
        yield "quit"

    lines = typed()
    monkeypatch.setattr(saves, "replace", full)
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    code, out, _ = command("play", "war-of-masters", "--hot-seat", "--seed", "3", "--file", str(tmp_path / "f.txt"))
    assert "la partie n'a pas pu être enregistrée (No space left on device)" in out
    assert code == 0
    assert Match.loads((tmp_path / "elsewhere.txt").read_text()).lines()[:2] == ["[2] e2-e4", "[5] d8-d3"]


def test_game_that_could_not_be_saved_ends_with_1(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves, "replace", full)
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    code, out, _ = command("play", "war-of-masters", "--seed", "3", "--file", str(tmp_path / "f.txt"))
    assert code == 1
    assert "gardée dans" not in out
