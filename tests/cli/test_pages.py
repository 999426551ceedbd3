"""`tablier games`, `tablier rules`, help and version."""

from collections.abc import Callable

import pytest

import tablier
from tablier.engine.registry import find, games
from tests.cli.conftest import Run

Command = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_game_is_in_the_table(command: Command, lang: str) -> None:
    code, out, _ = command("games", "--lang", lang)
    assert code == 0
    for name in games():
        assert name in out
        assert find(name).title[lang] in out


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", games())
def test_rules_fit_eighty_columns_with_every_picture_drawn(command: Command, name: str, lang: str) -> None:
    code, out, _ = command("rules", name, "--lang", lang)
    assert code == 0
    assert "```" not in out
    assert f"{find(name).prefix}-1 " in out
    assert [line for line in out.splitlines() if len(line) > 80] == []
    assert [line for line in out.splitlines() if line != line.rstrip(" ")] == []


def test_no_line_of_french_begins_with_a_punctuation_mark(command: Command) -> None:
    out = command("rules", "war-of-masters", "--lang", "fr")[1]
    assert [line for line in out.splitlines() if line.lstrip()[:1] in (":", ";", "!", "»")] == []


@pytest.mark.parametrize(("lang", "words"), [("fr", "Les règles d'un jeu."), ("en", "The rules of a game.")])
def test_help_speaks_the_language(command: Command, lang: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_LANG", lang)
    for arguments in ([], ["--help"]):
        code, out, err = command(*arguments)
        assert (code, err) == (0, "")
        assert words in out
    for name in ("games", "rules", "play", "show", "replay", "bench"):
        out = command(name, "--help")[1]
        assert ("Montrer cette aide." if lang == "fr" else "Show this help.") in out


def test_version_is_told(command: Command) -> None:
    assert command("--version") == (0, f"tablier {tablier.__version__}\n", "")


@pytest.mark.parametrize("arguments", [["--help"], ["games"], ["rules", "war-of-masters"]])
def test_what_compiles_nothing_does_not_load_a_compiler(run: Run, arguments: list[str]) -> None:
    """Even where compiled rules are wanted; Python itself tells what it imports."""
    told = run(*arguments, TABLIER_JIT="1", PYTHONVERBOSE="1")
    assert told.returncode == 0
    assert "import 'rich" in told.stderr
    assert "import 'numba" not in told.stderr


def test_module_runs_as_the_command_does(run: Run) -> None:
    assert run("--version").stdout == f"tablier {tablier.__version__}\n"
