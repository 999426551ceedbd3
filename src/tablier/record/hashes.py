"""The texts that a proof is made of, and their hashes. docs/fairness.md has them in full.

There are two schemes. The first fixes chance alone; the second fixes whatever a game file says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

from tablier.record.proof import check_entropy, check_hash, check_table

CHANCE_ALONE, WHOLE_GAME = 1, 2
"""The schemes, by what they fix."""


def commitment_of(table: str, secret: str, scheme: int = CHANCE_ALONE) -> str:
    """What is published of a secret when the table is opened; raises BadProof."""
    return sha256(text(scheme, "commitment", check_table(table), check_hash(secret))).hexdigest()


def pledge_of(table: str, seat: int, entropy: str) -> str:
    """What a seat publishes of its entropy before anybody gives theirs: nobody else's can be copied."""
    return sha256(text(WHOLE_GAME, "pledge", check_table(table), str(seat), check_entropy(entropy))).hexdigest()


def setup_of(game: str, options: Mapping[str, object]) -> str:
    """Which game is played, under which options."""
    return sha256(text(WHOLE_GAME, "setup", game, *(f"{name}: {value}" for name, value in options.items()))).hexdigest()


def people_of(names: Iterable[str]) -> str:
    """Who plays: the name of each seat, in order; empty where it has none."""
    return sha256(text(WHOLE_GAME, "people", *names)).hexdigest()


def text(scheme: int, *lines: str) -> bytes:
    """A text to be hashed: none of these lines has a line break in it, so that none can be taken for another."""
    return "\n".join((f"tablier fair {scheme}", *lines)).encode()
