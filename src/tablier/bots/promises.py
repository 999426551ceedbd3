"""What a bot makes of talk: what was offered and accepted in this turn, and who has kept their word so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tablier.engine.position import Position
from tablier.engine.talk import Message

GOODWILL = (3, 1)
"""A stranger is trusted as if they had kept three promises and broken one."""


class Verdict(NamedTuple):
    """Whether somebody did as they had promised to others, in the last turn."""

    by: int
    to: frozenset[int]
    kept: bool


@dataclass
class Promises:
    """What one seat has heard and said."""

    turn: int = -1
    said: list[Message] = field(default_factory=list)
    """In this turn, by anybody, this seat included."""
    kept: Counter[int] = field(default_factory=Counter)
    broken: Counter[int] = field(default_factory=Counter)
    verdicts: list[Verdict] = field(default_factory=list)
    """On what was promised in the last turn."""

    def come_to(self, view: Position) -> None:
        """A new turn may have begun: judge what was promised in the last, and begin afresh."""
        if view.turn == self.turn:
            return
        self.verdicts = []
        for promise in (message for message in self.said if binds(message, self.said)):
            was_kept = view.kept(promise, self.turn)
            if was_kept is not None:
                (self.kept if was_kept else self.broken)[promise.by] += 1
                self.verdicts.append(Verdict(promise.by, partners(promise, self.said), was_kept))
        self.turn = view.turn
        self.said.clear()

    def trust(self, seat: int) -> float:
        """How likely a seat is to do what it has promised."""
        kept, broken = self.kept[seat] + GOODWILL[0], self.broken[seat] + GOODWILL[1]
        return kept / (kept + broken)

    def of(self, seat: int) -> str | None:
        """What a seat has promised to do in this turn: the last that it accepted, or offered and saw accepted."""
        promise = self._last(seat)
        return promise.body if promise else None

    def bound_to(self, seat: int) -> list[int]:
        """To whom it has promised that."""
        promise = self._last(seat)
        return sorted(partners(promise, self.said)) if promise else []

    def open_offers(self, seat: int) -> list[Message]:
        """What others have offered to this seat, and it has not answered."""
        answered = {(message.to, message.body) for message in self.said if message.by == seat}
        return [
            message
            for message in self.said
            if message.kind == "offer" and message.by != seat and (answer_to(message), message.body) not in answered
        ]

    def _last(self, seat: int) -> Message | None:
        promises = [message for message in self.said if message.by == seat and binds(message, self.said)]
        return promises[-1] if promises else None


def binds(message: Message, said: Iterable[Message]) -> bool:
    """Whether somebody is bound by this: by an acceptance; by an offer only once somebody has accepted it."""
    return message.kind == "accept" or (message.kind == "offer" and bool(partners(message, said)))


def partners(promise: Message, said: Iterable[Message]) -> frozenset[int]:
    """Of an acceptance, who had offered it; of an offer, who accepted it; by all that was said in its turn."""
    answers = "offer" if promise.kind == "accept" else "accept"
    return frozenset(
        other.by for other in said if other.kind == answers and other.body == promise.body and other.by != promise.by
    )


def answer_to(offer: Message) -> tuple[int, ...]:
    """To whom an offer is answered: aloud if it was made aloud, else to who made it."""
    return () if not offer.to else (offer.by,)
