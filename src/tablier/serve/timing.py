"""What time it is, and how much of it counts."""

from __future__ import annotations

import time


def steady() -> int:
    """Milliseconds of a clock that never jumps."""
    return time.monotonic_ns() // 1_000_000


def wall() -> int:
    """Milliseconds since 1970, for the record alone."""
    return time.time_ns() // 1_000_000


class Uptime:
    """While the server runs: only then does thinking take anybody's time."""

    def __init__(self) -> None:
        self.before = 0
        """When it was last known to run, before this time."""
        self.began, self._began_wall = steady(), wall()

    def since(self, at: int) -> int:
        """How much of it there was since a time of the wall clock, even if that clock has been set meanwhile."""
        running = steady() - self.began
        if at < self._began_wall:
            return max(0, self.before - at) + running
        return min(max(0, wall() - at), running)
