"""A part of work that is divided between machines which need not know of each other."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST = 10_000


class Shard(NamedTuple):
    """One of so many parts, from 1.

    >>> Shard.read("2/3")
    Shard(number=2, of=3)
    >>> [unit for unit in range(8) if Shard(2, 3).has(unit)]
    [1, 4, 7]
    """

    number: int
    of: int

    @classmethod
    def read(cls, text: str) -> Shard:
        """From how it is written; raises ValueError."""
        if not (found := re.fullmatch(r"([1-9]\d{0,5})/([1-9]\d{0,5})", text)):
            raise ValueError(f"a part is written as 2/4, not {text!r}")
        shard = cls(*map(int, found.groups()))
        if not shard.number <= shard.of <= MOST:
            raise ValueError(f"there is no part {text}")
        return shard

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def has(self, unit: int) -> bool:
        """Whether it has the unit of this number, from 0. Units are dealt out in turn."""
        return unit % self.of == self.number - 1
