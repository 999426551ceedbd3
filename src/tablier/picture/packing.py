"""How parts of a scene are written in few bytes. `web/js/unpacking.js` reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import orjson

DIGITS = 3
"""After the point, of every length: a thousandth of a board unit is less than a tenth of a pixel."""

_DISPLAY, _PLAIN = "Fraunces, Georgia, 'DejaVu Serif', serif", "Inter, system-ui, sans-serif"
FONTS = {
    "display": {"font_family": _DISPLAY},
    "heading": {"font_family": _DISPLAY, "font_weight": "bold"},
    "plain": {"font_family": _PLAIN},
}
"""Those that pages have; they are named instead of written out."""
_NAMES: dict[Any, str] = {(font["font_family"], font.get("font_weight")): name for name, font in FONTS.items()}

CENTRED = {"text_anchor": "middle", "dominant_baseline": "central"}
"""How words stand if nothing else is said."""

_PLACED = ("href", "x", "y", "width", "height")
_WRITTEN = ("x", "y", "font_size")


def dumped(told: Any) -> bytes:
    return trimmed(orjson.dumps(told, option=orjson.OPT_SERIALIZE_NUMPY))  # games compute with its numbers


def trimmed(written: bytes) -> bytes:
    """A copy, of what is kept: what orjson writes holds four kilobytes, however short it is."""
    return b"%b" % written


def short(value: Any) -> Any:
    """A number with no more digits than are seen; anything else as it is."""
    return _rounded(value) if isinstance(value, float) else value


@lru_cache(maxsize=16384)  # the same lengths come again and again
def _rounded(value: float) -> float:
    rounded = round(float(value), DIGITS)
    return int(rounded) if rounded.is_integer() else rounded


def packed(tag: str, attributes: Mapping[str, Any], text: str) -> list[Any]:
    """A shape: a symbol and words by what they always have, in this sequence, and the rest by name."""
    if tag == "use" and attributes.keys() >= _IS_PLACED:
        placed = ["use", *[short(attributes[name]) for name in _PLACED]]
        return (
            _listed(placed, _turned(_rest(attributes, _IS_PLACED), attributes))
            if len(attributes) > len(_PLACED)
            else placed
        )
    if tag == "text" and attributes.keys() >= _IS_WRITTEN:
        rest = {name: value for name, value in _rest(attributes, _IS_PLAIN).items() if CENTRED.get(name) != value}
        return _listed(["text", *[short(attributes[name]) for name in _WRITTEN], text], rest)
    return [tag, _rest(attributes, frozenset()), *([text] if text else [])]


_IS_PLACED, _IS_PLAIN = frozenset(_PLACED), frozenset(_WRITTEN)
_IS_WRITTEN = _IS_PLAIN | CENTRED.keys()


def _rest(attributes: Mapping[str, Any], told: frozenset[str]) -> dict[str, Any]:
    """The attributes but for these."""
    rest = {name: short(value) for name, value in attributes.items() if name not in told}
    return _with_font(rest) if "font_family" in rest else rest


_ROTATION = re.compile(r"rotate\((\S+) (\S+) (\S+)\)")


def _turned(told: dict[str, Any], attributes: Mapping[str, Any]) -> dict[str, Any]:
    """A symbol that is turned around its own middle: by so many degrees."""
    if not (found := _ROTATION.fullmatch(str(told.get("transform", "")))):
        return told
    middle = [attributes["x"] + attributes["width"] / 2, attributes["y"] + attributes["height"] / 2]
    if [f"{at:g}" for at in middle] != [*found.groups()[1:]]:
        return told
    return {name: value for name, value in told.items() if name != "transform"} | {"turn": short(float(found[1]))}


def _with_font(told: dict[str, Any]) -> dict[str, Any]:
    name = _NAMES.get((told["font_family"], told.get("font_weight")))
    if name is None:
        return told
    return {part: value for part, value in told.items() if part not in FONTS[name]} | {"font": name}


def _listed(parts: list[Any], rest: dict[str, Any]) -> list[Any]:
    return [*parts, rest] if rest else parts


def counted(pairs: Iterable[tuple[str, str]]) -> list[Any] | None:
    """Of ids with words that only count, s3 with 3 and s4 with 4: what ids begin with, the first number, the last."""
    found = [*pairs]
    if not found or not found[0][1].isdecimal():
        return None
    first, prefix = int(found[0][1]), found[0][0].removesuffix(found[0][1])
    is_run = all(pair == (f"{prefix}{n}", str(n)) for n, pair in enumerate(found, start=first))
    return [prefix, first, first + len(found) - 1] if is_run else None
