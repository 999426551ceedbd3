"""What comes in over the wire: requests and commands. Whatever is not exactly this is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tablier.engine.talk import MOST_CHARACTERS, Kind
from tablier.language import DEFAULT, LANGUAGES
from tablier.picture.scene import Form
from tablier.record.gamefile import MOST_IN_A_NAME

PROTOCOL = 3
"""Of the WebSocket; the HTTP interface has its version in its path."""

MOST_SEATS = 8
DAY = 24 * 3600

MOST_COUNTED = 999_999_999
"""More actions, or versions, than any game has."""

Count = Annotated[int, Field(ge=0, le=MOST_COUNTED)]
Level = Annotated[int, Field(ge=1, le=8, description="How well a bot plays, from a beginner (1) to the best (8).")]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS, description="A seat, counted from 0 in order of play.")]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{32,64}$", description="16 to 32 bytes of your own choosing, as hex.")]
Hash = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$", description="A SHA-256, as hex.")]
Name = Annotated[str, Field(min_length=1, max_length=MOST_IN_A_NAME)]
Lang = Annotated[str, Field(pattern=f"^({'|'.join(LANGUAGES)})$")]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SeatRequest(Strict):
    """Who is to sit there: who opens the table (`me`), somebody with a link, anyone, or a bot."""

    who: Literal["me", "link", "anyone", "bot"]
    level: Level = 3


class PaceRequest(Strict):
    """Time to think: so many seconds for each turn, or a bank that grows with each turn."""

    kind: Literal["turn", "bank"]
    seconds: int = Field(ge=5, le=30 * DAY)
    increment: int = Field(default=0, ge=0, le=DAY)


class File(Strict):
    """A game file."""

    file: str = Field(max_length=1_000_000)


class Link(Strict):
    """An address of the web."""

    link: str = Field(pattern=r"^https?://[!-~]+$", max_length=500)


class Resume(File):
    """A game file, and with how many of its actions another game is to begin."""

    actions: Count


class NewTable(Strict):
    """A table to be opened."""

    game: str = Field(max_length=40)
    options: dict[str, str | int] = Field(default_factory=dict, max_length=20)
    seats: list[SeatRequest] = Field(min_length=1, max_length=MOST_SEATS)
    pace: PaceRequest | None = None
    discussion: int | None = Field(default=None, ge=10, le=DAY, description="Seconds after which a discussion ends.")
    free_text: bool = Field(default=True, description="Whether people may write to each other in words of their own.")
    listed: bool | None = Field(
        default=None,
        description="Whether others may find the table, to play or to watch. Not said: if any seat is for others.",
    )
    serious: bool = Field(
        default=False,
        description="One person against bots, in earnest: no hints, and nothing is taken back past what chance gave.",
    )
    resume: Resume | None = Field(default=None, description="A moment of another game from which it goes on.")


class SitRequest(Strict):
    """Somebody sits down. `key` is the secret of an invitation, or of the seat itself from another device.

    `pledge` is the hash of entropy that is given once everybody has pledged theirs; `entropy`, the same at once.
    """

    name: Name = "?"
    entropy: Hex = ""
    pledge: Hash = ""
    key: str = Field(default="", max_length=128)


class ReportRequest(Strict):
    """What somebody said, for the host to see: the seat that it is about, and words of one's own."""

    about: SeatNumber
    words: str = Field(default="", max_length=1000)


class BotRequest(Strict):
    """A bot for an empty chair."""

    level: Level = 3


class Replay(File):
    """A moment of a game file: after so many actions; all of them if not said."""

    actions: Count | None = None
    seat: int | None = Field(default=None, ge=0, lt=MOST_SEATS)
    lang: Lang = DEFAULT
    form: Form = "wide"


# --- commands of a seat


class Command(Strict):
    """Every command has an id of the sender's choosing: sent twice, it is carried out once."""

    id: str = Field(min_length=1, max_length=64, pattern=r"^[\w.:-]+$")


class Play(Command):
    """Act; `version` is the last that was received before choosing."""

    do: Literal["play"]
    action: str = Field(max_length=200)
    version: Count


class Say(Command):
    do: Literal["say"]
    kind: Kind
    body: str = Field(max_length=MOST_CHARACTERS)
    to: list[SeatNumber] = Field(default_factory=list, max_length=MOST_SEATS)


class Resign(Command):
    do: Literal["resign"]


class Takeback(Command):
    """Ask to go back to before one's own last action."""

    do: Literal["takeback"]


class Answer(Command):
    """Answer somebody who asks for a takeback."""

    do: Literal["answer"]
    agrees: bool


class Give(Command):
    """Give the entropy that one has pledged, once everybody has: as long as the seat is in `to_give`."""

    do: Literal["give"]
    entropy: Hex


class Leave(Command):
    """Get up, before the game begins."""

    do: Literal["leave"]


class Replace(Command):
    """Let a bot play on for somebody who is gone."""

    do: Literal["replace"]
    seat: SeatNumber


class ComeBack(Command):
    """Play again oneself, after a bot did."""

    do: Literal["come-back"]


class Rematch(Command):
    """Open the next table, everybody one seat further; bots of another level, if one is given."""

    do: Literal["rematch"]
    level: Level | None = None


AnyCommand = Annotated[
    Play | Say | Resign | Takeback | Answer | Give | Leave | Replace | ComeBack | Rematch, Field(discriminator="do")
]
COMMAND: TypeAdapter[Any] = TypeAdapter(AnyCommand)
read_command = COMMAND.validator.validate_json
"""A command as it comes over the wire; raises ValidationError."""
