"""What a bot is asked, and how the question crosses to the process that thinks about it."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from math import isfinite
from typing import Any

import numpy as np

from tablier.bots.bot import Considered
from tablier.engine.options import Value
from tablier.engine.position import Position
from tablier.engine.talk import KINDS, Message


@dataclass(frozen=True, slots=True)
class Question:
    """A seat is to act, or may speak: what does its bot do?"""

    table: str
    """Any name, as long as it is always the same: a bot remembers its game by it."""
    seat: int
    game: str
    options: dict[str, Value]
    view: bytes
    """The seat's view, `Position.view(seat).to_bytes()`: a bot is never given more."""
    level: int
    heard: tuple[Message, ...] = ()
    """What the seat heard, or said itself, in this turn, in order."""
    seconds: float | None = None
    """The longest that it may think; None: the level's own limit."""
    seed: int = 0

    def position(self) -> Position:
        """The view, as a position."""
        position = Position(self.game, **self.options)
        (seen,) = np.frombuffer(self.view, dtype=position.game.dtype)
        for name in seen.dtype.names:
            position.record[name] = seen[name]
        position.viewer = position.game.seat(self.seat, position.options)
        return position


def write_question(question: Question) -> dict[str, Any]:
    """A question as JSON has it."""
    plain = {field.name: getattr(question, field.name) for field in fields(question)}
    return plain | {
        "view": b64encode(question.view).decode(),
        "heard": [write_message(message) for message in question.heard],
    }


def read_question(plain: Mapping[str, Any]) -> Question:
    return Question(
        **{field.name: plain[field.name] for field in fields(Question) if field.name not in ("view", "heard")},
        view=b64decode(plain["view"]),
        heard=tuple(read_message(message) for message in plain["heard"]),
    )


def write_message(message: Message) -> dict[str, Any]:
    """A message as JSON has it."""
    return asdict(message)


def read_message(plain: Mapping[str, Any]) -> Message:
    """A message from JSON; raises ValueError, KeyError or TypeError if it is none."""
    by, to, kind, body = plain["by"], tuple(plain["to"]), plain["kind"], plain["body"]
    if not all(type(seat) is int for seat in (by, *to)) or kind not in KINDS or not isinstance(body, str):
        raise ValueError("this is no message")
    return Message(by, to, kind, body)


def read_considered(plain: Mapping[str, Any]) -> Considered:
    """What a bot thinks of an action, from JSON; raises ValueError, KeyError or TypeError if it is nothing such."""
    action, share, visits, line = plain["action"], plain["share"], plain["visits"], tuple(plain["line"])
    if not isfinite(share) or type(visits) is not int or not all(isinstance(text, str) for text in (action, *line)):
        raise ValueError("this is nothing that a bot thinks")
    return Considered(action, float(share), visits, line)
