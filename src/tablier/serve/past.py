"""What an audience has been told, written as it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tablier.engine.game import Game
from tablier.serve import journal
from tablier.serve.encoding import as_json
from tablier.serve.store import Entry
from tablier.serve.table import visibility
from tablier.serve.table.visibility import sees

Likes = tuple[int, frozenset[str], str]
"""An audience, what it likes to be shown, and its language."""


@dataclass(frozen=True, slots=True)
class Past:
    """The first events of a table, for one audience."""

    number: int = 0
    """How many they are."""
    version: int = 0
    """How many of them it was told."""
    told: list[str] = field(default_factory=list)
    """Those since a version, each as JSON."""

    def then(self, entries: Sequence[Entry], game: Game, likes: Likes, after: int) -> Past:
        """The same with the events that follow."""
        audience, show, lang = likes
        events = journal.events(entries)
        table = entries[0].table if entries else ""
        story = visibility.story(events, audience, table, after, self.version)
        told = [as_json(sent) for sent in visibility.spoken(story, game, show, lang)]
        version = self.version + sum(sees(event, audience) for event in events)
        return Past(self.number + len(events), version, self.told + told)
