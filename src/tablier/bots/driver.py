"""What a bot at a table does next. One driver for every place where bots sit: a server, an arena, a terminal, a guest.

A `Driver` decides when a bot speaks, waits and chooses. It knows no clock, no connection and no process: it is told how
things stand for its seat, and says what is to be done; whoever has it does that, and asks again when something has
happened. A `Listener` tells the bot what its seat hears, so that it speaks and chooses with all of that in mind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal, NamedTuple

from tablier.bots.bot import Bot, Talker
from tablier.bots.manners import is_nothing
from tablier.engine.position import Position
from tablier.engine.talk import Message

ROUNDS_OF_TALK = 6
"""How often a bot speaks in one turn at most, because of what bots say; a person is always answered."""

QUIET = 10.0
"""Seconds without a word after which a bot acts, although somebody who is there might still want to talk with it."""


@dataclass(frozen=True, slots=True)
class Situation:
    """How things stand for the seat of a bot."""

    view: Position
    heard: Sequence[Message] = ()
    """All that its seat has heard, or said itself, in this turn."""
    company: Collection[int] = ()
    """The others who are there to talk with: people, or who may be."""
    awaited: Collection[int] = ()
    """People who have still to act. The bot lets them act first, however long that takes, as long as they may talk."""
    quiet: float = 0.0
    """For how many seconds there has been nothing new."""


class Step(NamedTuple):
    """What a bot does next: it is asked what it has to say, or what it chooses; or waits until there is news."""

    do: Literal["speak", "choose", "wait"]
    seconds: float = inf
    """It waits no longer than this, even if there is none."""


SPEAK, CHOOSE, WAIT = Step("speak"), Step("choose"), Step("wait")


class Driver:
    """Drives one bot through one game."""

    def __init__(self) -> None:
        self._turn = -1
        """In which it spoke last."""
        self._times = 0
        """How often in that turn."""
        self._heard = 0
        """How much of that turn's talk it knew when it spoke."""

    def next(self, now: Situation) -> Step:
        """What is to be done. To speak is then taken as done: the bot is not asked again before there is news."""
        if self._has_to_speak(now):
            self._times = self._times + 1 if self._turn == now.view.turn else 1
            self._turn, self._heard = now.view.turn, len(now.heard)
            return SPEAK
        if now.view.viewer not in now.view.pending:
            return WAIT
        patience = _patience(now)
        return Step("wait", patience) if patience > 0 else CHOOSE

    def _has_to_speak(self, now: Situation) -> bool:
        """It may make offers; and the turn is new, or something was said in it, if only by the bot itself."""
        if not _may_make_offers(now.view):
            return False
        if self._turn != now.view.turn:
            return True
        news = now.heard[self._heard :]
        return any(message.by in now.company for message in news) or (bool(news) and self._times < ROUNDS_OF_TALK)


def _patience(now: Situation) -> float:
    """How many seconds it leaves the others to talk, before it acts."""
    view, quiet = now.view, max(0.0, QUIET - now.quiet)
    if not _may_make_offers(view):
        return 0.0
    if view.game.closing(view.record) is not None:  # it leads a discussion
        return quiet if waited_for(now.company, now.heard) else 0.0
    if now.awaited:
        return inf
    return quiet if any(other in view.pending for other in now.company) else 0.0


def waited_for(company: Iterable[int], heard: Iterable[Message]) -> list[int]:
    """Those of a company who may still want to talk: not who has said, after all else, that there is nothing to add."""
    last = {message.by: message for message in heard}
    return [seat for seat in company if seat not in last or not is_nothing(last[seat])]


def _may_make_offers(view: Position) -> bool:
    return view.viewer is not None and not view.over and view.talk(view.viewer).offers


# --- listening --------------------------------------------------------------------------------------------------------


class Listener:
    """A bot, told what it has not heard yet before it is asked for anything."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._turn = -1
        self._told = 0
        """How much of this turn's talk it knows."""
        self._said: list[Message] = []
        """What it has said in this turn and has not yet come back among what its seat heard or said."""

    def choose(self, view: Position, heard: Sequence[Message] = ()) -> str:
        """The action that it takes, having heard this in this turn."""
        self._listen(view, heard)
        return self.bot.choose(view)

    def speak(self, view: Position, heard: Sequence[Message] = ()) -> list[Message]:
        """What it has to say, having heard this in this turn; nothing, if it cannot talk."""
        self._listen(view, heard)
        said = list(self.bot.speak(view)) if isinstance(self.bot, Talker) else []
        self._said.extend(said)
        return said

    def _listen(self, view: Position, heard: Sequence[Message]) -> None:
        """What it said itself it knows; what its seat said before it came, it does not."""
        if self._turn != view.turn:
            self._turn, self._told, self._said = view.turn, 0, []
        for message in heard[self._told :]:
            if message in self._said:
                self._said.remove(message)
            elif isinstance(self.bot, Talker):
                self.bot.hear(message)
        self._told = len(heard)


class Said(NamedTuple):
    """Something that was said, and the turn in which it was."""

    turn: int
    message: Message


def heard_by(seat: int, turn: int, talk: Iterable[Said]) -> tuple[Message, ...]:
    """What a seat has heard, or said itself, in a turn."""
    messages = (said.message for said in talk if said.turn == turn)
    return tuple(message for message in messages if not message.to or seat in (message.by, *message.to))
