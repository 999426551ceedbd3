"""One language, as its own file describes it; and which languages there are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from gettext import c2py
from importlib import resources

DEFAULT = "en"
"""What is spoken where nobody prefers another language of ours, and wherever another lacks a text."""

_FOLDER = resources.files(__package__)

LANGUAGES: tuple[str, ...] = tuple(
    sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml"))
)
"""Their codes: every language that has a file of its own here."""


@dataclass(frozen=True)
class Language:
    """How a language is called, set and counted."""

    code: str
    name: str
    """What it calls itself."""
    forms: tuple[str, ...]
    """The forms of a text that depends on a number."""
    plural: str
    """The place among them of the one that a number n takes: an expression as in the Plural-Forms of gettext."""
    conjunction: str
    """The last two of several words in a row."""
    decimal: str
    thousands: str
    percent: str
    typesetting: tuple[tuple[str, str], ...]
    """Regular expressions, each with what stands in place of what it finds."""

    def typeset(self, text: str) -> str:
        """The text as it is shown: in French, with curved apostrophes and with spaces that do not break.

        >>> language("fr").typeset("Qui est là ?")
        'Qui est là\\xa0?'
        """
        for pattern, replacement in self._rules:
            text = pattern.sub(replacement, text)
        return text

    @cached_property
    def _rules(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        return tuple((re.compile(pattern), replacement) for pattern, replacement in self.typesetting)

    @cached_property
    def counted(self) -> tuple[int, ...]:
        """For each number up to 199 the place, among its forms, of the one that it takes.

        From 100 on they come again with every hundred, in all languages that we know.
        """
        return tuple(map(c2py(self.plural), range(200)))

    def form(self, n: int) -> int:
        """The place, among its forms, of the one that a number takes."""
        return self.counted[n if n < 100 else 100 + n % 100]

    def listed(self, words: Sequence[str]) -> str:
        """Words in a row, as in a sentence.

        >>> language("fr").listed(["Nord", "Est", "Sud"])
        'Nord, Est et Sud'
        """
        if len(words) < 2:
            return "".join(words)
        return self.conjunction.format(first=", ".join(words[:-1]), last=words[-1])

    def number(self, value: float, digits: int = 0) -> str:
        """A number with so many digits after the point.

        >>> language("fr").number(1234.56, 1)
        '1\\u202f234,6'
        """
        return f"{value:,.{digits}f}".translate({ord(","): self.thousands, ord("."): self.decimal})

    def share(self, share: float, digits: int = 1) -> str:
        """A part of the whole, in percent."""
        return self.percent.format(number=self.number(100 * share, digits))


@cache
def language(code: str) -> Language:
    """The language of this code, which is one of LANGUAGES."""
    told = tomllib.loads((_FOLDER / f"{code}.toml").read_text(encoding="utf-8"))
    return Language(
        code=code,
        name=told["name"],
        forms=tuple(told["forms"]),
        plural=told["plural"],
        conjunction=told["and"],
        decimal=told["decimal"],
        thousands=told["thousands"],
        percent=told["percent"],
        typesetting=tuple((pattern, replacement) for pattern, replacement in told["typesetting"]),
    )
