"""What happened, in words: a sentence for each action, as a viewer may know it. The game's `story.py` makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablier.engine.position import Position
from tablier.language import Saying
from tablier.record.turns import EVERYTHING, Viewer

if TYPE_CHECKING:
    from tablier.record.match import Match


def saying(
    before: Position, seat: int, action: int, after: Position, viewer: Viewer, knows: bool | None = None
) -> Saying | None:
    """What a viewer is told of an action, made from what it may know alone; None: how it is written says all.

    `knows`: whether the viewer is told all of how it is written; None: that is to be found out. Where it is known, the
    positions may be the viewer's views already.
    """
    game = before.game
    if viewer is EVERYTHING or not game.secrets:
        return game.story.tell(before.record, seat, action, after.record)
    if knows is None:
        write, record = game.notation.write, before.record
        knows = write(record, seat, action, viewer) == write(record, seat, action)
    seen, now = (one if one.viewer == viewer else one.view(viewer) for one in (before, after))
    return game.story.tell(seen.record, seat, action if knows else None, now.record)


def story(match: Match, lang: str, viewer: Viewer = EVERYTHING, begin: int = 0, end: int | None = None) -> list[str]:
    """What happened from so many actions on, to so many: for each a sentence; none where the next tells it too."""
    texts, write, before = match.game.words.texts(lang), match.game.notation.write, match.at(begin)
    told = []
    for seat, action in match.actions[begin:end]:
        after = before.copy()
        after.apply(seat, action)
        said = saying(before, seat, action, after, viewer)
        told.append(texts.sentence(said) if said else write(before.record, seat, action, viewer))
        before = after
    return told
