"""What people at the tables were told, to be compared with what the store has in the end."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from tablier.client.guest import Message
from tablier.serve.store import Entry, Store
from tablier.serve.table import visibility
from tablier.serve.table.events import Acted, load

Place = tuple[str, int]
"""A seat at a table."""


@dataclass(slots=True)
class Audit:
    """What does not agree."""

    acknowledged: int = 0
    lost: int = 0
    """Acknowledged or told, and not in the log."""
    different: int = 0
    """Versions that were told twice, or are in the log, with another content."""
    twice: int = 0
    """Actions in the log for which there is no command, or more of them than commands."""


@dataclass(slots=True)
class Ledger:
    """Everything that the people know."""

    commands: defaultdict[Place, set[str]] = field(default_factory=lambda: defaultdict(set))
    done: defaultdict[Place, set[str]] = field(default_factory=lambda: defaultdict(set))
    told: defaultdict[Place, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    different: int = 0

    def sent(self, table: str, seat: int, id: str) -> None:
        self.commands[table, seat].add(id)

    def received(self, table: str, seat: int, message: Message) -> None:
        place = table, seat
        if message["type"] == "done":
            self.done[place].add(message["id"])
        elif message["type"] == "events":
            for event in message["events"]:
                content = _content(event)
                self.different += self.told[place].setdefault(event["version"], content) != content

    async def audit(self, store: Store) -> Audit:
        """Compare with what is stored."""
        found = Audit(sum(map(len, self.done.values())), different=self.different)
        for table in sorted({table for table, _ in self.told}):
            known = [self._known(place) for place in self.told if place[0] == table]  # before: people may still play
            entries = await store.entries(table)
            for one in known:
                one.compare(entries, found)
            found.twice += _unasked(
                entries, {f"{s}:{id}" for (t, s), ids in self.commands.items() if t == table for id in ids}
            )
        return found

    def _known(self, place: Place) -> Known:
        return Known(place, frozenset(self.done[place]), dict(self.told[place]))


@dataclass(frozen=True, slots=True)
class Known:
    """What one seat knows at a moment."""

    place: Place
    done: frozenset[str]
    told: dict[int, str]

    def compare(self, entries: list[Entry], found: Audit) -> None:
        table, seat = self.place
        carried_out = {entry.command for entry in entries if entry.command}
        found.lost += len({f"{seat}:{id}" for id in self.done} - carried_out)
        events = [load(entry.kind, entry.body) for entry in entries]
        story = {event["version"]: _content(event) for event in visibility.story(events, seat, table)}
        for version, content in self.told.items():
            found.lost += version not in story
            found.different += version in story and story[version] != content


def _unasked(entries: list[Entry], commands: set[str]) -> int:
    """Actions of people that were not asked for, or more often than they were."""
    acted = [load(entry.kind, entry.body) for entry in entries if entry.kind == "acted"]
    by_people = sum(isinstance(event, Acted) and event.seat >= 0 for event in acted)
    asked = Counter(entry.command for entry in entries if entry.kind == "acted" and entry.command)
    return by_people - len(asked.keys() & commands)


def _content(event: Message) -> str:
    """What somebody is told who asks for no sentences; the log has what these are made of."""
    return json.dumps({name: value for name, value in event.items() if name != "saying"}, sort_keys=True)
