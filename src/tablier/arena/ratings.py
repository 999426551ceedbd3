"""Ratings of two-player games: Bradley and Terry's model by maximum likelihood, on the scale of Elo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tablier.arena.intervals import Interval, Sets, evidence, quantile
from tablier.engine.kernels import Buffer

ELO = 400 / np.log(10)
"""Points of Elo for one of the logistic scale: 400 points are 10 to 1."""

VIRTUAL_DRAWS = 1
"""Added to each pairing, so that one who has won every game has a rating all the same."""

STEPS = 100
LONGEST_STEP = 2.0
"""Of the search for the maximum, which takes a few steps only; on the logistic scale."""


class Pairing(NamedTuple):
    """What two players, by their numbers, have done against each other."""

    one: int
    other: int
    sets: Sets
    """The first one's results; a draw is a half."""


def ratings(count: int, pairings: Sequence[Pairing]) -> list[Interval]:
    """The rating of each of so many players, with error bars; the mean of those who have met is 0.

    The error bars come from the model's information matrix, where each pairing's variance is that between its sets.
    """
    strengths = _strengths(count, pairings)
    information, spread = np.zeros((count, count)), np.zeros((count, count))
    for pairing in pairings:
        games, found = sum(map(len, pairing.sets)), evidence(pairing.sets)
        binomial = _variance(strengths, pairing)
        direction = _direction(count, pairing)
        information += (games + VIRTUAL_DRAWS) * binomial * np.outer(direction, direction)
        spread += games**2 * binomial / found.size * np.outer(direction, direction)
    inverse = np.linalg.pinv(information, hermitian=True)
    errors = np.sqrt(np.maximum(np.diag(inverse @ spread @ inverse), 0))
    bars = quantile(max(1, sum(len(pairing.sets) - 1 for pairing in pairings))) * errors
    return [
        Interval(float(ELO * r), float(ELO * (r - bar)), float(ELO * (r + bar)))
        for r, bar in zip(strengths, bars, strict=True)
    ]


def _strengths(count: int, pairings: Sequence[Pairing]) -> Buffer:
    """The most likely strengths, on the logistic scale, by Newton's method."""
    strengths = np.zeros(count)
    for _ in range(STEPS):
        slope, information = np.zeros(count), np.zeros((count, count))
        for pairing in pairings:
            games, direction = sum(map(len, pairing.sets)) + VIRTUAL_DRAWS, _direction(count, pairing)
            won = sum(map(sum, pairing.sets)) + VIRTUAL_DRAWS / 2
            slope += (won - games * _expected(strengths, pairing)) * direction
            information += games * _variance(strengths, pairing) * np.outer(direction, direction)
        step = np.linalg.pinv(information, hermitian=True) @ slope
        length = np.abs(step).max(initial=0)
        strengths += step * min(1, LONGEST_STEP / max(length, LONGEST_STEP))
        if length < 1e-9:
            break
    return strengths


def _expected(strengths: Buffer, pairing: Pairing) -> float:
    """What the first one is expected to score in a game."""
    return float(1 / (1 + np.exp(strengths[pairing.other] - strengths[pairing.one])))


def _variance(strengths: Buffer, pairing: Pairing) -> float:
    expected = _expected(strengths, pairing)
    return expected * (1 - expected)


def _direction(count: int, pairing: Pairing) -> Buffer:
    direction = np.zeros(count)
    direction[pairing.one], direction[pairing.other] = 1, -1
    return direction
