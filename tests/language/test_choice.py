"""Which language somebody is spoken to in."""

from __future__ import annotations

import pytest

from tablier.language import from_locale, from_preferences, known


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("fr", "fr"), ("FR", "fr"), ("fr-CA", "fr"), ("fr_FR.UTF-8", "fr"), ("fr@euro", "fr"), ("en_GB", "en"),
        ("de", None), ("french", None), ("", None), (None, None), ("*", None), ("../fr", None),
    ],
)  # fmt: skip
def test_a_language_is_known_by_its_code(name: str | None, code: str | None) -> None:
    assert known(name) == code


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
    ],
)
def test_a_system_is_spoken_to_in_its_language_or_in_english(environment: dict[str, str], lang: str) -> None:
    assert from_locale(environment) == lang


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("*", "en"),
        ("de", "en"),
        ("de, fr", "fr"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("en;q=0.8, fr;q=0.9", "fr"),
        ("fr;q=0.2, en;q=0.5", "en"),
        ("fr;q=0, de", "en"),
        ("fr;q=much, en;q=0.1", "en"),
        (";;;,,q=", "en"),
    ],
)
def test_a_browser_is_answered_in_the_language_it_likes_best(header: str, lang: str) -> None:
    assert from_preferences(header) == lang
