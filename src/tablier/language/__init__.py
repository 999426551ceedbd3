"""The languages that are spoken here: which there are, how each is set and counted, and what is said in it.

A language is a set of files and no code: its own, `language/<code>.toml`, and beside whatever has something to say a
`words.<code>.toml`. docs/translating.md says what to write.
"""

from __future__ import annotations

from tablier.language.catalogue import Catalogue, Saying, Texts, Words
from tablier.language.choice import from_locale, from_preferences, known
from tablier.language.languages import DEFAULT, LANGUAGES, Language, language

__all__ = [
    "DEFAULT",
    "LANGUAGES",
    "Catalogue",
    "Language",
    "Saying",
    "Texts",
    "Words",
    "from_locale",
    "from_preferences",
    "known",
    "language",
]
