"""`tablier prepare`: what takes long is done beforehand, and once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablier.bots import kept, preparation
from tests.cli.conftest import plain

Command = Callable[..., tuple[int, str, str]]


def test_what_is_prepared_is_not_prepared_again(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    done: set[str] = set()
    monkeypatch.setenv("TABLIER_JIT", "1")
    monkeypatch.setattr(kept, "is_kept", done.__contains__)
    monkeypatch.setattr(preparation, "prepare", lambda game: done.add(game.name))
    code, out, _ = command("prepare", "maestria", "--lang", "en")
    assert (code, done) == (0, {"maestria"})
    assert "maestria: ready" in out
    code, out, _ = command("prepare", "maestria", "--lang", "en")
    assert code == 0
    assert "maestria: ready" not in out
    assert "All is ready" in out


def test_where_nothing_is_compiled_it_says_so(command: Command) -> None:
    code, _, complaint = command("prepare")
    assert code != 0
    assert "rien à compiler" in plain(complaint)


def test_a_game_that_there_is_not_is_named(command: Command) -> None:
    code, _, complaint = command("prepare", "echecs")
    assert code != 0
    assert "echecs" in complaint
