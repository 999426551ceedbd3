"""What happened, in words: a sentence for each action, as a viewer may know it. The game's `story.py` makes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tablier.engine.position import Position
from tablier.language import Saying
from tablier.record.turns import EVERYTHING, Viewer

if TYPE_CHECKING:
    from tablier.record.match import Match


class Sentence(NamedTuple):
    """What is told of one action."""

    seat: int
    """Who acted, or NATURE."""
    turn: int
    """The number of the turn, counted from 1."""
    actions: int
    """How many actions there had been then: `match.at(actions)` is where it led."""
    words: str
    """Nothing: what comes next tells it too."""


def saying(before: Position, seat: int, action: int, after: Position, viewer: Viewer) -> Saying | None:
    """What a viewer is told of an action, made from what it may know alone; None: how it is written says all."""
    game = before.game
    if viewer is EVERYTHING or not game.secrets:
        return game.story.tell(before.record, seat, action, after.record)
    write, record = game.notation.write, before.record
    known = action if write(record, seat, action, viewer) == write(record, seat, action) else None
    return game.story.tell(before.view(viewer).record, seat, known, after.view(viewer).record)


def story(match: Match, lang: str, viewer: Viewer = EVERYTHING) -> Iterator[Sentence]:
    """The whole game, action by action."""
    write, texts, before = match.game.notation.write, match.game.words.texts(lang), match.at(0)
    positions = match.positions()
    next(positions)
    for actions, (after, (seat, action)) in enumerate(zip(positions, match.actions, strict=True), start=1):
        said = saying(before, seat, action, after, viewer)
        words = texts.sentence(said) if said else write(before.record, seat, action, viewer)
        yield Sentence(seat, match.turns_finished_at(actions - 1) + 1, actions, words)
        before = after.copy()
