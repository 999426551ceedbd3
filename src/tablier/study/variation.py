"""The figures by which variants are compared, and whether one differs from another by more than chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt

from tablier.arena.intervals import Interval
from tablier.study.findings import Variant

COMPARED = ("draw", "matters", "changes", "comeback")
"""Besides the first seat's share, the length, and what strength is worth."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a variant."""

    name: str
    key: str
    """Of its words, in the table `options`."""
    found: Interval
    is_share: bool = True
    values: Mapping[str, str] = field(default_factory=dict)
    """What the words are filled in with."""

    def differs(self, other: Figure) -> int:
        """1 or -1 where it is higher or lower than the other by more than the error bars of both; otherwise 0."""
        one, two = self.found, other.found
        up = one.mean > two.mean
        mine, theirs = (one.mean - one.low, two.high - two.mean) if up else (one.high - one.mean, two.mean - two.low)
        if abs(one.mean - two.mean) <= sqrt(mine**2 + theirs**2):
            return 0
        return 1 if up else -1


def figures_of(variant: Variant) -> list[Figure]:
    """What is compared of a variant."""
    seat = variant.seats[0]
    found = [Figure(f"share.{seat}", "share", variant.figures[f"share.{seat}"], values={"seat": seat})]
    found += [Figure(name, name, variant.medians[name], is_share=False) for name in ("decisions", "turns")]
    found += [
        Figure(name, name, variant.figures[name], is_share=name != "changes")
        for name in COMPARED
        if name in variant.figures
    ]
    for met in variant.meetings[:1]:
        found.append(Figure("won", "won", met.won, values={"one": met.one, "other": met.other}))
    return found
