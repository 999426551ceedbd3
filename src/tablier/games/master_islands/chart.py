"""The chart of Master Islands: which part of the sea is shown, how large, and where things lie on it.

A unit is a card with the water around it. What stands around the archipelago, such as the hand, is as large as the
picture allows, whatever the archipelago: lengths there are in `spans`, of which a picture is always so many wide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import count

from tablier.games.master_islands import rules
from tablier.games.master_islands.table import Table
from tablier.picture.scene import Form

Room = tuple[float, float, float, float]
"""Left, top, width and height, in spans, from the corner of the picture."""

Ends = tuple[int, int]
"""The first and the last of some columns, or rows."""

SIZE: dict[Form, tuple[float, float]] = {"wide": (8.4, 5.7), "tall": (6, 7.7)}
"""Of the picture, in spans."""
ROOMS: dict[Form, tuple[tuple[Room, tuple[int, int]], ...]] = {
    "wide": (((0.58, 0.1, 5.97, 4.4), (6, 4)), ((0.58, 0.1, 3.84, 5.5), (4, 5))),
    "tall": (((0.05, 0.1, 5.9, 6.1), (5, 6)),),
}
"""Where the archipelago can be, beside and above what stands around it, and how many columns and rows are shown there
in any case. It is where it is largest."""

CARD = 0.84  # the side of a card
RIM: dict[Form, float] = {"wide": 0.25, "tall": 0.48}
"""What is left out of the places at the rim: they are seen, and touched, all the same."""
LEAST: dict[Form, float] = {"wide": 1.0, "tall": 0.9}
"""Units that a span is at least: a text writes into the units of the wide form, which is never nearer."""
SHIP = 0.42
BEND = 0.22  # of the coast between cards

BERTHS = {
    "red": ((-0.18, 0.44), (-0.41, 0.42)),
    "white": ((0.18, -0.44), (0.41, -0.42)),
    "violet": ((-0.41, -0.24), (-0.26, 0.0)),
    "black": ((0.41, 0.26), (0.27, 0.02)),
    "corsair": ((0.41, 0.26), (0.27, 0.02)),
}
"""Where the galleons of each colour lie, from the middle of their card: each colour on a side of its own, and on a half
of it that leaves the other half to the ship that lies opposite, at the next card."""


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """What is shown. `_made` makes each once: it is found by what it is, many times a picture."""

    form: Form
    x: float
    y: float
    span: float

    @property
    def width(self) -> float:
        return SIZE[self.form][0] * self.span

    @property
    def height(self) -> float:
        return SIZE[self.form][1] * self.span

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the picture, given in spans from its corner."""
        return self.x + x * self.span, self.y + y * self.span


def chart(s: Table, form: Form) -> Chart:
    """All cards with the places around them; around the first card, while it can be, so that nothing jumps."""
    return _chart(extent(s), form)


@lru_cache(maxsize=1024)
def _chart(ends: tuple[Ends, Ends], form: Form) -> Chart:
    return min((_fitted(form, ends, *room) for room in ROOMS[form]), key=lambda one: one.span)


def _fitted(form: Form, ends: tuple[Ends, Ends], room: Room, least: tuple[int, int]) -> Chart:
    """A chart that has all of it in this room."""
    (left, width), (top, height) = (_stretched(*two, most, RIM[form]) for two, most in zip(ends, least, strict=True))
    span = max(LEAST[form], width / room[2], height / room[3])
    x = left + width / 2 - (room[0] + room[2] / 2) * span
    y = top + height / 2 - (room[1] + room[3] / 2) * span
    return _made(form, round(x, 3), round(y, 3), round(span, 4))


@lru_cache(maxsize=1024)
def _made(form: Form, x: float, y: float, span: float) -> Chart:
    return Chart(form, x, y, span)


def extent(s: Table) -> tuple[Ends, Ends]:
    """The first and the last column, and row from the top, that a card lies in or could be laid in.

    Those of the last conquest lie there still: one sees them go.
    """
    return _extent((*s.place, *s.picked[: s.gone]) if s.gone else s.place)


@lru_cache(maxsize=1024)
def _extent(places: tuple[int, ...]) -> tuple[Ends, Ends]:
    columns, rows = zip(*map(middle, places or (0,)), strict=True)
    return (min(columns) - 1, max(columns) + 1), (min(rows) - 1, max(rows) + 1)


def _stretched(first: int, last: int, least: int, rim: float) -> tuple[float, float]:
    """Where a stretch of at least so many begins, as near to around 0 as it can be, and how many it is."""
    if last - first + 1 < least:
        first, last = (begin := min(max(-(least // 2), last - least + 1), first)), begin + least - 1
    return first - 0.5 + rim, last - first + 1 - 2 * rim


@cache
def middle(place: int) -> tuple[int, int]:
    return rules.x_of(place), -rules.y_of(place)


@lru_cache(maxsize=1024)
def skeleton(cards: tuple[int, ...]) -> str:
    """A path along every row and column of cards that lie next to each other: the shallows are all that is near it."""
    cells = {middle(place) for place in cards}
    return "".join((*_runs(cells, 1, 0), *_runs(cells, 0, 1)))


def _runs(cells: set[tuple[int, int]], dx: int, dy: int) -> Iterator[str]:
    """Each a little bent, one way or the other, as coasts are."""
    for x, y in sorted(cells):
        if (x - dx, y - dy) in cells:
            continue
        steps = next(n for n in count() if (x + (n + 1) * dx, y + (n + 1) * dy) not in cells)
        across, down, bend = steps * dx, steps * dy, BEND if (x + y) % 2 else -BEND
        if steps:
            yield f"M{x} {y}q{across / 2 + bend * dy:g} {down / 2 + bend * dx:g} {across} {down}"
        elif dx:
            yield f"M{x} {y}h0"
