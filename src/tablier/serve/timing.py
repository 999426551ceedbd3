"""What time it is."""

from __future__ import annotations

import time


def steady() -> int:
    """Milliseconds of a clock that never jumps."""
    return time.monotonic_ns() // 1_000_000


def wall() -> int:
    """Milliseconds since 1970, for the record alone."""
    return time.time_ns() // 1_000_000
