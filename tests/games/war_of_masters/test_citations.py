"""Every rule of the page has a test that cites it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tablier.games.war_of_masters.game import GAME

NUMBERS = sorted({int(number) for number in re.findall(r"\*\*WM-(\d+)\*\*", GAME.pages.rules("en"))})


def cited() -> set[int]:
    """The rules that the docstrings of the tests in this folder name, each by its number."""
    sources = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    functions = [node for source in sources for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    texts = [ast.get_docstring(function) or "" for function in functions if function.name.startswith("test_")]
    return {int(number) for text in texts for number in re.findall(r"WM-(\d+)", text)}


def test_the_page_numbers_its_rules_without_a_gap() -> None:
    assert list(range(1, 21)) == NUMBERS


@pytest.mark.parametrize("number", NUMBERS)
def test_a_test_cites_the_rule(number: int) -> None:
    assert number in cited()
