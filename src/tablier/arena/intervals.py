"""Means with their error bars. Games of one set meet the same chance and are not independent: sets are what counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

Sets = Sequence[Sequence[float]]
"""Of each set, the result of each of its games: a share of the win, from 0 to 1."""

NORMAL = 1.959964
"""So many standard errors on both sides hold 95 %, where they are known well."""

RULE_OF_THREE = 3
"""What has not happened in n trials may still happen, at 95 %, once in n / 3."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and the bounds that hold the truth 19 times out of 20."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """What some sets of games tell about the mean of their results."""

    mean: float
    size: float
    """As many games that are won or lost, independent of each other, would tell as much about it."""
    freedom: int
    """Degrees of freedom: sets but one."""


def evidence(sets: Sets) -> Evidence:
    """The mean result of these games, and how well it is known: by how much the sets differ from each other."""
    games, count = sum(map(len, sets)), len(sets)
    mean = sum(map(sum, sets)) / games
    most = mean * (1 - mean)  # the variance of games that are won or lost
    if most <= 0:
        return Evidence(mean, games, max(1, count - 1))
    squares = sum((sum(results) - len(results) * mean) ** 2 for results in sets)
    variance = squares * count / max(1, count - 1) * count / games**2
    part = min(1.0, max(variance / most, RULE_OF_THREE / count))
    return Evidence(mean, count / part, max(1, count - 1))


def interval(sets: Sets) -> Interval:
    """The mean result of these games with its error bars."""
    return bounds(evidence(sets))


def bounds(found: Evidence) -> Interval:
    """A mean with its error bars: Wilson's interval, for as much evidence as there is."""
    z = quantile(found.freedom)
    shrink = 1 + z * z / found.size
    centre = (found.mean + z * z / (2 * found.size)) / shrink
    half = z / shrink * sqrt(found.mean * (1 - found.mean) / found.size + z * z / (4 * found.size**2))
    return Interval(found.mean, max(0.0, min(found.mean, centre - half)), min(1.0, max(found.mean, centre + half)))


def combined(parts: Sequence[tuple[float, Interval]]) -> Interval:
    """A sum of independent means, each with its weight: how far each bound lies from its mean adds up in squares."""
    mean = sum(weight * part.mean for weight, part in parts)
    below = sqrt(sum((weight * (part.mean - part.low)) ** 2 for weight, part in parts))
    above = sqrt(sum((weight * (part.high - part.mean)) ** 2 for weight, part in parts))
    return Interval(mean, mean - below, mean + above)


def quantile(freedom: float) -> float:
    """How many standard errors hold 95 %, where they are themselves estimated: Student's t (Cornish and Fisher)."""
    z = NORMAL
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
