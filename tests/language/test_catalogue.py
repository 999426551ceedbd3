"""Texts by their keys, from the files of a folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tablier.language import Catalogue
from tablier.language.catalogue import BadCatalogue
from tablier.language.check import problems

ENGLISH = """
hello = "Hello, {who}"
plain = "It's {n}"
[status]
won = { one = "{n} game won", other = "{n} games won" }
only-here = "in English alone"
[status.deep]
er = "{key} and {self}"
"""
FRENCH = """
hello = "Bonjour, {who} !"
plain = "C'est {n}"
[status]
won = { one = "{n} partie gagnée", other = "{n} parties gagnées" }
"""


@pytest.fixture
def words(tmp_path: Path) -> Catalogue:
    (tmp_path / "words.en.toml").write_text(ENGLISH, encoding="utf-8")
    (tmp_path / "words.fr.toml").write_text(FRENCH, encoding="utf-8")
    return Catalogue(tmp_path)


def test_a_text_is_found_by_its_table_and_filled_in(words: Catalogue) -> None:
    assert words.texts("en")("hello", who="Ann") == "Hello, Ann"
    assert words.texts("en")["hello"] == "Hello, {who}"
    assert words.texts("en")("status.deep.er", key="a", self="b") == "a and b"


def test_texts_are_typeset_but_not_what_they_are_filled_in_with(words: Catalogue) -> None:
    assert words.texts("fr")("hello", who="d'Artagnan ?") == "Bonjour, d'Artagnan ?\u00a0!"


@pytest.mark.parametrize(("lang", "n", "told"), [("en", 0, "0 games won"), ("fr", 0, "0 partie gagnée")])
def test_a_number_decides_between_forms(words: Catalogue, lang: str, n: int, told: str) -> None:
    assert words.texts(lang)("status.won", n=n) == told
    assert words.texts(lang)("status.won", n=np.int32(2)).startswith("2 ")


def test_what_is_not_said_in_a_language_is_said_in_english(words: Catalogue) -> None:
    assert words.texts("fr")["status.only-here"] == "in English alone"
    with pytest.raises(KeyError, match=r"no words for 'status\.nowhere'"):
        words.texts("fr")["status.nowhere"]


def test_a_folder_without_english_speaks_what_it_has(tmp_path: Path) -> None:
    (tmp_path / "words.fr.toml").write_text(FRENCH, encoding="utf-8")
    words = Catalogue(tmp_path)
    assert words.languages == ("fr",)
    assert words.texts("en")("status.won", n=0) == "0 partie gagnée"  # counted as French counts


def test_one_text_is_had_in_any_language(words: Catalogue) -> None:
    assert [words["plain"][lang] for lang in ("en", "fr")] == ["It's {n}", "C’est {n}"]
    assert {key: text["fr"] for key, text in words.group("status.deep").items()} == {"er": "{key} and {self}"}


def test_files_are_read_once(words: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    first = words.texts("fr")
    monkeypatch.setattr(Catalogue, "read", None)
    assert words.texts("fr") is first


def test_a_page_is_had_in_its_language_or_in_another(tmp_path: Path) -> None:
    (tmp_path / "rules.en.md").write_text("# Rules", encoding="utf-8")
    assert Catalogue(tmp_path).page("rules", "fr") == "# Rules"
    with pytest.raises(FileNotFoundError, match=r"lessons\.fr\.md"):
        Catalogue(tmp_path).page("lessons", "fr")


WRONG = {
    "hello: words are wanted in fr": 'plain = "{n}"',
    "hello: other things are filled in than elsewhere (name, who) in fr": 'hello = "Bonjour, {name}"',
    "hello: braces that do not match (expected '}' before end of string) in fr": 'hello = "Bonjour, {who"',
    "hello: one line of words is wanted in fr": 'hello = " "',
    "more: there are words in fr, but none in en": 'more = "plus"',
    "status.won: the forms should be one, other in fr": '[status]\nwon = { other = "{n}" }',
}


def test_a_file_that_cannot_be_read_is_told_by_its_name_and_line(words: Catalogue, tmp_path: Path) -> None:
    (tmp_path / "words.fr.toml").write_text('hello = "Bonjour\n', encoding="utf-8")
    [told] = problems(words, "fr")
    assert told.startswith(f"{tmp_path / 'words.fr.toml'}: ")
    assert "line 1" in told
    with pytest.raises(BadCatalogue):
        words.texts("fr")


@pytest.mark.parametrize("told", WRONG)
def test_what_does_not_fit_in_a_translation_is_told(words: Catalogue, tmp_path: Path, told: str) -> None:
    (tmp_path / "words.fr.toml").write_text(WRONG[told], encoding="utf-8")
    assert told in list(problems(words, "fr"))
    assert list(problems(words, "en")) == []
