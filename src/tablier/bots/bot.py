"""What a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from tablier.engine.position import Position
from tablier.engine.talk import Message


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: Position) -> str:
        """A legal action of the seat whose view this is, as it is written. It knows no more than the view holds."""


@runtime_checkable
class Talker(Bot, Protocol):
    """A bot that also talks, where the rules let it."""

    def speak(self, view: Position) -> Sequence[Message]:
        """What it has to say now; asked again after others have spoken, until nobody has anything more to say."""

    def hear(self, message: Message) -> None:
        """Something was said that its seat may hear."""


@dataclass(frozen=True, slots=True)
class Considered:
    """One action as a bot sees it."""

    action: str
    share: float
    """What part of the win its seat can expect."""
    visits: int
    """How often it was tried out."""
    line: tuple[str, ...]
    """How the game may go on, the action itself first; who throws or draws, and what, is an example."""
