"""What a bot says besides making and answering offers: it greets, warns, gives reasons, praises and reproaches.

All of it is phrases, which each at the table hears in their own language. Each bot has its own tone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tablier.bots.promises import Promises
from tablier.engine.phrase import NOTHING, TONES, Phrase
from tablier.engine.phrase import read as read_phrase
from tablier.engine.position import Position
from tablier.engine.talk import Message

GREETING = "hello"
"""Each says it for themselves; anything else need not be said twice in a turn."""

AGAIN = 4
"""Turns after which a bot may remark on the same thing once more, or ask the same."""

DISTRUST = 0.5
"""Whose word is worth less than this is told so."""


class Manners:
    """Of one bot, in one game."""

    def __init__(self) -> None:
        self._said: dict[str, int] = {}
        """What it has said of its own accord, and the turn in which it did last."""
        self._opened: int | None = None
        """The last turn in which it has said what there was to say first."""

    def first(self, view: Position, seat: int, promises: Promises) -> list[Message]:
        """What it says first in a turn: a greeting; how word was kept in the last turn; a warning."""
        if self._opened == view.turn:
            return []
        self._opened = view.turn
        voice = Voice(view, seat, promises.said)
        said = [*voice.say(GREETING)] if view.turn == 0 else []
        return [*said, *_judgements(voice, promises), *self._remark(voice)]

    def last(self, voice: Voice, leads: bool) -> list[Message]:
        """In a discussion, who leads it asks for offers if it has none; another says that there is nothing from it."""
        return self._now_and_then(voice, "ask" if leads else NOTHING)

    def _remark(self, voice: Voice) -> list[Message]:
        """The weightiest that is news."""
        for remark in voice.view.game.talk_rules.remarks(voice.view.record, voice.seat):
            if said := self._now_and_then(voice, remark):
                return said
        return []

    def _now_and_then(self, voice: Voice, what: str) -> list[Message]:
        """Say it, unless it has been said lately."""
        turn, (word, *seats) = voice.view.turn, what.split(" ")
        if turn - self._said.get(what, -AGAIN) < AGAIN:
            return []
        self._said[what] = turn
        return voice.say(word, seats)


class Voice:
    """A seat that speaks now, in its own tone; what was said in this turn it does not repeat."""

    def __init__(self, view: Position, seat: int, said: Sequence[Message]) -> None:
        self.view = view
        self.seat = seat
        self._tone = TONES[seat % len(TONES)]
        self._own = {message.body for message in said if message.by == seat}
        self._matters = {read_phrase(message.body).matter for message in said if message.kind == "phrase"}

    def say(self, word: str, seats: Iterable[str] = (), to: Sequence[int] = ()) -> list[Message]:
        """This, if it may be said so and has not been."""
        phrase, talk = Phrase(self._tone, word, tuple(seats)), self.view.talk(self.seat)
        is_known = str(phrase) in self._own if word == GREETING else phrase.matter in self._matters
        is_allowed = all(other in talk.secret for other in to) if to else talk.aloud
        return [Message(self.seat, tuple(to), "phrase", str(phrase))] if is_allowed and not is_known else []

    def say_of(self, word: str, others: Iterable[int], to: Sequence[int] = ()) -> list[Message]:
        """The same, about these seats; to them in secret, where one may, if that is whom it is for."""
        return self.say(word, [self.view.seats[other] for other in others], to)

    def apart(self, other: int) -> tuple[int, ...]:
        """How one speaks to somebody: in secret where one may, else aloud."""
        return (other,) if other in self.view.talk(self.seat).secret else ()


def _judgements(voice: Voice, promises: Promises) -> list[Message]:
    """Of those with whom it had an agreement in the last turn; who broke it is told before everybody."""
    said: list[Message] = []
    for verdict in promises.verdicts:
        if verdict.by == voice.seat and not verdict.kept:
            said += [one for other in verdict.to for one in voice.say_of("sorry", [other], voice.apart(other))]
        elif voice.seat in verdict.to and verdict.kept:
            said += voice.say_of("kept", [verdict.by], voice.apart(verdict.by))
        elif voice.seat in verdict.to:
            said += voice.say_of("broke", [verdict.by])
    return said


def reason(voice: Voice, offer: Message, promises: Promises, to: Sequence[int], can_act: bool) -> list[Message]:
    """Why it refuses an offer, to those who hear that it does."""
    if not can_act:
        return voice.say("written", to=to)
    if bound := [other for other in promises.bound_to(voice.seat) if other != offer.by]:
        return voice.say_of("bound", bound, to)
    if promises.trust(offer.by) < DISTRUST:
        return voice.say_of("doubt", [offer.by], to)
    return voice.say("no-gain", to=to)


def is_nothing(message: Message) -> bool:
    """Whether somebody says that there is nothing to add."""
    return message.kind == "phrase" and read_phrase(message.body).word == NOTHING


def is_repeated(message: Message, heard: Iterable[Message]) -> bool:
    """Whether somebody has said this in this turn; then it need not be said again. Everybody greets."""
    if message.kind != "phrase" or (phrase := read_phrase(message.body)).word == GREETING:
        return False
    said = (read_phrase(other.body).matter for other in heard if other.kind == "phrase")
    return phrase.matter in said
