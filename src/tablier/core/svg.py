"""A scene drawn as SVG: one self-contained picture, with words for those who cannot see it. No style sheet, no script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from tablier.core.scene import Gradient, Item, Paint, Scene, Shape

PIXELS = 48
"""The width of a board unit, where nothing else decides."""

FONT = "Georgia, 'DejaVu Serif', serif"


def draw(scene: Scene, *, pixels: float = PIXELS) -> str:
    """The picture of a scene."""
    box = " ".join(_number(value) for value in (scene.x, scene.y, scene.width, scene.height))
    size = f'width="{_number(scene.width * pixels)}" height="{_number(scene.height * pixels)}"'
    words = f"<title>{escape(scene.title)}</title>\n<desc>{escape(scene.status)}</desc>"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} role="img" font-family="{FONT}">',
        words,
        *_definitions(scene.gradients),
        *(line for item in scene.items for line in _item(item)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _definitions(gradients: tuple[Gradient, ...]) -> Iterator[str]:
    if not gradients:
        return
    yield "<defs>"
    for gradient in gradients:
        ends = _attributes({"x1": gradient.x1, "y1": gradient.y1, "x2": gradient.x2, "y2": gradient.y2})
        stops = "".join(f'<stop offset="{_number(at)}" stop-color="{colour}"/>' for at, colour in gradient.stops)
        yield f'<linearGradient id="{gradient.id}"{ends}>{stops}</linearGradient>'
    yield "</defs>"


def _item(item: Item) -> Iterator[str]:
    if not item.shapes:
        return
    place = f' transform="translate({_number(item.x)} {_number(item.y)})"' if item.x or item.y else ""
    yield f'<g data-id="{escape(item.id)}"{place}>'
    if item.words:
        yield f"<title>{escape(item.words)}</title>"
    yield from map(_shape, item.shapes)
    yield "</g>"


def _shape(shape: Shape) -> str:
    opening = f"<{shape.tag}{_attributes(shape.attributes)}"
    return f"{opening}>{escape(shape.text)}</{shape.tag}>" if shape.text else f"{opening}/>"


def _attributes(attributes: Mapping[str, Paint]) -> str:
    return "".join(f' {name.replace("_", "-")}="{_value(value)}"' for name, value in attributes.items())


def _value(value: Paint) -> str:
    return escape(value) if isinstance(value, str) else _number(value)


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"
