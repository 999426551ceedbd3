"""What time it is, and how much of it counts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

STANDSTILL = 250
"""Milliseconds without a turn of the event loop; from then on it stands still, and nobody could have been heard."""

LOOK = 0.05
"""Seconds from one look at whether the loop turns to the next."""

MOST_STANDSTILLS = 1000
"""That are remembered, for clocks that are reckoned anew."""

NOTED_STANDSTILLS = 100
"""The longest of those are noted for whoever goes on after this server."""

UNNOTED = 7_000
"""Milliseconds that clocks go on after it was last noted that the server runs: after a crash nobody knows of more."""

Standstill = tuple[int, int]
"""When it was over, by the wall clock, and for how long it was."""


def steady() -> int:
    """Milliseconds of a clock that never jumps, and waits while the server stands still: such time is nobody's."""
    return _turning.now(_monotonic())


def wall() -> int:
    """Milliseconds since 1970, for the record alone."""
    return time.time_ns() // 1_000_000


def noted(at: int) -> None:
    """It was noted that the server ran at this time of the steady clock."""
    _turning.noted(at, _monotonic(), wall())


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


class Turning:
    """Whether the event loop turns, and the store is told so. Times are in milliseconds."""

    def __init__(self) -> None:
        self._last: int | None = None
        """When it was last seen to; None while nobody looks."""
        self._noted: int | None = None
        """What the steady clock showed when it was last noted that it does; None while nobody does."""
        self._stood = 0
        self._standstills: list[Standstill] = []

    def now(self, monotonic: int) -> int:
        """What the steady clock shows: it goes on only for a moment without a turn of the loop, or a note."""
        turning, noted = self._turning(monotonic), self._noted
        return turning if noted is None or turning <= noted + UNNOTED else noted + UNNOTED

    def _turning(self, monotonic: int) -> int:
        last = self._last
        return (monotonic if last is None or monotonic <= last + STANDSTILL else last + STANDSTILL) - self._stood

    def turned(self, monotonic: int, wall: int) -> None:
        """The loop turns."""
        if self._last is not None:
            self._stand(monotonic - self._last - STANDSTILL, wall)
        self._last = monotonic

    def noted(self, at: int, monotonic: int, wall: int) -> None:
        """The store knows that it turned when the steady clock showed this."""
        self._stand(self._turning(monotonic) - self.now(monotonic), wall)
        self._noted = at

    def _stand(self, lost: int, wall: int) -> None:
        if lost > 0:
            self._stood += lost
            self._standstills = [*self._standstills[1 - MOST_STANDSTILLS :], (wall, lost)]

    def rest(self) -> None:
        """Nobody looks any more."""
        self._last = self._noted = None

    def standstills(self, monotonic: int, wall: int) -> list[Standstill]:
        """Those that are over, and the one that is on since nothing can be noted."""
        lost = self._turning(monotonic) - self.now(monotonic)
        return [*self._standstills, (wall, lost)] if lost > 0 else self._standstills


def _stood_since(standstills: Iterable[Standstill], at: int) -> int:
    """How much of these there was since a time of the wall clock."""
    return sum(min(lost, over - at) for over, lost in standstills if over > at)


_turning = Turning()


async def watch() -> None:
    """See that the event loop turns, for as long as this runs."""
    try:
        while True:
            _turning.turned(_monotonic(), wall())
            await asyncio.sleep(LOOK)
    finally:
        _turning.rest()


class Uptime:
    """While somebody looks after a table: only then does thinking take anybody's time."""

    def __init__(self, before: int = 0, stood: Iterable[Standstill] = ()) -> None:
        self.began, self._began_wall = steady(), wall()
        self.follow(before, stood)

    def follow(self, before: int, stood: Iterable[Standstill]) -> None:
        """It was last known to run at this time, before, and to have stood still so often until then."""
        self.before, self._stood = before, [*stood]

    def since(self, at: int) -> int:
        """How much of it there was since a time of the wall clock, even if that clock has been set meanwhile."""
        running = steady() - self.began
        if at < self._began_wall:
            return max(0, self.before - at - _stood_since(self._stood, at)) + running
        stood = _stood_since(_turning.standstills(_monotonic(), wall()), at)
        return min(max(0, wall() - at - stood), running)

    def standstills(self) -> list[Standstill]:
        """When nobody's time was taken, for whoever goes on after us: the longest, and that nobody was there before."""
        away = [(self._began_wall, self._began_wall - self.before)] if 0 < self.before < self._began_wall else []
        now = [one for one in _turning.standstills(_monotonic(), wall()) if one[0] > self._began_wall]
        longest = sorted([*self._stood, *away, *now], key=lambda one: one[1])[-NOTED_STANDSTILLS:]
        return sorted(longest)
