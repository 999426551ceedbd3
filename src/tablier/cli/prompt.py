"""The prompt: a line of typing, with completion and history where the system has them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType

from tablier.cli.texts import WORDS
from tablier.language import LANGUAGES

COMMANDS = (
    "help", "moves", "say", "whisper", "sign", "offer", "accept", "refuse", "undo", "board", "rules", "save", "quit",
)  # fmt: skip
"""What can be asked for instead of playing."""


@cache
def command_words() -> dict[str, str]:
    """Every word that asks for something, with what it asks for; all languages are always understood."""
    typed = ((name, WORDS[f"command.{name}.typed"][lang]) for name in COMMANDS for lang in LANGUAGES)
    return {word: name for name, words in typed for word in words.split()}


def command(text: str) -> tuple[str, str] | None:
    """The command that was typed, and what follows it; None if it is none."""
    first, _, rest = text.strip().partition(" ")
    name = command_words().get(first.casefold())
    return (name, rest.strip()) if name else None


class Prompt:
    """Asks for a line. EOFError is ctrl-D, KeyboardInterrupt ctrl-C."""

    def __init__(self) -> None:
        self._readline = _readline() if sys.stdin and sys.stdin.isatty() else None
        self._words: Callable[[], Sequence[str]] = list
        self._found: list[str] = []
        if self._readline:
            self._readline.set_completer(self._complete)
            self._readline.set_completer_delims("")
            is_libedit = "libedit" in (self._readline.__doc__ or "")
            self._readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def ask(self, text: str, words: Callable[[], Sequence[str]] = list) -> str:
        """A line that is typed after this text; `words` gives what may complete it."""
        if sys.stdin is None:
            raise EOFError
        self._words = words
        return input(text)

    def forget(self) -> None:
        """Let nobody look up what was typed before."""
        if self._readline:
            self._readline.clear_history()

    def _complete(self, begun: str, number: int) -> str | None:
        if number == 0:
            self._found = [word for word in self._words() if word.startswith(begun)]
        return self._found[number] if number < len(self._found) else None


def _readline() -> ModuleType | None:
    try:
        import readline
    except ImportError:
        return None
    return readline
