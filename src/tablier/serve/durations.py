"""How long something lasts, as a host writes it: `30d`, `12h`, `forever`."""

from __future__ import annotations

import re

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400, "y": 365 * 86_400}
FOREVER = "forever"

LONGEST = 1000 * UNITS["y"]
"""What is longer ends in a year that calendars do not have: dates are written with four digits."""

_DURATION = re.compile(rf"([0-9]{{1,9}})([{''.join(UNITS)}])")


class TooLong(ValueError):
    """It is longer than anything that is written as a number: what is meant is for ever."""


def seconds_of(text: str) -> int | None:
    """Seconds; None: for ever. Raises ValueError.

    >>> seconds_of("30d"), seconds_of("90s"), seconds_of("forever")
    (2592000, 90, None)
    """
    if text == FOREVER:
        return None
    found = _DURATION.fullmatch(text)
    if not found or not int(found[1]):
        raise ValueError(f"{text!r} is no duration; it is like 30d, 12h, 45m, 90s, 2w, 1y or {FOREVER}")
    seconds = int(found[1]) * UNITS[found[2]]
    if seconds > LONGEST:
        raise TooLong(f"{text!r} is longer than {written(LONGEST)}; for ever is written {FOREVER}")
    return seconds


def written(seconds: int | None) -> str:
    """The same, in the largest unit that it is a whole number of.

    >>> written(2592000), written(90), written(None)
    ('30d', '90s', 'forever')
    """
    if seconds is None:
        return FOREVER
    unit = next(unit for unit in ("y", "w", "d", "h", "m", "s") if unit != "w" and seconds % UNITS[unit] == 0)
    return f"{seconds // UNITS[unit]}{unit}"
