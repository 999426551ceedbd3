"""How each language is set and counted."""

from __future__ import annotations

import pytest

from tablier.language import DEFAULT, LANGUAGES, language


def test_languages_are_those_that_have_a_file() -> None:
    assert LANGUAGES == ("en", "fr")
    assert DEFAULT in LANGUAGES
    assert [language(code).name for code in LANGUAGES] == ["English", "Français"]


@pytest.mark.parametrize(
    ("plain", "set_in_french"),
    [
        ("quel jeu ? « ? » : voilà !", "quel jeu\u00a0? «\u00a0?\u00a0»\u00a0: voilà\u00a0!"),
        ("d'accord, l'{game}", "d’accord, l’{game}"),
        ("à 95 %", "à 95\u00a0%"),
        ("pip install 'tablier[plot]'", "pip install 'tablier[plot]'"),
        ("http://example.org", "http://example.org"),
    ],
)
def test_french_has_its_spaces_and_apostrophes(plain: str, set_in_french: str) -> None:
    assert language("fr").typeset(plain) == set_in_french


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_sum_stays_on_one_line(lang: str) -> None:
    assert language(lang).typeset("so 5 + 4 + 1 = 10, or 7") == "so 5\u00a0+\u00a04\u00a0+\u00a01\u00a0=\u00a010, or 7"


def test_english_is_printed_as_it_is_written() -> None:
    assert language("en").typeset("who's there ? 'me' : \"x\"") == "who's there ? 'me' : \"x\""


@pytest.mark.parametrize(("lang", "single"), [("fr", {0, 1}), ("en", {1})])
def test_numbers_take_the_form_of_their_language(lang: str, single: set[int]) -> None:
    spoken = language(lang)
    assert {n for n in (*range(300), 1000, 1001, 10**6) if spoken.forms[spoken.form(n)] == "one"} == single


def test_words_in_a_row_are_joined_as_one_says_them() -> None:
    assert language("en").listed([]) == ""
    assert language("en").listed(["Ann"]) == "Ann"
    assert language("en").listed(["Ann", "Bob"]) == "Ann and Bob"
    assert language("fr").listed(["Anne", "Bruno", "Claire"]) == "Anne, Bruno et Claire"


def test_numbers_are_written_as_in_their_country() -> None:
    assert language("en").number(1234567) == "1,234,567"
    assert language("fr").number(1234567) == "1\u202f234\u202f567"
    assert language("en").share(0.1234) == "12.3%"
    assert language("fr").share(0.1234) == "12,3\u00a0%"
