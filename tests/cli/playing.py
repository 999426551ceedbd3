"""A game in the terminal inside the test: somebody types what they are told to, and sees what is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tablier.bots.question import Question
from tablier.cli import opponents
from tablier.cli.play import TerminalGame
from tablier.cli.saves import SaveFile
from tablier.cli.screen import Screen
from tablier.cli.session import Session
from tablier.engine.talk import Message
from tablier.record.match import Match

Line = str | Callable[[], str]
"""What is typed; or something that is done first and gives it."""


class Typist:
    """In the place of the prompt; leaves when there is nothing more to type."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []

    def ask(self, text: str, words: Callable[[], Sequence[str]] = list) -> str:
        self.prompts.append(text)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        return line if isinstance(line, str) else line()

    def forget(self) -> None: ...


class Scripted:
    """In the place of the processes in which bots think: they say what they are told to, and take the first action."""

    to_say: list[Message]

    def __init__(self, jobs: int, games: list[str], tell: Callable[[str, Any], None], command: Sequence[str]) -> None:
        self.tell, self.game = tell, games[0]
        self.questions: list[Question] = []
        self.chosen: list[Question] = []

    async def start(self) -> None:
        self.tell(self.game, "ready")

    async def stop(self) -> None: ...

    async def choose(self, question: Question) -> str:
        self.chosen.append(question)
        return question.position().legal(question.seat)[0]

    async def speak(self, question: Question) -> list[Message]:
        """Each thing once, by whom it is."""
        self.questions.append(question)
        said = [message for message in self.to_say if message.by == question.seat]
        for message in said:
            self.to_say.remove(message)
        return said

    def heard_by(self, seat: int) -> tuple[Message, ...]:
        """What the bot of a seat had heard in the turn when it was last asked to speak."""
        return [question.heard for question in self.questions if question.seat == seat][-1]


def sit_down(match: Match, people: Iterable[int], file: Path, *lines: Line, lang: str = "en") -> TerminalGame:
    """A game that is about to be played."""
    play = TerminalGame(Session(match, frozenset(people), SaveFile.anew(file, lang)), 1, 0.0, Screen(lang))
    play.prompt = Typist(lines)  # type: ignore[assignment]
    return play


def scripted(monkeypatch: pytest.MonkeyPatch, *to_say: Message) -> Callable[[TerminalGame], Scripted]:
    """Bots say this, wherever a game begins from now on; gives those of a game."""
    monkeypatch.setattr(Scripted, "to_say", list(to_say), raising=False)
    monkeypatch.setattr(opponents, "Pool", Scripted)
    return lambda play: play.bots._pool  # type: ignore[return-value]
