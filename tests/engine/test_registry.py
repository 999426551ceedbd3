"""Which games there are, and how they are found."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tablier
from tablier import Match
from tablier.engine import registry
from tablier.engine.errors import BrokenGame, UnknownGame
from tablier.engine.registry import broken, find, games
from tablier.engine.words import shorten
from tests.testing.toy.game import GAME as TOY


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


# --- what other packages bring

Bring = Callable[..., None]


@pytest.fixture
def bring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bring]:
    """Have a package installed that brings these games: names, and where each is."""

    def install(**brought: str) -> None:
        folder = tmp_path / "somebody-0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Name: somebody\nVersion: 0\n")
        lines = [f"{name.replace('_', '-')} = {where}\n" for name, where in brought.items()]
        (folder / "entry_points.txt").write_text("".join(["[tablier.games]\n", *lines]))
        monkeypatch.syspath_prepend(str(tmp_path))
        registry._brought.cache_clear()

    yield install
    monkeypatch.undo()
    registry._brought.cache_clear()


def test_a_game_that_another_package_brings_is_one_of_the_games(bring: Bring) -> None:
    bring(three_at_the_market="tests.testing.toy.game:GAME")
    assert games() == sorted(games())
    assert "three-at-the-market" in games()
    assert find("three-at-the-market") is TOY
    assert Match("three-at-the-market", seed=1).game is TOY
    with pytest.raises(UnknownGame, match="did you mean three-at-the-market"):
        find("three-at")


@pytest.mark.parametrize(
    ("where", "problem"),
    [
        ("tests.engine.morra.game:GAME", r"tests\.engine\.morra lacks scene\.py: write it, with scene\(s, settled, .*"),
        ("nobody.game:GAME", r"nobody\.game cannot be loaded: ModuleNotFoundError: No module named 'nobody'"),
        ("tests.testing.toy.game:PLAY", r"tests\.testing\.toy\.game:PLAY is not a Game"),
        ("tests.testing.toy", r"tests\.testing\.toy is not a Game"),
        ("tests.testing.toy.game:GAME", r"its name is 'three-at-the-market', which its entry point is to have too"),
    ],
)
def test_a_broken_game_is_told_of_and_refused_and_leaves_the_others_alone(
    bring: Bring, where: str, problem: str
) -> None:
    before = games()
    bring(morra=where, three_at_the_market="tests.testing.toy.game:GAME")
    assert games() == sorted([*before, "three-at-the-market"])
    assert list(broken()) == ["morra"]
    with pytest.raises(BrokenGame, match=f"^morra cannot be used: {problem}"):
        find("morra")


def test_a_picture_that_fails_is_found_out_before_the_game_is_listed(
    bring: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.testing.toy.scene._middle", lambda s: 1 / 0)
    bring(three_at_the_market="tests.testing.toy.game:GAME")
    assert "three-at-the-market" not in games()
    assert broken()["three-at-the-market"].startswith("ZeroDivisionError: division by zero (test_registry.py, line ")


def test_nobody_takes_the_name_of_a_game_of_ours(bring: Bring) -> None:
    ours = find("maestria")
    bring(maestria="tests.testing.toy.game:GAME")
    assert find("maestria") is ours
    assert broken() == {"maestria": "tests.testing.toy.game brings it, but there is another game of this name"}


def test_what_others_bring_is_not_looked_for_where_a_game_of_ours_is_asked_for() -> None:
    code = "import sys, tablier\ntablier.Match('maestria')\nassert 'importlib.metadata' not in sys.modules\n"
    subprocess.run([sys.executable, "-c", code], check=True)
