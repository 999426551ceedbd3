"""A sentence made of a few words, so that everybody at the table hears it in their own language.

It goes over the wire, and is kept, as it is written: `curt bound south`. How that sounds is in the catalogues:
`phrase.bound.curt`, of those that every game has or of the game's own, with {who} for the seats that are named.
"""

from __future__ import annotations

from typing import NamedTuple

from tablier.engine.errors import BadMessage
from tablier.engine.words import shorten

TONES = ("warm", "curt", "sly", "grave")
"""The ways in which the same thing is said."""

PHRASES = {
    "hello": 0,  # to the table, as the game begins
    "ask": 0,  # who has something to propose?
    "nothing": 0,  # and who has not, or has said it all
    "instead": 0,  # an offer follows, in answer to another
    "no-gain": 0,  # why it refuses
    "written": 0,
    "bound": 1,
    "doubt": 1,
    "kept": 1,  # of the last turn
    "broke": 1,
    "sorry": 1,
}
"""What can be said in every game, and how many seats it is about at least."""

NOTHING = "nothing"
"""Who says this is waited for no longer."""


class Phrase(NamedTuple):
    """A sentence: in which tone, which, and about whom."""

    tone: str
    word: str
    seats: tuple[str, ...] = ()
    """By their names."""

    def __str__(self) -> str:
        return " ".join((self.tone, self.word, *self.seats))

    @property
    def matter(self) -> tuple[str, ...]:
        """What it comes to, in whatever tone."""
        return self.word, *self.seats


def read(body: str) -> Phrase:
    """The phrase that is so written; raises BadMessage.

    >>> read("curt bound south")
    Phrase(tone='curt', word='bound', seats=('south',))
    """
    tone, _, rest = body.partition(" ")
    word, *seats = rest.split(" ")
    if tone not in TONES or not word:
        raise BadMessage(f"{shorten(body)!r} is no phrase: it begins with one of {', '.join(TONES)}")
    return Phrase(tone, word, tuple(seats))
