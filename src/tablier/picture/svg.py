"""A scene drawn as SVG: one self-contained picture, with words for those who cannot see it. No style, no script."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape

from tablier.picture.scene import Item, Paint, Scene, Shape
from tablier.picture.sheet import Sheet

PIXELS = 48
"""The width of a board unit, where nothing else decides."""

FONT = "Georgia, 'DejaVu Serif', serif"

_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML admits in no way, not even escaped."""


def render(scene: Scene, *, pixels: float = PIXELS, alone: bool = True) -> str:
    """The picture of a scene; where it does not stand alone, on a page that has the symbols already."""
    box = " ".join(_number(value) for value in (scene.x, scene.y, scene.width, scene.height))
    size = f'width="{_number(scene.width * pixels)}" height="{_number(scene.height * pixels)}"'
    words = f"<title>{_text(scene.title)}</title>\n<desc>{_text(scene.status)}</desc>"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} role="img" font-family="{FONT}">',
        words,
        *_definitions(scene, alone),
        *(line for item in scene.items for line in _item(item, scene.art)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _definitions(scene: Scene, alone: bool) -> Iterator[str]:
    """The symbols that are used: the picture needs nothing else."""
    symbols = {str(shape.attributes["href"]) for item in scene.items for shape in item.shapes if shape.tag == "use"}
    if scene.art and symbols and alone:
        yield f"<defs>\n{scene.art.definitions(symbols)}\n</defs>"


def _item(item: Item, art: Sheet | None) -> Iterator[str]:
    """What has no words is not for touching: a click goes through it, to what lies beneath."""
    if not item.shapes:
        return
    moved = f' transform="translate({_number(item.x)} {_number(item.y)})"' if item.x or item.y else ""
    through = "" if item.words else ' pointer-events="none"'
    yield f'<g data-id="{_text(item.id)}"{moved}{through}>'
    if item.words:
        yield f"<title>{_text(item.words)}</title>"
    yield from (_shape(shape, art) for shape in item.shapes)
    yield "</g>"


def _shape(shape: Shape, art: Sheet | None) -> str:
    attributes = shape.attributes
    if shape.tag == "use" and art:
        attributes = {**attributes, "href": "#" + art.id_of(str(attributes["href"]))}
    opening = f"<{shape.tag}{_attributes(attributes)}"
    return f"{opening}>{_text(shape.text)}</{shape.tag}>" if shape.text else f"{opening}/>"


def _attributes(attributes: Mapping[str, Paint]) -> str:
    return "".join(f' {name.replace("_", "-")}="{_value(value)}"' for name, value in attributes.items())


def _value(value: Paint) -> str:
    return _text(value) if isinstance(value, str) else _number(value)


def _text(text: str) -> str:
    """A text that can stand between tags or in quotes."""
    return escape(_NOT_XML.sub("\ufffd", text))


def _number(value: float) -> str:
    short = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if short in ("", "-0") else short
