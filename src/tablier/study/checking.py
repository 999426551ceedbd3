"""Whether what a file says of a block of games can have come of those games: all of it is there, and adds up."""

from __future__ import annotations

from math import isclose

from tablier.study.looking import STAKES
from tablier.study.tally import Layout, Tally

WEIGHED = ("matters", "forced", "wide", "stake", *(f"stakes.{i}" for i in range(len(STAKES) + 1)))
"""What is said of every block whose decisions were looked at."""


def is_of_equals(tally: Tally, games: int, watched: int, seats: int) -> bool:
    """Whether so many games of equals came to this, the decisions of so many of them looked at."""
    shares = [f"share.{seat}" for seat in range(seats)]
    plain = (*shares, "draw", "turns", "decisions")
    rest = [name for name in tally.sums if name not in (*plain, "distinct")]
    return (
        tally.layout is None
        and all(name in tally.sums for name in (*plain, "distinct", *(WEIGHED if watched else ())))
        and all(tally.sums[name].n == games for name in plain)
        and all(tally.sums[name].n == watched > 0 for name in rest)
        and isclose(sum(tally.sums[name].x for name in shares), games, rel_tol=1e-6)
        and tally.sums["distinct"].y == games
        and tally.counts.keys() == {"turns", "decisions"}
        and all(counts.total() == games for counts in tally.counts.values())
    )


def is_of_rivals(tally: Tally, dice: int, seatings: int, seats: int) -> bool:
    """Whether two kinds of bots came to this, in so many seatings with so many dice."""
    return (
        tally.sums.keys() == {"alone.one", "alone.other"}
        and all(sums.n == dice for sums in tally.sums.values())
        and not tally.counts
        and tally.layout is not None
        and _is_laid_out(tally.layout, dice, seatings, seats)
    )


def _is_laid_out(layout: Layout, dice: int, seatings: int, seats: int) -> bool:
    return (
        layout.dice == dice
        and layout.seatings.shape == (seatings, seats)
        and layout.squares.shape == layout.sets.shape == (seats,)
        and isclose(float(layout.seatings.sum()), dice * seatings, rel_tol=1e-6)
    )
