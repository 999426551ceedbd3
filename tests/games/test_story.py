"""What happened, in sentences: of every kind, in every game, in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tablier
from tablier.engine.kernels import PUBLIC
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.language import LANGUAGES, Saying
from tablier.record.match import Match
from tablier.record.story import saying
from tablier.testing import golden, telling
from tablier.testing.exploration import Run

RECORDED = Path(__file__).parent.parent / "data"


@cache
def examples(game: str) -> dict[str, Saying]:
    return telling.examples(golden.matches(RECORDED / game))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", tablier.games())
def test_sentences_are_told_as_recorded(game: str, lang: str) -> None:
    """After a change on purpose: `make golden`."""
    told = telling.sentences(examples(game), find(game).words.texts(lang))
    assert told == (RECORDED / game / f"story.{lang}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", tablier.games())
def test_every_text_of_the_story_and_of_advice_is_told_in_each_of_its_forms(game: str) -> None:
    told = {key for kind in examples(game) for key in kind.split()}
    assert telling.texts_to_tell(find(game).words) - told == set()


@pytest.mark.parametrize("game", tablier.games())
def test_everything_that_is_done_is_told_whatever_the_options(game: str) -> None:
    """In the first actions of a random game; what a sentence tells of several of them is told with the last."""
    found = find(game)
    for seed, options in enumerate(found.variants()):
        run = Run(found, options)
        run.act_at_random(seed, 60)
        assert None not in (saying(*step) for step in steps(run))


def steps(match: Match) -> Iterator[tuple[Position, int, int, Position, int | None]]:
    before = match.at(0)
    for seat, action in match.actions:
        after = before.copy()
        after.apply(seat, action)
        for viewer in (None, PUBLIC, *range(len(match.seats))):
            yield before, seat, action, after, viewer
        before = after


@pytest.mark.parametrize("game", tablier.games())
def test_what_is_said_can_be_kept_as_json(game: str) -> None:
    texts = find(game).words.texts("fr")
    for said in examples(game).values():
        assert texts.say(json.loads(json.dumps(said))) == texts.say(said)
