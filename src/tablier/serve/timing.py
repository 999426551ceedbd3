"""What time it is, and how much of it counts."""

from __future__ import annotations

import asyncio
import time

STANDSTILL = 250
"""Milliseconds without a turn of the event loop; from then on it stands still, and nobody could have been heard."""

LOOK = 0.05
"""Seconds from one look at whether the loop turns to the next."""

MOST_STANDSTILLS = 1000
"""That are remembered, for clocks that are reckoned anew."""


def steady() -> int:
    """Milliseconds of a clock that never jumps, and waits while the server stands still: such time is nobody's."""
    return _turning.now(_monotonic())


def wall() -> int:
    """Milliseconds since 1970, for the record alone."""
    return time.time_ns() // 1_000_000


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


class Turning:
    """Whether the event loop turns. Times are in milliseconds."""

    def __init__(self) -> None:
        self._last: int | None = None
        """When it was last seen to; None while nobody looks."""
        self._stood = 0
        self._standstills: list[tuple[int, int]] = []
        """When each was over, by the wall clock, and for how long it was."""

    def now(self, monotonic: int) -> int:
        """What the steady clock shows: it goes on only for a moment without a turn of the loop."""
        return (monotonic if self._last is None else min(monotonic, self._last + STANDSTILL)) - self._stood

    def turned(self, monotonic: int, wall: int) -> None:
        """The loop turns."""
        if self._last is not None and (lost := monotonic - self._last - STANDSTILL) > 0:
            self._stood += lost
            self._standstills = [*self._standstills[1 - MOST_STANDSTILLS :], (wall, lost)]
        self._last = monotonic

    def rest(self) -> None:
        """Nobody looks any more."""
        self._last = None

    def stood_since(self, wall: int) -> int:
        """For how long it stood still, since a time of the wall clock."""
        return sum(lost for over, lost in self._standstills if over > wall)


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

    def __init__(self, before: int = 0) -> None:
        self.before = before
        """When it was last known to run, before this time."""
        self.began, self._began_wall = steady(), wall()

    def since(self, at: int) -> int:
        """How much of it there was since a time of the wall clock, even if that clock has been set meanwhile."""
        running = steady() - self.began
        if at < self._began_wall:
            return max(0, self.before - at) + running
        return min(max(0, wall() - at - _turning.stood_since(at)), running)
