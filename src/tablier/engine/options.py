"""The options of a game: what each may be, how it is written in the game's record, and the modes made of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import numpy as np

from tablier.engine.errors import BadOption
from tablier.engine.words import shorten
from tablier.language import DEFAULT, LANGUAGES, Catalogue

WORDS = Catalogue(resources.files(__package__))

Value = str | int
"""A settled option: a word or a whole number."""

Settled = Mapping[str, Value]
"""All options of a game, each with its value."""

ValueWords = Callable[[str, Value, str], str]
"""What people call a value of an option, in a language."""


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
    applies: Callable[[Settled], bool] = field(default=lambda settled: True, repr=False)
    """Whether it changes anything under the options declared before it; where not, nobody is asked."""
    among: Callable[[Settled], Collection[Value] | None] = field(default=lambda settled: None, repr=False)
    """Of its values those that go with the options declared before it; None: all. One alone is no choice."""

    def range(self, lang: str = DEFAULT) -> str:
        """What it may be, in words."""
        raise NotImplementedError

    def read(self, value: object) -> Value:
        """The value, settled; raises BadOption with the range if it is out of it."""
        raise NotImplementedError

    def code(self, value: Value) -> int | list[int]:
        """What is written in the record for it."""
        raise NotImplementedError

    def refuse(self, value: object) -> BadOption:
        return _refusal(self.name, "impossible", lambda lang: {"value": shorten(value), "range": self.range(lang)})

    def usual(self, settled: Settled) -> Value:
        """Its value if none is given."""
        return self.default(settled) if callable(self.default) else self.default

    def fitting(self, settled: Settled) -> Collection[Value] | None:
        """The values that go with the rest, where that is not all of them."""
        return self.among(settled) if self.applies(settled) else None

    def is_asked(self, settled: Settled) -> bool:
        """Whether there is something to choose."""
        fitting = self.fitting(settled)
        return self.applies(settled) and (fitting is None or len(fitting) > 1)


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One of a few words; the record holds its index."""

    values: tuple[str, ...]

    def range(self, lang: str = DEFAULT) -> str:
        return _either(self.values, lang)

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

    def range(self, lang: str = DEFAULT) -> str:
        return said(lang, "odd" if self.odd else "whole", least=self.least, most=self.most)

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
    """So many letters in a row; the record holds the place of each among those that there are."""

    letters: str
    count: int
    seats: tuple[str, ...] = ()
    """Whose each letter is, where each is a seat's."""
    width: Callable[[Settled], int] | None = field(default=None, repr=False)
    """Where they are the squares of a board: how many there are in one of its rows."""
    drawn_from: str = ""
    """Where they may be drawn by lot: these, in any order."""

    def range(self, lang: str = DEFAULT) -> str:
        letters = _either(self.letters, lang)
        return said(lang, "letters", count=self.count, letters=letters, sample=self.samples[0])

    def read(self, value: object) -> str:
        if not isinstance(value, str) or len(value) != self.count or not set(value) <= set(self.letters):
            raise self.refuse(value)
        return value

    def code(self, value: Value) -> list[int]:
        return [self.letters.index(letter) for letter in str(value)]


@dataclass(frozen=True, kw_only=True)
class Counters(Option):
    """So many numbers that come to a total, written `3,3,2,2,2`; or the same as a list."""

    count: int
    total: int

    def range(self, lang: str = DEFAULT) -> str:
        return said(lang, "counters", count=self.count, total=self.total, sample=self.samples[0])

    def read(self, value: object) -> str:
        if isinstance(value, list | tuple):
            value = ",".join(map(shorten, value))
        number = "(0|[1-9][0-9]?)"
        if not isinstance(value, str) or not re.fullmatch(rf"{number}(,{number}){{{self.count - 1}}}", value):
            raise self.refuse(value)
        if (found := sum(self.code(value))) != self.total:
            raise _refusal(self.name, "total", lambda lang: {"found": found, "total": self.total})
        return value

    def code(self, value: Value) -> list[int]:
        return [int(number) for number in str(value).split(",")]


@dataclass(frozen=True)
class Mode:
    """A way to play a game, under a name of its own: what most people choose of its options.

    Its title and its sentence are the game's words `mode.<name>.title` and `mode.<name>.summary`; its picture is
    `pictures/<name>.svg` in the game's folder.
    """

    name: str
    options: Settled = field(default_factory=dict)
    """What makes it this mode."""
    asks: tuple[str, ...] = ()
    """The options that are chosen together with it; all others are details."""
    minutes: tuple[int, int] | None = None
    """How long it takes people, from and to, where that is not as long as the game usually takes."""


def settle(options: Sequence[Option], given: Mapping[str, Any], called: ValueWords | None = None) -> dict[str, Value]:
    """Every option with its value, given or by default.

    Raises BadOption for what does not exist, is out of range, or does not go with the rest.
    """
    known = {option.name for option in options}
    for name in given:
        if name not in known:
            raise _refusal(shorten(name), "unknown", lambda lang: {"names": ", ".join(sorted(known))})
    settled: dict[str, Value] = {}
    for option in options:
        if option.name not in given:
            settled[option.name] = option.usual(settled)
            continue
        value = option.read(given[option.name])
        fitting = option.fitting(settled)
        if fitting is not None and value not in fitting:
            raise _clash(option, value, fitting, called or (lambda option, value, lang: str(value)))
        settled[option.name] = value
    return settled


def _clash(option: Option, value: Value, fitting: Collection[Value], called: ValueWords) -> BadOption:
    def words(lang: str) -> dict[str, str]:
        fits = [called(option.name, one, lang) for one in fitting]
        return {"value": called(option.name, value, lang), "range": _either(fits, lang)}

    return _refusal(option.name, "clash", words)


def _refusal(option: str, key: str, values: Callable[[str], Mapping[str, object]]) -> BadOption:
    words = {lang: said(lang, key, **values(lang)) for lang in LANGUAGES}
    return BadOption(f"{option}: {words[DEFAULT]}", option, words)


def said(lang: str, key: str, **values: object) -> str:
    """What is said of options, whatever the game."""
    return WORDS.texts(lang)(f"option.{key}", **values)


def _either(values: Collection[object], lang: str) -> str:
    """One of these, in words: a, b or c."""
    *most, last = map(str, values)
    return said(lang, "or", first=", ".join(most), last=last) if most else last
