"""How a game ended: by the rules, or before them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tablier.engine.position import Position
from tablier.record import gamefile

Why = Literal["rules", "resigned", "time", "host"]
"""What ends a game: the rules; somebody who gives up; or whose time is over."""


@dataclass(frozen=True)
class End:
    """How a game ended."""

    why: Why
    shares: tuple[Fraction, ...]
    """Each seat's share of the win, which add up to 1."""
    seat: int | None = None
    """Whose doing it was, if it was not the rules'."""


def ending(end: End) -> tuple[str, str]:
    """How a game ended, and its result, as its chain has them."""
    how = end.why if end.seat is None else f"{end.why} {end.seat}"
    return how, gamefile.write_result(end.shares)


def end_by_rules(position: Position) -> End | None:
    """How the rules end the game here; None while it is on."""
    shares = position.shares
    return End("rules", shares) if shares else None
