"""Which games there are, and how they are found."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tablier
from tablier.engine.errors import UnknownGame
from tablier.engine.registry import find
from tablier.engine.words import shorten


def test_games_are_listed_in_alphabetical_order() -> None:
    names = tablier.games()
    assert names == sorted(names)
    assert "war-of-masters" in names


def test_a_game_is_found_by_its_name_and_is_always_the_same() -> None:
    game = find("war-of-masters")
    assert game.name == "war-of-masters"
    assert find("war-of-masters") is game
    assert repr(game) == "<Game war-of-masters>"


@pytest.mark.parametrize("name", ["war-of-master", "warofmasters", "war_of_masters", "War-of-Masters", "war"])
def test_a_name_that_is_almost_right_is_answered_with_the_right_one(name: str) -> None:
    with pytest.raises(UnknownGame, match=r"is not a game we have; did you mean war-of-masters\?$"):
        find(name)


@pytest.mark.parametrize(
    "name", ["", "zzz", "§" * 500, "\0", "\n", None, 7, 10**5000, b"war-of-masters", ["a"]], ids=shorten
)
def test_anything_else_is_answered_with_the_list(name: object) -> None:
    with pytest.raises(UnknownGame) as refusal:
        find(name)  # type: ignore[arg-type]
    message = str(refusal.value)
    assert "is not a game we have; " in message
    assert "war-of-masters" in message
    assert message.isprintable()
    assert len(message) < 250


@pytest.mark.parametrize("name", ["../core", "war-of-masters/../maestria", "games", "os"])
def test_no_name_reaches_outside_the_games_folder(name: str) -> None:
    with pytest.raises(UnknownGame):
        find(name)


def test_a_game_is_loaded_when_it_is_first_asked_for() -> None:
    code = (
        "import sys, tablier\n"
        "tablier.games()\n"
        "assert not [name for name in sys.modules if name.startswith('tablier.games.')]\n"
        "tablier.Match('war-of-masters')\n"
        "loaded = {name.split('.')[2] for name in sys.modules if name.startswith('tablier.games.')}\n"
        "assert loaded == {'war_of_masters'}\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
