"""What the command says: the texts of its `words.<language>.toml`."""

from __future__ import annotations

from importlib.resources import files

from tablier.language import Catalogue

WORDS = Catalogue(files(__package__))


def say(lang: str, key: str, /, **values: object) -> str:
    """A text in this language, filled in."""
    return WORDS.texts(lang)(key, **values)
