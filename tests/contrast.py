"""How well colours are told apart, as the web's accessibility guidelines (WCAG) measure it."""

from __future__ import annotations

import math
from collections.abc import Iterable

from tablier.picture import text
from tablier.picture.scene import Scene


def luminance(colour: str) -> float:
    """The relative luminance of WCAG."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightness(colour: str) -> float:
    """From 0, black, to 100, white, in steps that look equal."""
    return 116 * math.cbrt(luminance(colour)) - 16


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def hard_to_read(scenes: Iterable[Scene]) -> dict[tuple[str, str], float]:
    """The pairs of colours, of a character and its ground, whose contrast is too low in the text drawings of these."""
    pairs = {
        (cell.colour, cell.ground)
        for scene in scenes
        for row in text.render(scene).rows
        for cell in row
        if cell.char != " "
    }
    return {pair: contrast(*pair) for pair in pairs if contrast(*pair) < 4.5}
