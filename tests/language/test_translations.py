"""What is said is said in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

import tablier
from tablier.language import LANGUAGES
from tablier.language.__main__ import main
from tablier.language.check import every_problem

PACKAGE = Path(tablier.__file__).parent


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_every_text_filled_in_alike_and_every_page(lang: str) -> None:
    assert list(every_problem(PACKAGE, [lang])) == []


def test_a_translator_is_told_that_all_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out == "en, fr: everything is there\n"


def test_a_translator_is_told_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "words.en.toml").write_text('hello = "Hello"')
    (tmp_path / "rules.en.md").write_text("# Rules")
    assert list(every_problem(tmp_path)) == [".: hello: words are wanted in fr", ".: rules.fr.md is wanted"]
