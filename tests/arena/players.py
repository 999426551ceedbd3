"""Bots that play quickly, and some that do not behave."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from tablier.bots import Bot
from tablier.engine.game import Game
from tablier.engine.position import Position
from tablier.engine.talk import Message


class Careless:
    """Any legal action."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, view: Position) -> str:
        assert view.viewer is not None
        return self.random.choice(view.legal(view.viewer))


class First:
    """The first legal action; it keeps the views that it is asked with."""

    def __init__(self) -> None:
        self.views: list[Position] = []

    def choose(self, view: Position) -> str:
        assert view.viewer is not None
        self.views.append(view)
        return view.legal(view.viewer)[0]


class Cheat:
    def choose(self, view: Position) -> str:
        return "a1-z9"


class Mute:
    """It has no answer that is a text at all."""

    def choose(self, view: Position) -> str:
        return None  # type: ignore[return-value]


class Broken:
    def choose(self, view: Position) -> str:
        raise ZeroDivisionError("a mistake")


class Deadly:
    """It takes its whole process with it."""

    def choose(self, view: Position) -> str:
        os._exit(3)


class Mortal(First):
    """It takes its process with it where it plays for the first time: there is no note yet that it has."""

    def choose(self, view: Position) -> str:
        note = Path(os.environ["TABLIER_TEST_NOTE"])
        if not note.exists():
            note.touch()
            os._exit(3)
        return super().choose(view)


class Chatty(First):
    """It says, each time, what it is told to say, and keeps what it hears."""

    def __init__(self, *rounds: Sequence[Message]) -> None:
        super().__init__()
        self.rounds = list(rounds)
        self.heard: list[Message] = []
        self.asked = 0

    def speak(self, view: Position) -> Sequence[Message]:
        self.asked += 1
        return self.rounds.pop(0) if self.rounds else []

    def hear(self, message: Message) -> None:
        self.heard.append(message)


MAKERS: dict[str, Callable[[int], Bot]] = {
    "careless": Careless,
    "other": Careless,
    "first": lambda seed: First(),
    "cheat": lambda seed: Cheat(),
    "mute": lambda seed: Mute(),
    "broken": lambda seed: Broken(),
    "deadly": lambda seed: Deadly(),
    "mortal": lambda seed: Mortal(),
}


def make(spec: str, game: Game, seed: int) -> Bot:
    """One of them by its name."""
    return MAKERS[spec](seed)
