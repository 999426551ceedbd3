"""What happened, in sentences: of every kind, in every game, in every language."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

import tablier
from tablier.engine.registry import find
from tablier.language import LANGUAGES, Saying
from tablier.testing import golden, telling

RECORDED = Path(__file__).parent.parent / "data"


@cache
def examples(game: str) -> dict[str, Saying]:
    paths = sorted((RECORDED / game / "golden").glob("*.txt"))
    return telling.examples(golden.load(path.read_text(encoding="utf-8")) for path in paths)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", tablier.games())
def test_sentences_are_told_as_recorded(game: str, lang: str) -> None:
    """After a change on purpose: `make golden`."""
    told = telling.sentences(examples(game), find(game).words.texts(lang))
    assert told == (RECORDED / game / f"story.{lang}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", tablier.games())
def test_every_text_of_the_story_is_told_in_some_golden_game(game: str) -> None:
    told = {key for said in examples(game).values() for key in telling.keys(said)}
    texts = {f"story.{key}" for key in find(game).words.group("story")}
    assert texts - told == set()


@pytest.mark.parametrize("game", tablier.games())
def test_what_is_said_can_be_kept_as_json(game: str) -> None:
    texts = find(game).words.texts("fr")
    for said in examples(game).values():
        assert texts.say(json.loads(json.dumps(said))) == texts.say(said)
