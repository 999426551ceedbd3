"""The table of Master Islands in plain numbers: all that everybody knows, and so neither a hand nor what the pile is.

A picture asks for hundreds of numbers, of which NumPy's take ten times as long as plain ones. And it is asked for by
all who look: what was made of what everybody knows is found again by the bytes of just that.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from struct import Struct
from typing import Any, NamedTuple

import numpy as np

from tablier.engine.kernels import State
from tablier.games.master_islands import rules

_NUMBERS = Struct(f"{rules.RECORD.itemsize // 4}i")
_PLACES: dict[str, Any] = {name: rules.RECORD.fields[name] for name in rules.RECORD.names or ()}  # type: ignore[index]


class Score(NamedTuple):
    """How far each side has come."""

    mode: int
    players: int
    mission: int
    conquest: int
    corsair_seat: int
    won: tuple[int, ...]
    worth: tuple[int, ...]
    rounds: int


class Table(NamedTuple):
    """The fields of a record that pictures show; those of several numbers in one row."""

    mode: int
    players: int
    mission: int
    raid: int
    conquest: int
    corsair_seat: int
    held: tuple[int, ...]
    left: int
    won: tuple[int, ...]
    worth: tuple[int, ...]
    cards: int
    place: tuple[int, ...]
    """Only those where a card lies; the same of `card`."""
    card: tuple[int, ...]
    galleon: tuple[int, ...]
    """A and B of the first seat, of the second, and so on."""
    seat: int
    phase: int
    laid: int
    moved: int
    rest: int
    picks: int
    steps: int
    rounds: int
    turns: int
    ended: int
    picked: tuple[int, ...]
    gone: int
    fresh: int
    wake: tuple[int, ...]
    spoils: tuple[int, ...]
    taker: int

    @property
    def score(self) -> Score:
        options = self.mode, self.players, self.mission, self.conquest, self.corsair_seat
        return Score(*options, self.won, self.worth, self.rounds)

    def anchorage(self, p: int, galleon: int) -> int:
        """Where a galleon lies."""
        return self.galleon[rules.GALLEONS * p + galleon]

    def kind_at(self, place: int) -> int:
        """Of the card that lies there."""
        return self.card[self.place.index(place)] % rules.SHIP


def _slice(name: str) -> slice:
    dtype, offset = _PLACES[name][:2]
    return slice(offset // 4, (offset + dtype.itemsize) // 4)


def _place(name: str) -> slice | int:
    """Where a field is among the numbers of a record."""
    found = _slice(name)
    return found if _PLACES[name][0].shape else found.start


_FIELDS: Any = itemgetter(*map(_place, Table._fields))
_CARDS, _PLACE, _CARD = map(Table._fields.index, ("cards", "place", "card"))
_HAND, _STOCK = (slice(4 * part.start, 4 * part.stop) for part in map(_slice, ("hand", "stock")))
_BLANK = bytes(rules.RECORD.itemsize)


def known(s: State) -> bytes:
    """What everybody knows: the bytes of a record, blank where its secrets are."""
    record = s.tobytes()
    between, rest = record[_HAND.stop : _STOCK.start], record[_STOCK.stop :]
    return b"".join((record[: _HAND.start], _BLANK[_HAND], between, _BLANK[_STOCK], rest))


def record(known: bytes) -> State:
    """What everybody knows, for the rules to tell what follows from it."""
    return np.frombuffer(known, dtype=rules.RECORD)[0]


@lru_cache(maxsize=256)
def table(known: bytes) -> Table:
    """The same in numbers."""
    found = [*_FIELDS(_NUMBERS.unpack(known))]
    for rows in (_PLACE, _CARD):
        found[rows] = found[rows][: found[_CARDS]]
    return Table._make(found)
