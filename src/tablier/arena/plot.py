"""A picture of what a contest has shown: a dot for each bot, with its error bar. It is drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from tablier.arena.summary import Summary
from tablier.language import DEFAULT, Catalogue, language

FORMS = (".svg", ".png")
"""What the name of a picture may end with."""

WIDTH, ROW, MARGINS = 7.2, 0.46, 1.3
"""Inches: across; down for each bot, and for what is above and below them."""

INK, DOT, GRID = "#1f2328", "#1f5f99", "#dde1e6"
STYLE: dict[Any, Any] = {
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.edgecolor": GRID,
    "svg.hashsalt": "tablier",  # the same picture, byte for byte, of the same figures
}

WORDS = Catalogue(files(__package__))


class Bar(NamedTuple):
    """One bot's line."""

    bot: str
    mean: float
    low: float
    high: float
    label: str


def available() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def save(summary: Summary, path: str | Path, title: str, lang: str = DEFAULT) -> None:
    """Draw the ratings where two play, the shares where more do."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    is_rated = any(standing.rating for standing in summary.standings)
    bars = _ratings(summary) if is_rated else _shares(summary, lang)
    with rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, ROW * len(bars) + MARGINS), layout="constrained")
        axes = figure.subplots()
        _draw_bars(axes, bars)
        if not is_rated:
            axes.set_xlim(left=0)
            if summary.fair:
                _draw_fair(axes, 100 * summary.fair, lang)
        axes.set_title(title, loc="left", fontsize=12, fontweight="bold", pad=18)
        axes.set_xlabel(WORDS["plot.rating" if is_rated else "plot.share"][lang], labelpad=8)
        figure.savefig(path, dpi=160, metadata={"Date": None} if str(path).endswith(".svg") else None)


def _ratings(summary: Summary) -> list[Bar]:
    rated = [(one.bot, one.rating) for one in summary.standings if one.rating]
    return [Bar(bot, r.mean, r.low, r.high, f"{r.mean:+.0f}".replace("-", "\u2212")) for bot, r in rated]


def _shares(summary: Summary, lang: str) -> list[Bar]:
    return [
        _share(one.bot, 100 * one.share.mean, 100 * one.share.low, 100 * one.share.high, lang)
        for one in summary.standings
    ]


def _share(bot: str, mean: float, low: float, high: float, lang: str) -> Bar:
    return Bar(bot, mean, low, high, language(lang).number(mean, 1))


def _draw_bars(axes: Any, bars: Sequence[Bar]) -> None:
    """The best on top."""
    for row, bar in enumerate(bars):
        axes.errorbar(
            bar.mean, row, xerr=[[bar.mean - bar.low], [bar.high - bar.mean]],
            fmt="o", color=DOT, markersize=6, elinewidth=1.8, capsize=4, capthick=1.8, zorder=3,
        )  # fmt: skip
        axes.annotate(
            bar.label, (bar.mean, row), (0, 7), textcoords="offset points", ha="center", fontsize=9,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )  # fmt: skip
    axes.set_yticks(range(len(bars)), [bar.bot for bar in bars])
    axes.set_ylim(len(bars) - 0.5, -0.7)
    axes.margins(x=0.08)
    axes.grid(axis="x", color=GRID, zorder=0)
    axes.tick_params(length=0, pad=6)
    axes.spines[["left", "right", "top"]].set_visible(False)


def _draw_fair(axes: Any, share: float, lang: str) -> None:
    """What everybody would have if all were alike."""
    axes.axvline(share, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    axes.annotate(
        WORDS["plot.fair"][lang], (share, 1), (0, 3), fontsize=9, ha="center",
        xycoords=("data", "axes fraction"), textcoords="offset points",
    )  # fmt: skip
