"""How a game of Master Citadel stands, in plain numbers: all that everybody knows, and so not the orders being written.

A picture asks for hundreds of numbers, of which NumPy's take ten times as long as plain ones. And it is asked for by
all who look, after every order: what was made of what everybody knows is found again by the bytes of just that.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import NamedTuple

from tablier.engine.kernels import State
from tablier.games.master_citadel import rules

ORDERS: int = rules.RECORD.fields["orders"][1]  # type: ignore[index]  # where they are in a record
_WRITTEN, _KNOWN = Struct(f"{rules.SEATS}i"), Struct(f"{rules.RECORD.itemsize // 4 - rules.SEATS}i")
Four = tuple[int, int, int, int]


class Standing(NamedTuple):
    """The fields of a record, but for its `orders`."""

    size: int
    line: int
    capital: int
    payment: int
    ties: int
    max_rounds: int
    variant: int
    lead: int
    x: int
    y: int
    points: Four
    phase: int
    rounds: int
    idle_rounds: int
    winners: int
    shown: Four
    force: Four
    fate: Four
    paid: Four
    way: int


def parted(s: State) -> tuple[bytes, Four]:
    """What everybody knows, in bytes; and the orders of this round."""
    record = s.tobytes()
    return record[:ORDERS] + record[ORDERS + _WRITTEN.size :], _WRITTEN.unpack_from(record, ORDERS)


@lru_cache(maxsize=512)
def standing(known: bytes) -> Standing:
    """The same in numbers."""
    n = _KNOWN.unpack(known)
    points, shown, force, fate, paid = (n[first : first + rules.SEATS] for first in (10, 18, 22, 26, 30))
    return Standing._make((*n[:10], points, *n[14:18], shown, force, fate, paid, n[34]))
