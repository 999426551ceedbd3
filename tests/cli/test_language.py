"""Which language the command speaks."""

import pytest

from tablier.cli.language import guess, language
from tablier.cli.refusal import Refusal


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
