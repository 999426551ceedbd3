"""Everything that can be refused, as typed errors. Each has a namespaced code, the same in Python and on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablier.language import DEFAULT, Words


class TablierError(ValueError):
    """Bad input of any kind. Its text is one line that says what is wrong and what would be right."""

    code = "tablier/error"

    def said(self, lang: str) -> str:
        """The same in this language, where there are words for it; otherwise in English."""
        return str(self)


class Worded(TablierError):
    """One that may be told in every language."""

    def __init__(self, problem: str | Words) -> None:
        super().__init__(problem[DEFAULT] if isinstance(problem, Words) else problem)
        self._words = problem if isinstance(problem, Words) else None

    def said(self, lang: str) -> str:
        return self._words[lang] if self._words else str(self)


class UnknownGame(TablierError):
    """There is no game of this name."""

    code = "game/unknown"


class BrokenGame(TablierError):
    """A game that is here cannot be used: a part of it is missing, or fails when it is loaded."""

    code = "game/broken"


class BadOption(TablierError):
    """An option that the game does not have, a value out of its range, or one that does not go with the others."""

    code = "option/invalid"

    def __init__(self, problem: str, option: str = "", words: Mapping[str, str] | None = None) -> None:
        super().__init__(problem)
        self.option = option
        """The option that is not possible so."""
        self.words = words or {}
        """Why not, and what would be, by language."""


class UnknownSeat(TablierError):
    """There is no such seat in this game."""

    code = "seat/unknown"


class IllegalAction(TablierError):
    """The rules forbid this action here. The position is unchanged."""

    code = "action/illegal"

    def __init__(self, action: str, reason: str, rule: str = "") -> None:
        super().__init__(f"{action}: {reason}" + (f" ({rule})" if rule else ""))
        self.action = action
        """The action, as it was written."""
        self.reason = reason
        """Why not, in a few words."""
        self.rule = rule
        """The number of the rule that forbids it, such as 'WM-15'; empty where no rule is concerned."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.action, self.reason, self.rule)  # so that it crosses from one process to another


class UnreadableAction(IllegalAction):
    """This is not how an action is written here. The position is unchanged."""

    code = "action/unreadable"


class IllegalInBatch(IllegalAction):
    """The rules forbid an action in one of the games of a batch. All of them are unchanged."""

    code = "batch/illegal"

    def __init__(self, index: int, seat: int, action: str, reason: str, rule: str = "") -> None:
        super().__init__(f"game {index}, seat {seat}: action {action}", reason, rule)
        self.index = index
        """Which of the games."""
        self.seat = seat
        self.number = action

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.index, self.seat, self.number, self.reason, self.rule)


class BadActions(TablierError):
    """What a batch is given to play is not an action for each of its games."""

    code = "batch/actions"


class MissingExtra(TablierError, ImportError):
    """What is asked for needs another package, which is not installed."""

    code = "extra/missing"


class BadBatchFile(TablierError):
    """A file that no batch was saved to, or one of a game that is another now."""

    code = "batch/file"


class NothingToUndo(TablierError):
    """No action has been played yet."""

    code = "undo/nothing"


class TalkForbidden(TablierError):
    """The rules do not let this seat say this, in this way, to these seats, at this moment."""

    code = "talk/not-now"


class BadMessage(TablierError):
    """This is no message: nobody could ever say it."""

    code = "talk/not-so"


class BadRecord(TablierError):
    """Bytes that are no record of this game."""

    code = "record/invalid"


class BadLevel(TablierError, ValueError):
    """There is no bot of this name, or of this level."""

    code = "bot/unknown"


class BadView(TablierError):
    """What a bot is asked with is not the view of a seat that is to act, or not of a game that this bot plays."""

    code = "bot/view"


class BadNet(TablierError):
    """A file that holds no trained net, or one of another game."""

    code = "net/file"


class BadProof(TablierError):
    """Something that no proof of fair chance is made of: not the form of a table's id, a secret, entropy, a hash."""

    code = "proof/invalid"


class BadGameFile(TablierError):
    """A text that is not a game file, or whose game breaks the rules."""

    code = "file/invalid"

    def __init__(self, problem: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {problem}" if line else problem)
        self.line = line
        """The line of the file, counted from 1; 0 where the whole file is concerned."""
