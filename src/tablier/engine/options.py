"""The options of a game: what each may be, and how it is written in the game's record."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tablier.engine.errors import BadOption
from tablier.engine.words import shorten

Value = str | int
"""A settled option: a word or a whole number."""

Settled = Mapping[str, Value]
"""All options of a game, each with its value."""


@dataclass(frozen=True, kw_only=True)
class Option:
    """What every kind of option has. The record's field of the same name holds `code(value)`.

    What it decides, and what its values are called, is among the game's words.
    """

    name: str
    default: Value | Callable[[Settled], Value]
    """Its value if none is given, or a function of the options declared before it."""
    samples: Sequence[Value] = ()
    """Values that show what it changes; the conformance suite plays each."""

    @property
    def range(self) -> str:
        """What it may be, in words for an error message."""
        raise NotImplementedError

    def read(self, value: object) -> Value:
        """The value, settled; raises BadOption with the range if it is out of it."""
        raise NotImplementedError

    def code(self, value: Value) -> int | list[int]:
        """What is written in the record for it."""
        raise NotImplementedError

    def refuse(self, value: object) -> BadOption:
        return BadOption(f"{self.name}: {shorten(value)!r} is not possible; it is {self.range}")


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One of a few words; the record holds its index."""

    values: tuple[str, ...]

    @property
    def range(self) -> str:
        return " or ".join(self.values)

    def read(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.values:
            raise self.refuse(value)
        return value

    def code(self, value: Value) -> int:
        return self.values.index(str(value))


@dataclass(frozen=True, kw_only=True)
class Whole(Option):
    """A whole number; the record holds it as it is."""

    least: int
    most: int
    odd: bool = False

    @property
    def range(self) -> str:
        return f"{'an odd' if self.odd else 'a whole'} number from {self.least} to {self.most}"

    def read(self, value: object) -> int:
        if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value):
            value = int(value)
        if not isinstance(value, int | np.integer) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise self.refuse(value)
        if self.odd and value % 2 == 0:
            raise self.refuse(value)
        return int(value)

    def code(self, value: Value) -> int:
        return int(value)


@dataclass(frozen=True, kw_only=True)
class Letters(Option):
    """A short text of a certain form, or its parts as a list; the record holds the numbers that it stands for."""

    pattern: str
    form: str
    """Its form, in words: 'two letters from a to i'."""
    codes: Callable[[str], list[int]] = field(repr=False)
    fits: Callable[[str], bool] = field(default=lambda text: True, repr=False)
    """Anything more that it must fulfil."""

    @property
    def range(self) -> str:
        return self.form

    def read(self, value: object) -> str:
        if isinstance(value, list | tuple):
            value = ",".join(map(shorten, value))
        if not isinstance(value, str) or not re.fullmatch(self.pattern, value) or not self.fits(value):
            raise self.refuse(value)
        return value

    def code(self, value: Value) -> list[int]:
        return self.codes(str(value))


def settle(options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Value]:
    """Every option with its value, given or by default; raises BadOption for what does not exist or is out of range."""
    known = {option.name for option in options}
    for name in given:
        if name not in known:
            raise BadOption(f"{shorten(name)}: there is no such option; there are: {', '.join(sorted(known))}")
    settled: dict[str, Value] = {}
    for option in options:
        if option.name in given:
            settled[option.name] = option.read(given[option.name])
        else:
            settled[option.name] = option.default(settled) if callable(option.default) else option.default
    return settled
