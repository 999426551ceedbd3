"""Master Citadel once more, as plainly as it can be said, and as conditions rather than steps.

Written from the rules page, not from `rules.py`, to hold that one to it. Directions are steps (east, north) here, not
numbers: opposite steps add up to nothing, and two steps are at 45 or 135 degrees exactly when one is straight and the
other diagonal. Many rounds are told at once: arrays have a row for each seat and a column for each round.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

STEPS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
SEATS = ("north", "east", "south", "west")


class Told(NamedTuple):
    """What happened in each round."""

    step: Array
    """Of the pawn: (2, rounds)."""
    moved: Array
    """The players who moved it: (4, rounds), as all that follow."""
    cancelled: Array
    """Those whose order was cancelled by another."""
    fined: Array
    """Those who lose a point, in a round that is cancelled."""
    tied: Array
    """Those whose order was among the strongest of a round that nobody won."""


def tell(numbers: Array, steps: Array, variant: str) -> Told:
    """What becomes of rounds of orders: numbers (4, rounds) and steps (2, 4, rounds)."""
    equal = numbers[:, None] == numbers
    allied = equal & (steps[0, :, None] == steps[0]) & (steps[1, :, None] == steps[1])  # MC-6
    against = (steps[0, :, None] == -steps[0]) & (steps[1, :, None] == -steps[1])
    strength = numbers * allied.sum(axis=0)
    first = np.array([~allied[seat, :seat].any(axis=0) for seat in range(4)])  # one author stands for a coalition
    cancelled = np.zeros(numbers.shape, dtype=bool)
    if variant == "open":
        coalition = allied.sum(axis=0) > 1
        cancelled = (numbers > 0) & (equal & against & (coalition[:, None] | coalition)).any(axis=0)  # MC-17
        for _ in range(2):  # MC-18, in turn; a third pair would take more than four players
            top, count, total = strongest(strength, first, steps, (numbers > 0) & ~cancelled)
            cancelled |= top & (count == 2) & (total == 0).all(axis=0)
    top, count, total = strongest(strength, first, steps, (numbers > 0) & ~cancelled)
    diagonal = (steps != 0).all(axis=0)
    mixed = (top & diagonal).any(axis=0) & (top & ~diagonal).any(axis=0)
    agree = count == 1 if variant == "basic" else (count == 1) | ((count == 2) & ~mixed)  # MC-8; MC-19, MC-20, MC-22
    void = (count > 0) & ~agree & (variant == "open")  # MC-20, MC-21
    return Told(
        step=np.sign(total) * agree, moved=top & agree, cancelled=cancelled, fined=top & void, tied=top & ~agree & ~void
    )


def strongest(strength: Array, first: Array, steps: Array, left: Array) -> tuple[Array, Array, Array]:
    """Of the orders that are left: the authors of the strongest, how many these are, and the sum of their steps."""
    top = left & (strength == (strength * left).max(axis=0))
    one_each = top & first
    return top, one_each.sum(axis=0), (steps * one_each).sum(axis=1)


def costs(numbers: Array, told: Told, payment: str, ties: str = "usual") -> Array:
    """MC-9, MC-23: what each player pays."""
    void = told.fined.any(axis=0)
    as_usual = numbers * (told.moved if payment == "winners" else ~(told.cancelled | void))
    if ties == "free":
        as_usual = as_usual * ~told.tied.any(axis=0)
    if ties == "paid":
        others = numbers if payment == "all" else numbers * told.moved
        as_usual = np.where(told.tied | told.cancelled | told.fined, numbers, others)
    return as_usual + told.fined


@dataclass
class Table:
    """A game going on."""

    size: int = 5
    line: str = "beyond"
    capital: int = 100
    payment: str = "all"
    ties: str = "usual"
    max_rounds: int = 100
    variant: str = "basic"
    lead: str = "phase"
    square: tuple[int, int] = (0, 0)
    points: list[int] = field(default_factory=list)
    rounds: int = 0
    idle: int = 0
    winners: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.points = [self.capital] * 4

    @property
    def leader(self) -> str:
        """MC-12: of the discussion; every round, the role passes on three times, or once."""
        order = ("north", "west", "south", "east") if self.lead == "phase" else SEATS
        return order[self.rounds % 4]

    def legal(self, seat: str) -> set[str]:
        most = self.points[SEATS.index(seat)]
        return {f"{number} {way}" for number in range(most + 1) for way in STEPS}  # MC-4

    def play(self, orders: dict[str, str]) -> None:
        """A round, with an order for each seat."""
        written = [orders[seat].split() for seat in SEATS]
        numbers = np.array([[int(number)] for number, _ in written])
        told = tell(numbers, np.array([STEPS[way] for _, way in written]).T[:, :, None], self.variant)
        lost = costs(numbers, told, self.payment, self.ties)[:, 0]
        self.points = [max(0, int(left)) for left in np.array(self.points) - lost]
        self.square = (self.square[0] + int(told.step[0, 0]), self.square[1] + int(told.step[1, 0]))
        self.rounds += 1
        self.idle = self.idle + 1 if not numbers.any() else 0
        self.end()

    def end(self) -> None:
        """MC-2, MC-10."""
        east, north = self.square
        far = self.size // 2 + (self.line == "beyond")
        reached = {"north": north, "east": east, "south": -north, "west": -east}
        self.winners = tuple(seat for seat in SEATS if reached[seat] == far)
        if not self.winners and (not any(self.points) or self.idle == 3 or self.rounds == self.max_rounds):
            self.winners = SEATS
