"""Who may say what to whom: a function of the state, as legal actions are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal, Protocol, get_args

from tablier.engine.errors import BadMessage, TalkForbidden
from tablier.engine.kernels import State
from tablier.engine.words import shorten
from tablier.language import Catalogue, Saying

Kind = Literal["text", "gesture", "phrase", "offer", "accept", "refuse"]

KINDS: tuple[Kind, ...] = get_args(Kind)
PROMISES: tuple[Kind, ...] = ("offer", "accept")
"""Who says this says what they will do; which binds nobody."""

MOST_CHARACTERS = 500
"""Of one message."""

GESTURES = ("yes", "no", "perhaps", "hello", "bravo", "thanks", "hurry", "wait", "laugh", "alas")
"""The signs that there are in every game."""

POINT = "point "
"""What a sign begins with that points at something; the id of that item, in everybody's picture, follows."""

WORDS = Catalogue(files(__package__))
"""What somebody who makes one of the GESTURES is seen to do, how the sign is called, how PHRASES sound, and offers."""


@dataclass(frozen=True, slots=True)
class Talk:
    """What one seat may say now."""

    aloud: bool
    """It may speak so that the whole table hears."""
    secret: tuple[int, ...] = ()
    """The seats that it may speak to, each apart, without the others hearing."""
    gestures: bool = True
    """It may make signs, which the whole table sees: those of every game, and the game's own."""
    offers: bool = False
    """It may make and answer structured offers: to those to whom it may speak."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something said at the table."""

    by: int
    to: tuple[int, ...]
    """The seats that alone hear it; nobody in particular: the whole table does."""
    kind: Kind
    body: str
    """The words, or the sign, or a `Phrase` as it is written.

    Of an offer: an action, as it is written, that all of them are to take in this turn.

    Who accepts or refuses an offer repeats its body.
    """


FREE = Talk(aloud=True)
"""Where the rules say nothing of talking, and for everybody when a game is over."""

SILENCE = Talk(aloud=False, gestures=False)
"""Nothing at all; for those who only watch, always."""


class TalkRules(Protocol):
    """What a game's `talk.py` may have, where its rules speak of talking. It is asked only while the game is on."""

    def talk(self, s: State, seat: int, /) -> Talk:
        """What a seat may say now. Left out: everybody may speak aloud."""

    def signs(self, s: State, seat: int, /) -> list[str]:
        """The game's own signs that a seat could make now, or after the end; by what everybody sees. Left out: none.

        `point ITEM` points at an item of everybody's picture. Any other is a word, or a word and what it is about:
        `fingers 3`. The game's words have, by that word, under `gesture` what one is seen to do who makes it, and under
        `sign` what it is called; of one that points only the first, by the word that the item's id begins with. What
        it is about is filled in as {what}, or as {n} if it is a number.
        """

    def closing(self, s: State, /) -> tuple[int, int] | None:
        """While there is a discussion: the seat that may end it, and the action by which it does. Left out: never."""

    def offers(self, s: State, seat: int, /) -> list[int]:
        """All the actions that a seat could offer. This and what follows: only where the game has `Talk.offers`."""

    def offer_parts(self, action: int, /) -> tuple[str, ...]:
        """The parts by which one of them is chosen, in turn. Left out: in one piece, as it is written."""

    def part_words(self, part: str, /) -> Saying | None:
        """What such a part is called, in the game's words. Left out, or None: as it is written."""

    def offer_words(self, body: str, /) -> Saying | None:
        """What is offered, in the game's words. Left out, or None: as it is written."""

    def remarks(self, s: State, seat: int, /) -> list[str]:
        """What a bot may find worth saying aloud now, by what its seat sees: the weightiest first. Left out: nothing.

        Each is one of the game's own phrases, without its tone: `near south`. Their words are in the table `phrase`.
        """

    def offer(self, s: State, seat: int, body: str, /) -> int:
        """The action that a seat offers to take this turn together with others; raises BadMessage if it cannot."""

    def kept(self, s: State, seat: int, body: str, turn: int, /) -> bool | None:
        """Whether a seat did in that turn what it had offered, or accepted, to do.

        None where that cannot be told: the turn is not over, or it was not the last.
        """


def _no_offer(s: State, seat: int, body: str) -> int:
    raise BadMessage(f"{shorten(body)}: nothing can be offered in this game")


UNSAID: dict[str, Any] = {
    "talk": lambda s, seat: FREE,
    "signs": lambda s, seat: [],
    "closing": lambda s: None,
    "offers": lambda s, seat: [],
    "offer_parts": lambda action: (),
    "part_words": lambda part: None,
    "offer_words": lambda body: None,
    "remarks": lambda s, seat: [],
    "offer": _no_offer,
    "kept": lambda s, seat, body, turn: None,
}
"""What holds where the rules say nothing of it."""


def check(talk: Talk, message: Message, signs: Collection[str] = ()) -> None:
    """See that a message is a proper one, and that one who may say this much, and make these signs, may send it.

    Raises BadMessage or TalkForbidden. What is offered is the game's to judge: `Position.check` asks it as well.
    """
    _check_form(message)
    if message.kind == "gesture":
        _check_sign(talk, message, signs)
        return
    if message.kind in (*PROMISES, "refuse") and not talk.offers:
        raise TalkForbidden("no offers may be made or answered now")
    if not message.to and not talk.aloud:
        raise TalkForbidden("nothing may be said aloud now")
    if deaf := [seat for seat in message.to if seat not in talk.secret]:
        seats = ", ".join(map(str, deaf))
        raise TalkForbidden(f"nothing may be said in secret now to these seats: {seats}")


def _check_form(message: Message) -> None:
    """Whether it could ever be said."""
    if message.kind not in KINDS:
        raise BadMessage(f"{shorten(message.kind)!r} is no kind of message; there are: {', '.join(KINDS)}")
    if message.by in message.to or len(set(message.to)) < len(message.to):
        raise BadMessage("a message is for others, each of whom is named once")
    if not isinstance(message.body, str) or len(message.body) > MOST_CHARACTERS or not _is_telling(message.body):
        raise BadMessage(f"a message is a text of 1 to {MOST_CHARACTERS} characters that can be read")


def _check_sign(talk: Talk, message: Message, signs: Collection[str]) -> None:
    if message.to:
        raise BadMessage("a sign is seen by the whole table: it is for nobody in particular")
    if not talk.gestures:
        raise TalkForbidden("no signs may be made now")
    if message.body in GESTURES or message.body in signs:
        return
    if message.body.startswith(POINT):
        raise TalkForbidden(f"{shorten(message.body)!r}: there is no such thing now for everybody to see")
    raise BadMessage(f"{shorten(message.body)!r} is no sign; there are: {', '.join(GESTURES)}")


def _is_telling(text: str) -> bool:
    """Whether there is anything to read, and nothing else that a screen might take for a command."""
    return bool(text.strip()) and all(char.isprintable() or char == "\n" for char in text)
