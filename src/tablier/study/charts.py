"""Pictures of figures, as SVG that stands in a page: it grows and shrinks with it, and takes the page's colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, gcd
from typing import NamedTuple

from tablier.arena.intervals import Interval

BARS = 36
"""Bars of a histogram, at most."""

TAIL = 0.98
"""Games that a histogram shows one by one; the longest are in its last bar."""

HEIGHT = 120
"""Of a histogram or a curve, in pixels."""


class Axis(NamedTuple):
    """From and to where a picture goes."""

    low: float
    high: float

    @staticmethod
    def around(values: Sequence[float], least: float = 0.02) -> Axis:
        """One that holds all of these, with some air."""
        low, high = min(values), max(values)
        air = max(least, high - low) * 0.12
        return Axis(low - air, high + air)

    def at(self, value: float) -> str:
        """Where a value stands, from the left."""
        part = (value - self.low) / (self.high - self.low or 1)
        return f"{100 * min(1.0, max(0.0, part)):.2f}%"


def strip(found: Interval, axis: Axis, reference: float | None = None, kind: str = "") -> str:
    """A dot with its error bar, and perhaps a line to compare it with."""
    line = (
        ""
        if reference is None
        else f'<line class="fair" x1="{axis.at(reference)}" x2="{axis.at(reference)}" y1="0" y2="100%"/>'
    )
    return (
        f'<svg class="strip {kind}" aria-hidden="true"><line class="ground" x1="0" x2="100%" y1="50%" y2="50%"/>{line}'
        f'<line class="range" x1="{axis.at(found.low)}" x2="{axis.at(found.high)}" y1="50%" y2="50%"/>'
        f'<circle cx="{axis.at(found.mean)}" cy="50%" r="5"/></svg>'
    )


def bar(found: Interval, most: float) -> str:
    """A bar from the left, with its error bar."""
    axis = Axis(0, most)
    return (
        '<svg class="strip strip--bar" aria-hidden="true">'
        f'<rect x="0" y="4" height="14" rx="4" width="{axis.at(found.mean)}"/>'
        f'<line class="whisker" x1="{axis.at(found.low)}" x2="{axis.at(found.high)}" y1="11" y2="11"/></svg>'
    )


def stack(parts: Sequence[tuple[str, float, str]]) -> str:
    """Parts of a whole side by side: what each is called, how large it is, and what is written in it."""
    cells = "".join(
        f'<span class="part part--{i}" style="flex:{part:.5f} 1 0"><b>{escape(text) if part >= 0.07 else ""}</b></span>'
        for i, (_, part, text) in enumerate(parts)
        if part > 0
    )
    legend = "".join(
        f'<li><i class="part--{i}"></i>{escape(name)} <b>{escape(text)}</b></li>'
        for i, (name, _, text) in enumerate(parts)
    )
    return f'<div class="stack-bar" aria-hidden="true">{cells}</div><ul class="legend">{legend}</ul>'


def histogram(counts: Mapping[int, int], middle: Interval, more: str) -> str:
    """How many games had so many; `more` is written under the last bar if it holds all the rest."""
    heights, width, first, is_cut = _bars(counts)
    top = max(heights)
    step = 100 / len(heights)
    rects = "".join(
        f'<rect x="{i * step + step * 0.08:.2f}%" width="{step * 0.84:.2f}%" '
        f'y="{HEIGHT - HEIGHT * height / top:.1f}" height="{HEIGHT * height / top:.1f}" rx="2"/>'
        for i, height in enumerate(heights)
    )
    axis = Axis(first, first + width * len(heights))
    at = axis.at(middle.mean + 0.5)
    line = f'<line class="median" x1="{at}" x2="{at}" y1="0" y2="{HEIGHT}"/>'
    ends = f"<span>{first}</span><span>{escape(more) if is_cut else max(counts)}</span>"
    return (
        f'<svg class="histogram" height="{HEIGHT}" aria-hidden="true">{rects}{line}</svg><div class="ends">{ends}</div>'
    )


def cut_of(counts: Mapping[int, int]) -> int | None:
    """From which value on the last bar of a histogram holds all the rest; None where it does not."""
    heights, width, first, is_cut = _bars(counts)
    return first + width * (len(heights) - 1) if is_cut else None


def _bars(counts: Mapping[int, int]) -> tuple[list[int], int, int, bool]:
    """The heights of the bars, how many values each holds, where they begin, and whether the last holds the rest."""
    first, total, reached, most = min(counts), sum(counts.values()), 0, min(counts)
    for most in sorted(counts):
        reached += counts[most]
        if reached >= TAIL * total:
            break
    stride = gcd(*(value - first for value in counts)) or 1  # in fours, where four act in each round: no bar is empty
    width = stride * ceil((most - first + 1) / (stride * BARS))
    number = max(1, ceil((most - first + 1) / width))
    is_cut = max(counts) >= first + width * number
    heights = [0] * (number + is_cut)
    for value, count in counts.items():
        heights[min((value - first) // width, len(heights) - 1)] += count
    return heights, width, first, is_cut


def curve(points: Sequence[tuple[float, Interval]], low: str, high: str, fair: float) -> str:
    """A line through these, each at its part of the way, with its error bars as a band; from nothing to all."""
    line = " ".join(f"{100 * x:.2f},{100 - 100 * found.mean:.2f}" for x, found in points)
    above = [f"{100 * x:.2f},{100 - 100 * found.high:.2f}" for x, found in points]
    below = [f"{100 * x:.2f},{100 - 100 * found.low:.2f}" for x, found in reversed(points)]
    level = f"{100 - 100 * fair:.2f}"
    return (
        f'<div class="curve"><div class="scale"><span>{escape(high)}</span><span>{escape(low)}</span></div>'
        f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">'
        f'<line class="fair" x1="0" x2="100" y1="{level}" y2="{level}"/>'
        f'<polygon points="{" ".join([*above, *below])}"/><polyline points="{line}"/></svg></div>'
    )


def calibration(points: Sequence[tuple[Interval, Interval]]) -> str:
    """What was expected, across, and what came of it, upwards; on the diagonal they are the same."""
    dots = "".join(
        f'<line class="range" x1="{100 * said.mean:.2f}%" x2="{100 * said.mean:.2f}%" '
        f'y1="{100 - 100 * came.high:.2f}%" y2="{100 - 100 * came.low:.2f}%"/>'
        f'<circle cx="{100 * said.mean:.2f}%" cy="{100 - 100 * came.mean:.2f}%" r="4"/>'
        for said, came in points
    )
    diagonal = '<line class="fair" x1="0" x2="100%" y1="100%" y2="0"/>'
    return f'<svg class="calibration" aria-hidden="true">{diagonal}{dots}</svg>'
