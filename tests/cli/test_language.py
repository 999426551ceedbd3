"""Which language the command speaks."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tablier.cli.language import guess, language
from tablier.cli.refusal import Refusal
from tablier.serve.store import Store


@pytest.mark.parametrize(
    ("given", "environment", "expected"),
    [
        (None, {}, "en"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LANG": "en_GB.UTF-8"}, "en"),
        (None, {"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        (None, {"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "en_US"}, "en"),
        (None, {"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
        (None, {"LANG": "fr_FR.UTF-8", "TABLIER_LANG": "en"}, "en"),
        ("fr", {"LANG": "en_GB.UTF-8", "TABLIER_LANG": "en"}, "fr"),
        ("fr-CA", {}, "fr"),
    ],
)
def test_option_goes_before_variable_before_locale(
    given: str | None, environment: dict[str, str], expected: str
) -> None:
    assert language(given, environment) == expected


@pytest.mark.parametrize(("given", "environment"), [("de", {}), (None, {"TABLIER_LANG": "de"})])
def test_language_that_we_do_not_speak_is_refused(given: str | None, environment: dict[str, str]) -> None:
    with pytest.raises(Refusal, match="en, fr"):
        language(given, environment)


def test_guess_finds_the_option_before_arguments_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_LANG", "fr")
    assert guess(["show", "--lang", "en", "--nonsense"]) == "en"
    assert guess(["show", "--lang=en"]) == "en"
    assert guess(["show", "en"]) == "fr"
    assert guess(["show", "--lang"]) == "fr"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--lang", "en", "games"), "A game: tablier play NAME."),
        (("--lang=en", "games"), "A game: tablier play NAME."),
        (("games", "--lang", "en"), "A game: tablier play NAME."),
        (("--lang", "fr", "games", "--lang", "en"), "A game: tablier play NAME."),
        (("--lang", "en", "admin", "tables", "--store", "tables.db"), "There are no such tables."),
        (("--lang", "en"), "Which games there are."),
        (("--help", "--lang", "en"), "Which games there are."),
    ],
)
def test_the_language_may_stand_before_the_command_as_after_it(
    command: Callable[..., tuple[int, str, str]],
    arguments: tuple[str, ...],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store("tables.db")
    store.open()
    store.close()
    code, shown, told = command(*arguments)
    assert (code, told) == (0, "")
    assert words in shown


def test_a_language_before_the_command_that_we_do_not_speak_is_refused(
    command: Callable[..., tuple[int, str, str]],
) -> None:
    code, _, told = command("--lang", "de", "games")
    assert code == 2
    assert "« de » n'est pas une de nos langues" in told
