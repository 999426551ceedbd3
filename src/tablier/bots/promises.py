"""What a bot makes of talk: what was offered and accepted in this turn, and who has kept their word so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tablier.engine.position import Position
from tablier.engine.talk import Message

GOODWILL = (3, 1)
"""A stranger is trusted as if they had kept three promises and broken one."""


@dataclass
class Promises:
    """What one seat has heard and said."""

    turn: int = -1
    said: list[Message] = field(default_factory=list)
    """In this turn, by anybody, this seat included."""
    kept: Counter[int] = field(default_factory=Counter)
    broken: Counter[int] = field(default_factory=Counter)

    def come_to(self, view: Position) -> None:
        """A new turn may have begun: judge what was promised in the last, and begin afresh."""
        if view.turn == self.turn:
            return
        for promise in (message for message in self.said if self._binds(message)):
            was_kept = view.kept(promise, self.turn)
            if was_kept is not None:
                (self.kept if was_kept else self.broken)[promise.by] += 1
        self.turn = view.turn
        self.said.clear()

    def trust(self, seat: int) -> float:
        """How likely a seat is to do what it has promised."""
        kept, broken = self.kept[seat] + GOODWILL[0], self.broken[seat] + GOODWILL[1]
        return kept / (kept + broken)

    def of(self, seat: int) -> str | None:
        """What a seat has promised to do in this turn: the last that it accepted, or offered and saw accepted."""
        bodies = [message.body for message in self.said if message.by == seat and self._binds(message)]
        return bodies[-1] if bodies else None

    def open_offers(self, seat: int) -> list[Message]:
        """What others have offered to this seat, and it has not answered."""
        answered = {(message.to, message.body) for message in self.said if message.by == seat}
        return [
            message
            for message in self.said
            if message.kind == "offer" and message.by != seat and (answer_to(message), message.body) not in answered
        ]

    def _binds(self, message: Message) -> bool:
        """An acceptance does; an offer only once somebody has accepted it."""
        if message.kind == "accept":
            return True
        return message.kind == "offer" and any(
            other.kind == "accept" and other.body == message.body and other.by != message.by for other in self.said
        )


def answer_to(offer: Message) -> tuple[int, ...]:
    """To whom an offer is answered: aloud if it was made aloud, else to who made it."""
    return () if not offer.to else (offer.by,)
