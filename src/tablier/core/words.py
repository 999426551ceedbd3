"""Words for people, in the languages we speak."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("fr", "en")

Words = Mapping[str, str]
"""The same words in every language: {"fr": ..., "en": ...}."""


def shorten(text: str, most: int = 60) -> str:
    """A text fit to be quoted in a message of one line, whatever it holds."""
    printable = "".join(char if char.isprintable() else "?" for char in text[: most + 1])
    return printable if len(text) <= most else printable[:most] + "..."
