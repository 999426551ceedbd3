"""What a line of a file says, read strictly: whatever is not exactly what it should be raises ValueError."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from sys import float_info
from typing import Any, TypeVar

T = TypeVar("T")

MOST = 1 << 64
"""The largest number that is plausible for anything that is counted."""


def part(line: object, name: str) -> Any:
    """What a line says under this name."""
    if not isinstance(line, dict) or name not in line:
        raise ValueError(f"{name} is missing")
    return line[name]


def whole(found: object, least: int = 0, most: int = MOST) -> int:
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
        raise ValueError("this is no whole number of the kind")
    return found


def number(found: object, least: float = 0, most: float = MOST) -> float:
    """As it is written: a whole one stays whole, so that it is written again in the same way."""
    if not isinstance(found, int | float) or isinstance(found, bool) or not least <= found <= most:
        raise ValueError("this is no number of the kind")
    return found


def real(found: object) -> float:
    """Any number that is finite."""
    return number(found, -float_info.max, float_info.max)


def text(found: object) -> str:
    if not isinstance(found, str):
        raise ValueError("this is no text")
    return found


def truth(found: object) -> bool:
    if not isinstance(found, bool):
        raise ValueError("this is neither true nor false")
    return found


def several(found: object, read: Callable[[Any], T], count: int | None = None) -> tuple[T, ...]:
    """Each of a list, which may have to be of this length."""
    if not isinstance(found, list) or count not in (None, len(found)):
        raise ValueError("this is no list of the kind")
    return tuple(map(read, found))


def named(found: object, read: Callable[[Any], T]) -> Mapping[str, T]:
    """Each of what has names."""
    if not isinstance(found, dict):
        raise ValueError("this has no names")
    return {name: read(value) for name, value in found.items()}
