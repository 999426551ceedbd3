"""The levels, from a beginner to the best that the machine can do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How well a bot plays."""

    attention: float
    """Of n possible actions it notices n to this power, about; of the others it never thinks."""
    simulations: int | None
    """How often it plays the game on in its head; None: as often as the time allows."""
    seconds: float
    """The longest that it thinks about one action."""


LEVELS: tuple[Level, ...] = (
    Level(0.20, 1, 0.5),
    Level(0.33, 12, 0.5),
    Level(0.46, 40, 0.5),
    Level(0.56, 100, 0.5),
    Level(0.66, 200, 0.5),
    Level(0.79, 400, 1.0),
    Level(0.89, 1000, 1.0),
    Level(1.00, None, 2.0),
)
"""Level 1 first. A beginner overlooks much and takes what looks best of the rest; a master sees all, thinks ahead."""
