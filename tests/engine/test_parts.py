"""The parts of a game are bound in one way; what is missing or broken is told in a sentence that names the file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Protocol

import pytest

from tablier.engine.errors import BrokenGame
from tablier.engine.game import Game, load
from tablier.engine.parts import Part, functions, members
from tablier.engine.registry import find
from tests.engine.morra.game import GAME as MORRA


class Song(Protocol):
    """A part, for these tests."""

    KEY: str

    def sing(self, verse: int, /) -> str: ...

    def hum(self) -> str: ...


SONG = Part[Song](Song, "song.py", hum=lambda: "hm")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of somebody's, `choir`, that can be imported."""
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.partition(".")[0] == "choir"]:
        monkeypatch.delitem(sys.modules, name)
    package = tmp_path / "choir"
    package.mkdir()
    (package / "__init__.py").touch()
    return package


def test_a_protocol_says_what_a_part_has() -> None:
    assert members(Song) == ("KEY", "sing", "hum")
    assert functions(Song) == ("sing", "hum")


def test_what_a_file_leaves_out_is_filled_in(folder: Path) -> None:
    (folder / "song.py").write_text("KEY = 'a minor'\ndef sing(verse): return KEY + str(verse)\n")
    song = SONG.bind("choir")
    assert (song.KEY, song.sing(2), song.hum()) == ("a minor", "a minor2", "hm")


def test_a_part_that_leaves_nothing_out_is_the_module_itself(folder: Path) -> None:
    (folder / "song.py").write_text("KEY = 'a'\ndef sing(verse): return ''\ndef hum(): return ''\n")
    assert SONG.bind("choir") is sys.modules["choir.song"]


def test_a_file_that_is_missing_is_to_be_written(folder: Path) -> None:
    with pytest.raises(BrokenGame, match=r"^choir lacks song\.py: write it, with KEY, sing\(verse\)$"):
        SONG.bind("choir")


def test_a_file_that_lacks_something_is_told_what(folder: Path) -> None:
    (folder / "song.py").write_text("KEY = 'a'\n")
    with pytest.raises(BrokenGame, match=r"^choir\.song lacks sing\(verse\)$"):
        SONG.bind("choir")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("\n\nKEY = 1 / 0\n", r"ZeroDivisionError: division by zero \(song\.py, line 3\)"),
        ("def sing(verse:\n", r"SyntaxError: .*\(song\.py, line 1\)"),
        ("import choirs_of_old\n", r"ModuleNotFoundError: No module named 'choirs_of_old' \(song\.py, line 1\)"),
        ("import sys\nsys.exit(3)\n", r"SystemExit: 3 \(song\.py, line 2\)"),
    ],
)
def test_a_file_that_fails_is_told_where(folder: Path, text: str, problem: str) -> None:
    (folder / "song.py").write_text(text)
    with pytest.raises(BrokenGame, match=rf"^choir\.song cannot be loaded: {problem}$"):
        SONG.bind("choir")


def test_a_package_that_is_not_there_is_told(folder: Path) -> None:
    with pytest.raises(BrokenGame, match="No module named 'orchestra'"):
        SONG.bind("orchestra")


def test_a_folder_without_a_game_is_told_what_to_write(folder: Path) -> None:
    (folder / "game.py").write_text("GAME = 7\n")
    with pytest.raises(BrokenGame, match=r"^choir\.game lacks GAME, which is to be a Game$"):
        load("choir")


def test_rules_that_lack_kernels_are_told_which(folder: Path) -> None:
    (folder / "rules.py").write_text("from tests.engine.morra.rules import *\ndel hide, deal\n")
    with pytest.raises(BrokenGame, match=r"^choir\.rules lacks hide\(s, p\), deal\(s, p, rng\)$"):
        _game("choir")


def test_a_game_without_a_picture_says_so_when_it_is_drawn(folder: Path) -> None:
    (folder / "rules.py").write_text("from tests.engine.morra.rules import *\nRECORD = np.dtype([('rounds', 'i4')])")
    game = _game("choir")
    with pytest.raises(
        BrokenGame, match=r"^choir lacks scene\.py: write it, with scene\(s, settled, seat, lang, form\)$"
    ):
        game.picture.scene(None, {}, 0, "fr", "wide")


def test_each_part_is_loaded_when_it_is_first_wanted() -> None:
    fresh = _game(MORRA.package)
    assert "rules" in vars(fresh)
    assert not {"notation", "picture", "talk_rules", "insight"} & set(vars(fresh))
    assert fresh.notation.write is sys.modules[f"{MORRA.package}.notation"].write
    assert "notation" in vars(fresh)


def test_what_a_game_does_not_say_of_talking_is_free() -> None:
    game = find("war-of-masters")
    opening = game.open(game.settle({}))[0]
    assert game.talk(opening, 0).aloud
    assert game.closing(opening) is None
    assert game.talk_rules.offers(opening, 0) == []


def _game(package: str) -> Game:
    given: dict[str, Any] = {"options": (), "minutes": (1, 2)}
    return Game(
        name="choir",
        package=package,
        prefix="CH",
        seats=lambda settled: ("left", "right"),
        most_actions=lambda settled: 9,
        **given,
    )
