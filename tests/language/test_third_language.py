"""A third language is a set of files: here a made-up one, in a copy of the package in which no line of code is changed.

Everything is said in it as in English, between angular quotes; and it counts in three: one, few, many.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

import tablier
from tests.serve.visiting import Server

PACKAGE = Path(tablier.__file__).parent
CODE = "xx"
ITSELF = """
name = "Ixish"
forms = ["one", "few", "other"]
plural = "n == 1 ? 0 : n < 5 ? 1 : 2"
and = "{first} ‹and› {last}"
decimal = "·"
thousands = "'"
percent = "%{number}"
typesetting = [['\\bth', "þ"]]
"""
FENCED = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)


def translated(text: Any) -> Any:
    """A text of an English catalogue, or a table of them."""
    if isinstance(text, str):
        return f"‹{text}›"
    if "other" in text:
        return {form: f"‹{form}: {text.get(form, text['other'])}›" for form in ("one", "few", "other")}
    return {key: translated(inner) for key, inner in text.items()}


def written(table: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """The lines of a TOML file."""
    for key, text in table.items():
        name = f"{path}{json.dumps(key)}"
        if isinstance(text, str):
            yield f"{name} = {json.dumps(text, ensure_ascii=False)}"
        else:
            yield from written(text, f"{name}.")


def translated_page(page: str) -> str:
    """A page of rules or lessons: its headings and captions, the mark of a ruling, what is right and what is not."""
    parts = FENCED.split(page)
    parts[::2] = [re.sub(r"^(#+|right:|hint:) +(.+)$", r"\1 ‹\2›", part, flags=re.MULTILINE) for part in parts[::2]]
    return "".join(parts).replace("*(ruling)*", "*‹(ruling)›*")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package is that speaks it."""
    folder = tmp_path_factory.mktemp("copy")
    there = shutil.copytree(PACKAGE, folder / "tablier", ignore=shutil.ignore_patterns("__pycache__"))
    (there / "language" / f"{CODE}.toml").write_text(ITSELF, encoding="utf-8")
    for file in there.rglob("words.en.toml"):
        lines = written(translated(tomllib.loads(file.read_text(encoding="utf-8"))))
        file.with_name(f"words.{CODE}.toml").write_text("\n".join(lines), encoding="utf-8")
    for file in there.rglob("*.en.md"):
        page = translated_page(file.read_text(encoding="utf-8"))
        file.with_name(file.name.replace(".en.", f".{CODE}.")).write_text(page, encoding="utf-8")
    return folder


def run(copy: Path, *arguments: str, **more: str) -> str:
    """What a program prints, or complains of, that finds the copy."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "TABLIER"))}
    env = {**kept, "PYTHONPATH": str(copy), "PYTHONUTF8": "1", "TABLIER_JIT": "0", **more}
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, encoding="utf-8", cwd=copy, env=env, check=False
    )
    return done.stdout + done.stderr


def test_nothing_is_missing_in_it(copy: Path) -> None:
    assert run(copy, "-m", "tablier.language") == "en, fr, xx: everything is there\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--help"], "‹Which games þere are.›"),
        (["games"], "‹War of Masters›"),
        (["rules", "war-of-masters"], "‹Setting up›"),
        (["play", "chess"], "‹'chess' is not one of our games; þere are: "),
        (["play", "maestria", "-o", "losses=x"], "it is ‹remainder or difference›"),
    ],
)
def test_the_command_speaks_it(copy: Path, arguments: list[str], words: str) -> None:
    assert words in run(copy, "-m", "tablier", *arguments, LANG=f"{CODE}_YY.UTF-8")


def test_it_is_one_of_the_languages_that_can_be_asked_for(copy: Path) -> None:
    assert "‹Maestria›" in run(copy, "-m", "tablier", "games", "--lang", CODE)
    assert "‹Maestria›" not in run(copy, "-m", "tablier", "games")
    assert "there are: en, fr, xx" in run(copy, "-m", "tablier", "games", "--lang", "zz")


SCENES = """
import tablier
from tablier.engine.position import Position
for name in tablier.games():
    scene = Position(name).scene(lang="xx")
    print(scene.title, scene.status, *(item.words for item in scene.items), sep="\\n")
position = Position("maestria")
for place in range(3): position.play(position.legal()[0])
print(position.scene(lang="xx").status, *(item.words for item in position.scene(lang="xx").items), sep="\\n")
"""


def test_games_are_shown_in_it(copy: Path) -> None:
    shown = run(copy, "-c", SCENES)
    assert "Traceback" not in shown
    assert "‹few: ‹Black› is to place 3 more pawns.›" in shown
    assert "‹‹Red› is to roll þe die.›" in shown
    assert "‹few: 3 black pawns›" in shown
    assert "‹Master Citadel, round 1›" in shown


CONFORMING = """
import tablier
from tablier.engine.registry import find
from tablier.testing import describing
for name in tablier.games():
    describing.description_is_complete(find(name))
    describing.pages_are_complete(find(name))
    print(name)
"""


def test_games_are_described_in_it_as_completely_as_in_the_others(copy: Path) -> None:
    assert run(copy, "-c", CONFORMING).split() == tablier.games()


SILENT = """
from tablier.engine.position import Position
from tablier.engine.registry import find
game = find("maestria")
print(game.title["xx"], Position(game).scene(lang="xx").status, game.pages.rules("xx").splitlines()[0], sep="\\n")
"""


def test_a_game_that_does_not_speak_it_is_played_in_english(copy: Path, tmp_path: Path) -> None:
    for file in (copy / "tablier" / "games" / "maestria").glob(f"*.{CODE}.*"):
        shutil.move(file, tmp_path)
    try:
        shown = run(copy, "-c", SILENT).splitlines()
    finally:
        for file in tmp_path.iterdir():
            shutil.move(file, copy / "tablier" / "games" / "maestria")
    assert shown == ["Maestria", "Black is to place 3 more pawns.", "# Maestria"]


def test_the_server_and_its_pages_speak_it(copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(copy))
    server = Server(tmp_path / "tables.db")
    try:
        with httpx.Client(base_url=server.url, headers={"accept-language": "de, xx;q=0.5"}) as browser:
            _check_pages(browser)
    finally:
        server.stop()


def _check_pages(browser: httpx.Client) -> None:
    refused = browser.get("/api/v1/tables/nosuchtable00000").json()
    assert (refused["code"], refused["words"]) == ("table/unknown", "‹þere is no such table›")
    page = browser.get("/").text
    assert '<html lang="xx" ' in page
    assert "‹What shall we play?›</h1>" in page
    [words] = re.findall(r'href="(/words/xx\.json[^"]*)"', page)
    told = browser.get(words).json()
    assert told["languages"] == {"en": "English", "fr": "Français", "xx": "Ixish"}
    assert told["words"]["home.free"] == ["‹one: {n} free seat›", "‹few: {n} free seats›", "‹other: {n} free seats›"]
    assert told["forms"][:7] == [1, 0, 1, 1, 1, 2, 2]
    rules = browser.get("/api/v1/games/maestria/rules").json()
    assert rules["title"] == "‹Maestria›"
    assert "‹Equipment›" in rules["html"]
    assert 'title="‹The rule sheet is silent' in rules["html"]
    lessons = browser.get("/api/v1/games/maestria/lessons").json()
    assert lessons["title"].startswith("‹")
