"""What can happen at a table. A table is the list of what has happened there, and nothing else.

Events hold whole numbers, texts, lists and dictionaries only, so that they are written as JSON as they are. They are
everything the server knows, secrets included: what somebody may be sent of one is for `visibility.py` to say.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, field
from typing import Any, ClassVar, Literal, TypedDict, TypeVar

from tablier.engine.kernels import PUBLIC
from tablier.engine.talk import Message
from tablier.serve.encoding import as_json

T = TypeVar("T")

Who = Literal["person", "bot"]

Wanted = Literal["me", "link", "anyone", "bot"]
"""Who is to sit on a chair: who opens the table, somebody with the link, anybody who comes, or a bot."""

Told = dict[str, T]
"""The same thing as each may know it: by seat, and under "" as everybody else may."""


def told(texts: Told[T], audience: int) -> T:
    """What is known of a thing as a seat, or PUBLIC, may know it.

    >>> told({"": "[?]", "2": "[9]"}, 2), told({"": "[?]", "2": "[9]"}, 1)
    ('[9]', '[?]')
    """
    return texts.get(str(audience), texts[""])


class Pace(TypedDict):
    """How long a seat may think: so many seconds for each turn, or a bank that grows by an increment with each turn."""

    kind: Literal["turn", "bank"]
    seconds: int
    increment: int


class Reservation(TypedDict):
    """For whom a chair is kept: who is to sit down there."""

    who: Wanted
    level: int
    """Of a bot."""
    persons: list[str]
    """These alone, by the hash of their secret; where there are none, whoever `who` says."""


class Order(TypedDict):
    """What a seat has played, as it is written."""

    seat: int
    action: str


class Event:
    """Something that has happened."""

    __slots__ = ()
    kind: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Any]]

    def dump(self) -> str:
        """As it is stored: without what is as usual, so that a program which does not know of it yet can read it."""
        usual = _USUAL[self.kind]
        return as_json({name: told for name, value in usual.items() if (told := getattr(self, name)) != value})


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """A table was opened; the chance of its game was settled, and hidden, then."""

    kind = "opened"
    game: str
    options: dict[str, str | int]
    places: list[Reservation]
    """Of every seat."""
    secret: str
    """Hexadecimal; with what every seat contributes it gives all chance. Told to nobody before the end."""
    pace: Pace | None = None
    discussion: int | None = None
    """Seconds after which a discussion ends by itself, in games that have one."""
    free_text: bool = True
    listed: bool = True
    """Whether it is shown to those who look for a table, and to those who like to watch."""
    host: str = ""
    """The hash of the secret of who opened it."""
    practice: bool = False
    """Whether it is a game of one person against bots who may take back what they like, and be given hints."""
    start: list[tuple[int, int]] = field(default_factory=list)
    """The actions of another game that this one begins with: who acts, and the action."""
    scheme: int = 1
    """Of its proof; tables are older than the one that fixes the whole game."""


@dataclass(frozen=True, slots=True)
class Sat(Event):
    """Somebody took a chair."""

    kind = "sat"
    seat: int
    name: str
    who: Who
    level: int = 0
    person: str = ""
    entropy: str = ""
    """What the person gives to chance, where they give it at once."""
    key: str = ""
    """The hash of the key by which the person can come with another device."""
    pledge: str = ""
    """What they publish of it, if they give it when everybody has pledged theirs."""


@dataclass(frozen=True, slots=True)
class Gave(Event):
    """A seat gave the entropy that it had pledged; only once everybody has."""

    kind = "gave"
    seat: int
    entropy: str


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A chair is free again; only before the game begins."""

    kind = "left"
    seat: int


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A seat is held from another device from now on."""

    kind = "moved"
    seat: int
    person: str
    key: str = ""
    """The hash of the key for the next device."""
    used: str = ""
    """That of the key which was used up by it."""


@dataclass(frozen=True, slots=True)
class Began(Event):
    """All chairs are taken: the game begins."""

    kind = "began"
    seal: str


@dataclass(frozen=True, slots=True)
class Acted(Event):
    """A seat, or nature, took an action."""

    kind = "acted"
    seat: int
    action: int
    texts: Told[str]
    stream: str = ""
    """Of chance, where nature acted."""
    lines: Told[str] | None = None
    """Where the action ended a turn: the turn, in one line."""
    sayings: Told[Sequence[Any] | None] = field(default_factory=lambda: {"": None})
    """What is said of it in words, as a `Saying`; None: nothing but how it is written."""
    left: int | None = None
    """Milliseconds that the seat has left, where it has a bank."""
    brought: int = 0
    """How many of them it got for this."""
    chance: str = ""
    """What nature did: it rolled, or it drew."""
    hidden: list[int] = field(default_factory=list)
    """The seats, and PUBLIC, that are not told all of it."""
    revealed: list[Order] = field(default_factory=list)
    """Where the action ended a turn: what was played in it in secret, and is known to everybody from now on."""


@dataclass(frozen=True, slots=True)
class Said(Event):
    """A seat said something: to certain seats, or to the whole table."""

    kind = "said"
    by: int
    to: list[int]
    message: str
    """What kind of message it is."""
    body: str
    turn: int

    @property
    def as_message(self) -> Message:
        return Message(self.by, tuple(self.to), self.message, self.body)  # type: ignore[arg-type]  # of a known kind


@dataclass(frozen=True, slots=True)
class TakebackAsked(Event):
    """A seat would like to take its last action back."""

    kind = "asked"
    seat: int


@dataclass(frozen=True, slots=True)
class TakebackAnswered(Event):
    """A seat agrees to let another take its action back, or does not."""

    kind = "answered"
    seat: int
    agrees: bool


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """An action was taken back, and everything after it."""

    kind = "taken-back"
    seat: int
    actions: int
    """How many actions of the game stand."""
    turns: int
    """How many whole turns stand."""
    left: list[int] | None = None
    """Milliseconds that each seat has left: what was used stays used, and what was taken back has brought nothing."""


@dataclass(frozen=True, slots=True)
class Replaced(Event):
    """A bot plays on for somebody."""

    kind = "replaced"
    seat: int
    level: int
    why: Literal["gone", "resigned", "time"]
    left: int | None = None
    """Milliseconds that the person had left, which they find again."""


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """Somebody for whom a bot played is back."""

    kind = "returned"
    seat: int


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over."""

    kind = "ended"
    shares: list[str]
    why: Literal["rules", "resigned", "time", "host"]
    seat: int | None
    """Who resigned, or ran out of time."""
    secret: str
    entropies: list[str]
    unheard: list[dict[str, Any]] = field(default_factory=list)
    """What was said in secret, which everybody may read now."""


@dataclass(frozen=True, slots=True)
class Followed(Event):
    """There is another game between the same people, at another table."""

    kind = "followed"
    table: str


KINDS: dict[str, type[Event]] = {
    kind.kind: kind
    for kind in (
        Opened, Sat, Gave, Left, Moved, Began, Acted, Said,
        TakebackAsked, TakebackAnswered, TakenBack, Replaced, Returned, Ended, Followed,
    )
}  # fmt: skip


def _usual(kind: type[Event]) -> dict[str, Any]:
    """What the parts of an event are if nothing is said of them; MISSING: that has to be said."""
    parts = kind.__dataclass_fields__.values()
    return {p.name: p.default if p.default_factory is MISSING else p.default_factory() for p in parts}


_USUAL = {name: _usual(kind) for name, kind in KINDS.items()}


def load(kind: str, body: str) -> Event:
    """An event as it was stored. What a newer program has written of it besides is left to those who know it."""
    parts = KINDS[kind].__dataclass_fields__
    return KINDS[kind](**{name: value for name, value in json.loads(body).items() if name in parts})


def hears(said: Said, audience: int) -> bool:
    """Whether a seat, or PUBLIC, hears what was said."""
    return not said.to or audience == said.by or (audience != PUBLIC and audience in said.to)
