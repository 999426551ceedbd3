"""Who somebody is: a secret that their browser keeps. We keep only its hash, and never write it down anywhere else."""

from __future__ import annotations

import secrets
from hashlib import sha256

COOKIE = "tablier"

LENGTHS = range(32, 129)
"""Of a secret, in characters."""


def new_secret() -> str:
    """A secret that nobody can guess: of a person, or of a seat's link."""
    return _drawn(32)


def new_table() -> str:
    """The name of a new table: nobody can guess it."""
    return _drawn(12)


def _drawn(length: int) -> str:
    """So many bytes of chance, that fit in a link, and on a command line, where a hyphen begins an option."""
    while (drawn := secrets.token_urlsafe(length)).startswith("-"):
        pass
    return drawn


def hashed(secret: str) -> str:
    """What is kept of a secret. It is looked up by this alone, so that no comparison can tell how much was right."""
    return sha256(f"tablier person\n{secret}".encode()).hexdigest()
