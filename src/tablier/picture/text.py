"""A scene drawn as text: a grid of characters with colours, or plain where there are none."""

from __future__ import annotations

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
    """A scene as rows of cells. As a string it is plain text."""

    def __init__(self, columns: int, rows: int) -> None:
        self.rows = [[Cell() for _ in range(columns)] for _ in range(rows)]

    def __str__(self) -> str:
        return "\n".join("".join(cell.char for cell in row).rstrip() for row in self.rows)


def render(scene: Scene) -> TextPicture:
    """The drawing of a scene, each unit as large as the scene says."""
    across, down = scene.cell
    picture = TextPicture(round(scene.width * across), round(scene.height * down))
    for item in scene.items:
        _lay_ground(picture, scene, item)
        _write(picture, scene, item)
    return picture


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
