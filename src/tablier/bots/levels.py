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
    sees_wins: float = 1.0
    """How likely it is to see, whatever it overlooks, a win that its own next actions bring within the turn."""


LEVELS: tuple[Level, ...] = (
    Level(0.44, 1, 0.5, sees_wins=0.0),
    Level(0.50, 12, 0.5, sees_wins=0.5),
    Level(0.59, 40, 0.5),
    Level(0.68, 100, 0.5),
    Level(0.76, 200, 0.5),
    Level(0.85, 400, 1.0),
    Level(0.93, 1000, 1.0),
    Level(1.00, None, 2.0),
)
"""Level 1 first. A beginner overlooks much and takes what looks best of the rest; a master sees all, thinks ahead.

Every level is to win 60 to 75 % against the one below, in each game for two; docs/bots.md says what was found."""
