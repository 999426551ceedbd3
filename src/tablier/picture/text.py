"""A scene drawn as text: a grid of characters with colours, or plain where there are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from tablier.picture.scene import Item, Scene


@dataclass(slots=True)
class Cell:
    """One character of the drawing."""

    char: str = " "
    colour: str = ""
    ground: str = ""


class TextPicture:
    """A scene as rows of cells, all of one length. As a string it is plain text."""

    def __init__(self, columns: int, rows: int) -> None:
        self.rows = [[Cell() for _ in range(columns)] for _ in range(rows)]

    @property
    def width(self) -> int:
        """Up to the last column in which something can be seen."""
        return max(map(seen_width, self.rows), default=0)

    def __str__(self) -> str:
        return "\n".join("".join(cell.char for cell in row).rstrip() for row in self.rows)


def seen_width(row: Sequence[Cell]) -> int:
    """Up to the last cell of a row that can be seen."""
    return next((i for i in range(len(row), 0, -1) if row[i - 1].char != " " or row[i - 1].ground), 0)


def render(scene: Scene, *, most: int | None = None, grounds: bool = True) -> TextPicture:
    """The drawing of a scene, each unit as large as the scene says.

    Where there is room for so many columns at `most`, what stands beside the board comes below it, and empty columns
    are left out, as far as that is needed; if it is not enough, the drawing is as narrow as it can be.
    """
    across, down = scene.cell
    picture = TextPicture(round(scene.width * across), round(scene.height * down))
    for item in scene.items:
        if grounds:
            _lay_ground(picture, scene, item)
        _write(picture, scene, item)
    if most is not None and picture.width > most and scene.beside is not None:
        _stack(picture, round((scene.beside - scene.x) * across))
    if most is not None and picture.width > most:
        _squeeze(picture, most)
    return picture


def _stack(picture: TextPicture, at: int) -> None:
    """Put the columns from this one on below the others: the rows in which something is written, moved to the left."""
    beside = [row[at:] for row in picture.rows if any(cell.char != " " for cell in row[at:])]
    margin = min((i for row in beside for i, cell in enumerate(row) if cell.char != " "), default=0)
    rows = [*(row[:at] for row in picture.rows), *(row[margin:] for row in beside)]
    columns = max(map(len, rows))
    picture.rows = [row + [Cell() for _ in range(columns - len(row))] for row in rows]


def _squeeze(picture: TextPicture, most: int) -> None:
    """Leave out columns in which nothing stands that did not stand in the one before: everywhere alike, to be even."""
    columns = list(zip(*picture.rows, strict=True))
    repeats = [0] * len(columns)
    for i in range(1, len(columns)):
        repeats[i] = repeats[i - 1] + 1 if _repeats(columns[i], columns[i - 1]) else 0
    for longest in range(max(repeats), -1, -1):
        kept = [column for column, times in zip(columns, repeats, strict=True) if times <= longest]
        picture.rows = [list(row) for row in zip(*kept, strict=True)]
        if picture.width <= most:
            return


def _repeats(column: Sequence[Cell], before: Sequence[Cell]) -> bool:
    return all(
        cell.char == other.char and cell.ground == other.ground and cell.char in EMPTY
        for cell, other in zip(column, before, strict=True)
    )


EMPTY = " ═─"
"""What can be shorter without a loss."""


def _lay_ground(picture: TextPicture, scene: Scene, item: Item) -> None:
    if not item.ground:
        return
    across, down = scene.cell
    left, top = item.x - item.size[0] / 2 - scene.x, item.y - item.size[1] / 2 - scene.y
    for row in picture.rows[_edge(top * down) : _edge((top + item.size[1]) * down)]:
        for cell in row[_edge(left * across) : _edge((left + item.size[0]) * across)]:
            cell.ground = item.ground


def _write(picture: TextPicture, scene: Scene, item: Item) -> None:
    if not item.glyph:
        return
    across, down = scene.cell
    lines = item.glyph.split("\n")
    top = _nearest((item.y - scene.y) * down - len(lines) / 2)
    for row, line in enumerate(lines, start=top):
        left = _nearest((item.x - scene.x) * across - len(line) / 2)
        for column, char in enumerate(line, start=left):
            if 0 <= row < len(picture.rows) and 0 <= column < len(picture.rows[row]):
                cell = picture.rows[row][column]
                cell.char, cell.colour = char, item.colour


def _edge(value: float) -> int:
    """Where a boundary falls between characters; never before the first."""
    return max(0, _nearest(value))


def _nearest(value: float) -> int:
    """The nearest whole number; a half, or what is one but for a hair, goes left or up, for glyphs as for grounds."""
    return ceil(value - 0.51)
