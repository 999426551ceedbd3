"""Whose turn it is, among those who ask for much and those who ask for little."""

from __future__ import annotations

from collections.abc import Collection, Hashable

FORGETTING = 1000
"""So many who are remembered are looked through, for those who have no more than a newcomer to wait for."""


class Fair:
    """Places in a queue: start-time fair queueing (Goyal, Vin and Cheng, 1996).

    Who asks for the first time comes at once, after what is being done; who asks for much is placed after all that they
    have asked for already, and so between the others. Where several ask together the one counts who waits longest, and
    where it is for any of several, the one who waits least.

    >>> fair = Fair()
    >>> [fair.place("Ann") for _ in range(3)], fair.place("Bob")
    ([0.0, 1.0, 2.0], 0.0)
    >>> fair.served(2.0)
    >>> fair.place("Cat")
    2.0
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._next: dict[Hashable, float] = {}

    def place(self, *who: Hashable, any_of: Collection[Hashable] = (), cost: float = 1.0) -> float:
        """The place of something that costs so much."""
        who += (min(any_of, key=self._due),) if any_of else ()
        place = max(self._now, *map(self._due, who)) if who else self._now
        for one in who:
            self._next[one] = place + cost
        return place

    def _due(self, who: Hashable) -> float:
        return self._next.get(who, 0.0)

    def served(self, place: float) -> None:
        """What was at this place is being done."""
        self._now = max(self._now, place)
        if len(self._next) > FORGETTING:
            self._next = {who: next for who, next in self._next.items() if next > self._now}
