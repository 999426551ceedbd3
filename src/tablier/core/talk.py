"""Who may say what to whom: a function of the state, as legal actions are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "gesture", "offer", "accept", "refuse"]


@dataclass(frozen=True, slots=True)
class Talk:
    """What one seat may say now."""

    aloud: bool
    """It may speak so that the whole table hears."""
    secret: tuple[int, ...] = ()
    """The seats that it may speak to, each apart, without the others hearing."""
    gestures: bool = True
    """It may make one of a fixed set of signs, which the whole table sees."""
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
    """The words, or the sign. Of an offer and its answers: the action, as it is written, that all of them are to take."""


FREE = Talk(aloud=True)
"""Where the rules say nothing of talking, and for everybody when a game is over."""

SILENCE = Talk(aloud=False, gestures=False)
"""Nothing at all; for those who only watch, always."""
