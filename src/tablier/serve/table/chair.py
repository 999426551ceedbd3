"""A chair at a table: who sits there, or may sit down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tablier.serve.table.events import Gave, Left, Moved, Replaced, Reservation, Returned, Sat, Who


@dataclass(slots=True)
class Chair:
    """Where somebody sits, or may sit down."""

    reservation: Reservation
    name: str = ""
    who: Who | None = None
    level: int = 0
    """Of a bot that sits there."""
    stand_in: int = 0
    """The level of a bot that plays on for the person."""
    persons: set[str] = field(default_factory=set)
    """Who holds it, by the hash of their secret; a person may have several devices."""
    keys: set[str] = field(default_factory=set)
    """The hashes of the keys by which they come with another device; who gets up leaves none that still opens it."""
    pledge: str = ""
    """What the person has published of the entropy that they are to give."""
    entropy: str = ""

    @property
    def bot(self) -> int:
        """The level of the bot that plays here; 0 where a person does."""
        return self.level if self.who == "bot" else self.stand_in

    def after(self, event: AtChair) -> Chair:
        """The chair once this has happened at it."""
        match event:
            case Sat():
                persons, keys = {event.person} - {""}, {event.key} - {""}
                return Chair(
                    self.reservation, event.name, event.who, event.level, 0, persons, keys, event.pledge, event.entropy
                )
            case Gave():
                return replace(self, entropy=event.entropy)
            case Moved():
                keys = self.keys - {event.used} | {event.key} - {""}
                return replace(self, persons=self.persons | {event.person}, keys=keys)
            case Replaced():
                return replace(self, stand_in=event.level)
            case Returned():
                return replace(self, stand_in=0)
        return Chair(self.reservation)


AtChair = Sat | Gave | Left | Moved | Replaced | Returned


def are_taken(chairs: Iterable[Chair]) -> bool:
    """Whether somebody sits on each of them."""
    return all(chair.who for chair in chairs)


def owing(chairs: Iterable[Chair]) -> list[int]:
    """The seats that have pledged entropy and not given it."""
    return [seat for seat, chair in enumerate(chairs) if chair.pledge and not chair.entropy]
