"""A tally: what games add up to. Those of two blocks are added; all that a study says is worked out of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import accumulate
from math import ceil, floor, sqrt
from typing import Any

import numpy as np

from tablier.arena.intervals import NORMAL, RULE_OF_THREE, Evidence, Interval, bounds, quantile
from tablier.engine import strict
from tablier.engine.kernels import Buffer


@dataclass(frozen=True, slots=True)
class Sums:
    """Of a quantity x of each game and of what it is a part of, y: enough for their ratio, and how well it is known."""

    n: int
    x: float
    y: float
    xx: float
    xy: float
    yy: float

    @staticmethod
    def of(x: Any, y: Any = None) -> Sums:
        """Of one number for each game; without `y` the ratio is a mean."""
        xs = np.asarray(x, dtype=np.float64)
        ys = np.ones(len(xs)) if y is None else np.asarray(y, dtype=np.float64)
        return Sums(len(xs), *(float(each.sum()) for each in (xs, ys, xs * xs, xs * ys, ys * ys)))

    def __add__(self, other: Sums) -> Sums:
        return Sums(*(mine + theirs for mine, theirs in zip(self.numbers, other.numbers, strict=True)))

    @property
    def numbers(self) -> tuple[Any, ...]:
        return self.n, self.x, self.y, self.xx, self.xy, self.yy

    @property
    def ratio(self) -> float:
        return self.x / self.y if self.y else 0.0

    @property
    def variance(self) -> float:
        """Of the ratio; games are independent, what happens within one is not."""
        if not self.y:
            return 0.0
        squares = self.xx - 2 * self.ratio * self.xy + self.ratio**2 * self.yy
        return max(0.0, squares) * self.n / max(1, self.n - 1) / self.y**2

    def share(self) -> Interval | None:
        """The ratio, which is from 0 to 1, with its error bars; None where there is nothing that it is a part of."""
        if not self.y:
            return None
        mean = min(1.0, max(0.0, self.ratio))
        most = mean * (1 - mean)
        if most <= 0:
            return bounds(Evidence(mean, self.n, max(1, self.n - 1)))
        part = min(1.0, max(self.n * self.variance / most, RULE_OF_THREE / self.n))
        return bounds(Evidence(mean, self.n / part, max(1, self.n - 1)))

    def mean(self) -> Interval | None:
        """The ratio, whatever it is, with its error bars."""
        if not self.y:
            return None
        half = quantile(max(1, self.n - 1)) * sqrt(self.variance)
        return Interval(self.ratio, self.ratio - half, self.ratio + half)


@dataclass(frozen=True, slots=True)
class Layout:
    """Results of the same seatings on the same dice, over and over: what an analysis of variance is made of."""

    dice: int
    """How often: each time with other dice."""
    seatings: Buffer
    """[seatings, seats]: what each seat won, added up."""
    squares: Buffer
    """[seats]: the squares of all that it won, added up."""
    sets: Buffer
    """[seats]: the squares of what it won with the same dice, all seatings together, added up."""

    @staticmethod
    def of(results: Buffer) -> Layout:
        """Of [dice, seatings, seats]."""
        return Layout(
            len(results), results.sum(axis=0), (results**2).sum(axis=(0, 1)), (results.sum(axis=1) ** 2).sum(axis=0)
        )

    def __add__(self, other: Layout) -> Layout:
        return Layout(
            self.dice + other.dice,
            self.seatings + other.seatings,
            self.squares + other.squares,
            self.sets + other.sets,
        )

    def parts(self) -> tuple[float, float, float]:
        """What of the result's variance comes from who plays, from the dice alone, and from how these meet.

        Two factors without repetition, each a random one; the mean over the seats.
        """
        d, g = self.dice, len(self.seatings)
        if d < 2:
            return 0.0, 0.0, 0.0
        of_all = self.seatings.sum(axis=0) ** 2 / (d * g)
        of_players = (self.seatings**2).sum(axis=0) / d - of_all
        of_dice = self.sets / g - of_all
        rest = (self.squares - of_all - of_players - of_dice) / ((d - 1) * (g - 1))
        found = [(of_players / (g - 1) - rest) / d, (of_dice / (d - 1) - rest) / g, rest]
        players, dice, left = (max(0.0, float(part.mean())) for part in found)
        total = players + dice + left
        return (players / total, dice / total, left / total) if total else (0.0, 0.0, 0.0)


@dataclass(slots=True)
class Tally:
    """What some games of one table add up to."""

    sums: dict[str, Sums] = field(default_factory=dict)
    counts: dict[str, Counter[int]] = field(default_factory=dict)
    """How many games had so many of something."""
    layout: Layout | None = None

    def __add__(self, other: Tally) -> Tally:
        layouts = [each for each in (self.layout, other.layout) if each]
        return Tally(
            _added(self.sums, other.sums),
            _added(self.counts, other.counts),
            reduce(Layout.__add__, layouts) if layouts else None,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "sums": {name: sums.numbers for name, sums in self.sums.items()},
            "counts": {name: {str(k): n for k, n in sorted(found.items())} for name, found in self.counts.items()},
            "layout": _written(self.layout) if self.layout else None,
        }

    @staticmethod
    def from_json(told: Mapping[str, Any]) -> Tally:
        """Raises ValueError if it is none."""
        sums, counts, layout = (strict.part(told, name) for name in ("sums", "counts", "layout"))
        return Tally(
            dict(strict.named(sums, _read_sums)),
            dict(strict.named(counts, _read_counts)),
            None if layout is None else _read_layout(layout),
        )


def _read_sums(told: object) -> Sums:
    n, *numbers = strict.several(told, strict.real, 6)
    return Sums(strict.whole(n), *numbers)


def _read_counts(told: object) -> Counter[int]:
    return Counter({int(of): number for of, number in strict.named(told, strict.whole).items()})


def _read_layout(told: object) -> Layout:
    dice, seatings, squares, sets = (strict.part(told, name) for name in ("dice", *LAID_OUT))
    rows = strict.several(seatings, lambda row: strict.several(row, strict.real))
    return Layout(
        strict.whole(dice), np.array(rows), *(np.array(strict.several(each, strict.real)) for each in (squares, sets))
    )


LAID_OUT = ("seatings", "squares", "sets")


def _written(layout: Layout) -> dict[str, Any]:
    return {"dice": layout.dice, **{name: getattr(layout, name).tolist() for name in LAID_OUT}}


def _added(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: one[name] + other[name] if name in one and name in other else one.get(name, other.get(name))
        for name in dict.fromkeys((*one, *other))
    }


def total(tallies: Iterable[Tally]) -> Tally:
    """All of them together, added in this order."""
    return reduce(Tally.__add__, tallies, Tally())


# --- what they tell ---------------------------------------------------------------------------------------------------


def median(found: Counter[int]) -> Interval:
    """The median, and two of what was found as its bounds: how many are below the true one, the binomial tells."""
    values = sorted(found)
    reached = list(accumulate(found[value] for value in values))
    n = reached[-1]

    def at(rank: int) -> int:
        return next(value for value, upto in zip(values, reached, strict=True) if upto > rank)

    spread = NORMAL * sqrt(n) / 2
    low, high = max(0, floor(n / 2 - spread)), min(n - 1, ceil(n / 2 + spread))
    return Interval((at((n - 1) // 2) + at(n // 2)) / 2, at(low), at(high))


def parts_of_luck(blocks: list[Layout]) -> tuple[Interval, Interval, Interval] | None:
    """The parts of the result's variance with error bars, by leaving out one block of games after the other."""
    if not blocks:
        return None
    whole = reduce(Layout.__add__, blocks).parts()
    without = [reduce(Layout.__add__, blocks[:i] + blocks[i + 1 :]).parts() for i in range(len(blocks)) if blocks[1:]]
    n = len(without)
    found = []
    for i, part in enumerate(whole):
        half = 1.0
        if n > 1:
            mean = sum(parts[i] for parts in without) / n
            error = sqrt((n - 1) / n * sum((parts[i] - mean) ** 2 for parts in without))
            half = quantile(n - 1) * error
        found.append(Interval(part, max(0.0, part - half), min(1.0, part + half)))
    return found[0], found[1], found[2]
