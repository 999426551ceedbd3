"""How the forces added up in the last round: a note beside the citadel, where a picture has room for it.

Each order is a bar, of as many parts as it had authors; what decided is in their colours, the rest is grey.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tablier.games.master_citadel import rules
from tablier.games.master_citadel.drawing import BOLD, FAINT, INK, IVORY, RUGS, SANS
from tablier.games.master_citadel.standing import Four, Standing
from tablier.games.master_citadel.words import FATES, name_of, names, way_of
from tablier.language import Texts
from tablier.picture.scene import Item, Shape, rect, text, use

X, Y, WIDTH = -4.25, 1.85, 2.06
"""The middle of its upper edge, below the rug to the west."""
LEFT, RIGHT = -0.93, 0.93
HEADING, ROW = 0.34, 0.385
NAMES, BAR, HIGH = 0.6, 0.62, 0.23
"""How wide is what stands before a bar, the longest bar, and how high."""
PAPER, EDGE, GREY = "#fffdf7", "#cdbf9c", "#8b8471"
DECIDES = (rules.MOVED, rules.TIED, rules.FINED)


class Result(NamedTuple):
    """What was written in a round, by seat, and what became of it."""

    shown: Four
    fate: Four


def weighing(s: Standing, said: Texts) -> Item:
    """MC-6 to MC-8, MC-16 to MC-21"""
    return _weighing(Result(s.shown, s.fate), said)


@lru_cache(maxsize=256)
def _weighing(s: Result, said: Texts) -> Item:
    rows = _rows(s)
    most = max((force for _, _, force in rows), default=1)
    height = HEADING + ROW * max(1, len(rows)) + 0.03
    shapes = [
        rect(-WIDTH / 2, 0, WIDTH, height, rx=0.09, fill=PAPER, stroke=EDGE, stroke_width=0.02),
        text(LEFT, 0.19, said["weighing.title"], 0.19, fill=INK, text_anchor="start", **BOLD),
    ]
    for i, (order, authors, force) in enumerate(rows):
        shapes += _row(s, HEADING + ROW * (i + 0.5), order, authors, force / most, said)
    if not rows:
        shapes.append(
            text(LEFT, HEADING + ROW / 2, said["reveal.nothing"], 0.14, fill=FAINT, text_anchor="start", **SANS)
        )
    words = ""
    for order, authors, force in reversed(rows):
        row = _row_words(s, order, authors, force, said)
        words = said("weighing.rows", first=row, rest=words) if words else row
    words = words and said("weighing.told", rows=words)
    return Item("weighing", X, Y, tuple(shapes), words, kind="text")


def _rows(s: Result) -> list[tuple[int, list[int], int]]:
    """Every order that staked anything: it, its authors, and what they add up to; the strongest first."""
    authors: dict[int, list[int]] = {}
    for p, order in enumerate(s.shown):
        if order >> 3:
            authors.setdefault(order, []).append(p)
    found = [(order, who, (order >> 3) * len(who)) for order, who in authors.items()]
    return sorted(found, key=lambda row: (s.fate[row[1][0]] not in DECIDES, -row[2]))


def _row(s: Result, y: float, order: int, authors: list[int], part: float, said: Texts) -> Iterator[Shape]:
    """Names, the bar in its parts, the total, and an arrow."""
    counts = s.fate[authors[0]] in DECIDES
    ink = INK if counts else FAINT
    labels = [name_of(p, said) for p in authors]
    for i, label in enumerate(labels):
        line = y + 0.15 * (i - (len(labels) - 1) / 2)
        yield text(LEFT, line, label, 0.14, fill=RUGS[authors[i]] if counts else ink, text_anchor="start", **SANS)
    width = max(0.14 * len(authors), BAR * part) / len(authors)
    for i, p in enumerate(authors):
        x = LEFT + NAMES + i * width
        yield rect(
            x, y - HIGH / 2, width, HIGH, rx=0.04, fill=RUGS[p] if counts else GREY, stroke=PAPER, stroke_width=0.02
        )
        if width > 0.16:
            yield text(x + width / 2, y, str(order >> 3), 0.14, fill=IVORY, **BOLD)
    yield text(RIGHT - 0.22, y, str((order >> 3) * len(authors)), 0.2, fill=ink, text_anchor="end", **BOLD)
    yield use("arrow", RIGHT - 0.08, y, 0.19, 0.19, turn=45 * (order & 7), color=ink)


def _row_words(s: Result, order: int, authors: list[int], force: int, said: Texts) -> str:
    fate = said[f"fate.{FATES[s.fate[authors[0]]]}"]
    return said("weighing.row", who=names(authors, said), n=force, way=way_of(order & 7, said), fate=fate)
