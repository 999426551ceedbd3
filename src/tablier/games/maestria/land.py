"""Where things are in the picture of Maestria, and the land on which they stand.

A square is two units wide. The board reaches from (0, 0) to (12, 8), with the near seat's camp at the bottom, or to
(8, 12) if it is deep. In a tall picture a wide board is turned by a quarter, so that its long side is upright. A band
below it has what belongs to the turn: points, pawns in hand, dice.

The land is laid of symbols, one for the ground of a square and one for what rises from it, larger than the square and
in several variants: neighbours run into each other, and no two maps look the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from tablier.games.maestria import rules
from tablier.picture.scene import Form, Item, Paint, Shape, path, rect, use

SEATS = ("black", "white")
TERRAINS = ("plain", "forest", "mountain")
"""What each is called, by its number in the rules."""

SQUARE = 2.0
EDGE = 0.5  # of the frame, at the left and below, where columns and rows have their names
RIM = 0.25  # of the frame elsewhere
ROUNDED = 0.2  # its corners

INK, PAPER, WOOD, CREAM = "#1d1c16", "#fffdf7", "#5f4a2e", "#fbf4e2"
GROUNDS = ("#ece2a4", "#b5cf9b", "#cbc6c1")
"""Of each terrain, in a text drawing."""


@dataclass(frozen=True, eq=False)
class Layout:
    """Where things are around a board, as the near seat sees it in a picture of this form.

    `layout` makes each once: it is found by what it is, many times a picture, not by what is the same in it.
    """

    shape: int
    near: int
    form: Form

    @property
    def is_turned(self) -> bool:
        return self.form == "tall" and self.shape == rules.WIDE

    @cached_property
    def board(self) -> tuple[float, float]:
        columns, rows = rules.extent(self.shape)
        return (rows * SQUARE, columns * SQUARE) if self.is_turned else (columns * SQUARE, rows * SQUARE)

    @cached_property
    def is_narrow(self) -> bool:
        """Whether the band below the board has two rows."""
        return self.board[0] < rules.COLUMNS * SQUARE

    @cached_property
    def whole(self) -> tuple[float, float]:
        width, height = self.board
        return width + EDGE + RIM, height + RIM + EDGE + (2.25 if self.is_narrow else 1.25)

    def spot(self, column: int, row: int) -> tuple[float, float]:
        """The middle of the square in this column and row, counted from a1."""
        columns, rows = (n * SQUARE for n in rules.extent(self.shape))
        x, y = (column + 0.5) * SQUARE, (row + 0.5) * SQUARE
        x, y = (x, rows - y) if self.near == rules.WHITE else (columns - x, y)
        return (y, columns - x) if self.is_turned else (x, y)

    def place(self, square: int) -> tuple[float, float]:
        return self._places[square]

    @cached_property
    def _places(self) -> tuple[tuple[float, float], ...]:
        """Of every square: its middle."""
        return tuple(self.spot(*rules.column_and_row(self.shape, square)) for square in range(rules.SQUARES))

    @cached_property
    def depths(self) -> tuple[tuple[range, slice], ...]:
        """The squares of each row of the picture, the far ones first: these, and where they are among all."""
        heights = sorted({y for _, y in self._places})
        rows = ([square for square, (_, y) in enumerate(self._places) if y == height] for height in heights)
        return tuple(_evenly(row) for row in rows)

    def band(self, row: int) -> float:
        """The height of a row of the band, 0 or 1; where it is wide they are the same."""
        return self.board[1] + EDGE + (0.5 + row if self.is_narrow else 0.55)

    def line(self, row: int) -> float:
        """The height of a line below the board, as a text drawing has them."""
        return self.board[1] + EDGE + row / 2


def _evenly(squares: list[int]) -> tuple[range, slice]:
    """Squares that follow one another in steps as large as the first."""
    first, last, step = squares[0], squares[-1], squares[1] - squares[0]
    return range(first, last + 1, step), slice(first, last + 1, step)


@cache
def layout(shape: int, near: int, form: Form) -> Layout:
    return Layout(shape, near, form)


def table(lay: Layout) -> Item:
    """What the board and all that belongs to it lie on."""
    (width, height), x, y = lay.whole, -EDGE, -RIM
    card = rect(-width / 2, -height / 2, width, height, rx=ROUNDED, fill=CREAM)
    return Item("table", x + width / 2, y + height / 2, (card,), ground=CREAM, size=lay.whole)


def frame(lay: Layout) -> Item:
    """Around the board; what of the land would hang over is beneath it."""
    width, height = lay.board
    corner = f"a{ROUNDED} {ROUNDED} 0 0 1"
    outer = f"M{-EDGE} {height + EDGE}V{ROUNDED - RIM}{corner} {ROUNDED} {-ROUNDED}H{width + RIM - ROUNDED}"
    outer += f"{corner} {ROUNDED} {ROUNDED}V{height + EDGE}z"
    edge: dict[str, Paint] = {"fill": "none", "stroke": WOOD, "stroke_width": 0.06}
    shapes = (path(f"{outer}M0 0V{height}H{width}V0z", fill=CREAM), rect(0, 0, width, height, **edge))
    return Item("frame", 0, 0, shapes)


def names(lay: Layout) -> Iterator[tuple[str, str, float, float]]:
    """Of columns and rows: kind, name, and where it stands beside or below the board."""
    columns, rows = rules.extent(lay.shape)
    aside, under = -EDGE / 2, lay.board[1] + EDGE / 2
    for column in range(columns):
        x, y = lay.spot(column, 0)
        yield ("column-", "abcdef"[column], aside, y) if lay.is_turned else ("column-", "abcdef"[column], x, under)
    for row in range(rows):
        x, y = lay.spot(0, row)
        yield ("row-", str(row + 1), x, under) if lay.is_turned else ("row-", str(row + 1), aside, y)


# --- the land ---------------------------------------------------------------------------------------------------------

VARIANTS = (4, 3, 3)
"""Symbols of each terrain; two of each ground."""
LAND = SQUARE + 2 * RIM
"""How wide a symbol of the land is: it reaches beyond its square on every side, as far as the frame does."""


def land(lay: Layout, terrains: tuple[int, ...]) -> tuple[Item, ...]:
    """What is laid there, by the terrain of each square."""
    width, height = lay.board
    spots = sorted(range(rules.SQUARES), key=lambda square: lay.place(square)[::-1])
    ground = [use("meadow", width / 2, height / 2, width, height)]
    ground += [_piece(lay, terrains, square, "ground-", 2) for square in spots if terrains[square] != rules.PLAIN]
    roads, streams = _courses(lay, terrains, rules.PLAIN, ROAD), _courses(lay, terrains, rules.FOREST, STREAM)
    relief = [_piece(lay, terrains, square, "", VARIANTS[terrains[square]]) for square in spots]
    return Item("ground", 0, 0, (*ground, *roads)), Item("relief", 0, 0, (*relief, *streams))


def _piece(lay: Layout, terrains: tuple[int, ...], square: int, kind: str, variants: int) -> Shape:
    """Another variant than its neighbours have, as far as there are enough."""
    column, row = rules.column_and_row(lay.shape, square)
    variant = (column + 2 * row + column // 3) % variants + 1
    return use(f"{TERRAINS[terrains[square]]}-{kind}{variant}", *lay.place(square), LAND, LAND)


STREAM = (("#8ba55f", 0.3, 0.75), ("#4f7f86", 0.14, 1.0), ("#a3cbc9", 0.1, 1.0))
ROAD = (("#8d7a45", 0.11, 0.5), ("#f1e4bc", 0.08, 1.0))
"""From the outside to the inside: colour, width and opacity of their lines."""


def _courses(
    lay: Layout, terrains: tuple[int, ...], terrain: int, lines: tuple[tuple[str, float, float], ...]
) -> Iterator[Shape]:
    """A stream through woods that touch each other, a road through fields: they tie the squares together."""
    drawn = "".join(_course(lay, chain) for chain in _chains(lay, terrains, terrain) if len(chain) > 1)
    for colour, width, opacity in lines if drawn else ():
        paint: dict[str, Paint] = {"stroke": colour, "stroke_width": width, "stroke_opacity": opacity}
        yield path(drawn, fill="none", stroke_linecap="round", stroke_linejoin="round", **paint)


def _chains(lay: Layout, terrains: tuple[int, ...], terrain: int) -> Iterator[list[int]]:
    """Squares of this terrain, each of which touches the next, until there are no more."""
    left = [square for square in range(rules.SQUARES) if terrains[square] == terrain]
    while left:
        chain = [left.pop(0)]
        while near := [square for square in left if rules.WAY[chain[-1], square] != rules.NONE]:
            x, y = lay.place(chain[-1])
            chain.append(min(near, key=lambda square: abs(lay.place(square)[0] - x) + abs(lay.place(square)[1] - y)))
            left.remove(chain[-1])
        yield chain


def _course(lay: Layout, chain: list[int]) -> str:
    """A curve through the middles of these squares, a little to one side and the other, and out at its ends."""
    sway = ((0.25, 0.2), (-0.2, 0.05), (0.1, 0.3))
    points = [(x + sway[i % 3][0], y + sway[i % 3][1]) for i, (x, y) in enumerate(map(lay.place, chain))]
    points = [_way_out(lay, points[0], points[1]), *points, _way_out(lay, points[-1], points[-2])]
    ends = [points[0], *points, points[-1]]
    drawn = f"M{points[0][0]:.2f} {points[0][1]:.2f}"
    for before, here, there, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        first = here[0] + (there[0] - before[0]) / 5, here[1] + (there[1] - before[1]) / 5
        second = there[0] - (after[0] - here[0]) / 5, there[1] - (after[1] - here[1]) / 5
        drawn += "C" + " ".join(f"{x:.2f} {y:.2f}" for x, y in (first, second, there))
    return drawn


def _way_out(lay: Layout, end: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """Beyond the edge of the board, where a course ends beside it; else only a little further."""
    (x, y), (width, height) = end, lay.board
    outs = [
        ((x, -0.05), y), ((x, height + 0.05), height - y), ((-0.05, y), x), ((width + 0.05, y), width - x),
    ]  # fmt: skip
    near = [out for out, away in outs if away < SQUARE]
    if near:
        return max(near, key=lambda out: abs(out[0] - other[0]) + abs(out[1] - other[1]))
    return x + (x - other[0]) / 4, y + (y - other[1]) / 4


def camps(lay: Layout) -> Item:
    """Between the two camps there is a border, and each has a light tint of its own (MA-1)."""
    width, height = lay.board
    tints: list[Shape] = []
    for p, tint, opacity in ((rules.BLACK, "#22304a", 0.1), (rules.WHITE, "#fff7dc", 0.12)):
        squares = [lay.place(square) for square in range(rules.SQUARES) if rules.camp_of(lay.shape, square) == p]
        x, y = min(x for x, _ in squares) - 1, min(y for _, y in squares) - 1
        across, down = (width / 2, height) if lay.is_turned else (width, height / 2)
        tints.append(rect(x, y, across, down, fill=tint, fill_opacity=opacity))
    turn, length = (90, height) if lay.is_turned else (0, width)
    steps = [(i + 0.5) * SQUARE - length / 2 for i in range(int(length / SQUARE))]
    middle = (width / 2, height / 2)
    spots = [(middle[0], middle[1] + step) if turn else (middle[0] + step, middle[1]) for step in steps]
    return Item("border", 0, 0, (*tints, *(use("border", x, y, SQUARE, 0.2, turn=turn) for x, y in spots)))
