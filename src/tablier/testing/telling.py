"""Golden sentences: one of each kind that a game's golden games are told in, compared by the tests in every language.

    python -m tablier.testing record war-of-masters

writes them again, where its words have changed on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tablier.engine.kernels import PUBLIC
from tablier.engine.story import NOTHING
from tablier.language import Saying, Texts
from tablier.record.match import Match
from tablier.record.story import saying


def examples(matches: Iterable[Match]) -> dict[str, Saying]:
    """One thing that is said of each kind, by its keys, by whatever viewer it is said to."""
    found: dict[str, Saying] = {}
    for match in matches:
        for said in _said(match):
            found.setdefault(" ".join(dict.fromkeys(keys(said))), said)
    return dict(sorted(found.items()))


def _said(match: Match) -> Iterator[Saying]:
    positions, before = match.positions(), match.at(0)
    next(positions)
    for after, (seat, action) in zip(positions, match.actions, strict=True):
        for viewer in (None, PUBLIC, *range(len(match.seats))) if match.game.secrets else (None,):
            said = saying(before, seat, action, after, viewer)
            if said and said != NOTHING:
                yield said
        before = after.copy()


def keys(said: Any) -> Iterator[str]:
    """The keys of all the story's texts that something said is made of, in order; who or where makes no difference."""
    key, values = said
    if key.startswith("story."):
        yield key
    for value in values.values():
        if isinstance(value, tuple | list) and value:
            for part in [value] if isinstance(value[0], str) else value:
                yield from keys(part)


def sentences(found: dict[str, Saying], texts: Texts) -> str:
    """The same in a language, each below its kind."""
    return "".join(f"{kind}\n    {texts.sentence(said)}\n" for kind, said in found.items())
