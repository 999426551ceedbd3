"""How the things in the picture of Maestria are drawn: shapes around their own middle, and colours.

Nothing here knows a position, or where in the picture a thing lies. A player is 0 for black or 1 for white, and a
terrain has its number in the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import copysign, cos, hypot, pi, sin

from tablier.picture.scene import Gradient, Paint, Shape, circle, ellipse, line, path, rect, text

PLATE_HEIGHT = 1.06  # a player's name, pawns and points

SEATS = ("black", "white")
PAWN_TOPS, PAWN_SIDES, PAWN_EDGES = ("#3a3d46", "#fffdf7"), ("#17181d", "#cfc4ae"), ("#8b90a0", "#7d705a")
ON_PAWNS = ("#ffffff", "#1d1a16")  # what is written on a pawn or a die of each seat
GOLD, RED, INK, PAPER = "#f5c542", "#a01a13", "#2c241b", "#efe6d2"
WOOD, ON_WOOD, CARD = "#4a3a2e", "#e8d9bd", "#fffaf0"
EDGES = ("#22201e", "#fffdf8")  # of black squares and white ones (MA-3)
GROUNDS = ("#ece2a4", "#b5cf9b", "#cbc6c1")  # plain, forest, mountain

GRADIENTS = (
    Gradient("ma-wood", ((0, "#63503f"), (0.5, "#4f3e31"), (1, "#3b2d23")), x2=1, y2=1),
    Gradient("ma-paper", ((0, "#f6efdf"), (1, "#e2d5ba")), x2=0, y2=1),
    *(
        Gradient(f"ma-{name}-side", ((0, side), (0.35, top), (0.6, side), (1, side)))
        for name, top, side in zip(SEATS, PAWN_TOPS, PAWN_SIDES, strict=True)
    ),
)

_LINE: dict[str, Paint] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}

# --- the board --------------------------------------------------------------------------------------------------------


def wood(width: float, height: float) -> Shape:
    return rect(-width / 2, -height / 2, width, height, rx=0.25, fill="url(#ma-wood)")


def bed(width: float, height: float) -> Shape:
    """What the squares of a board of this size lie on; it shows between them and a little around them."""
    return rect(-width / 2 - 0.08, -height / 2 - 0.08, width + 0.16, height + 0.16, rx=0.08, fill="#8c7c66")


def paper(width: float, height: float) -> Shape:
    return rect(-width / 2, -height / 2, width, height, rx=0.15, fill="url(#ma-paper)")


def coordinate(name: str) -> Shape:
    return text(0, 0, name, 0.32, fill=ON_WOOD)


def square(colour: int, terrain: int) -> tuple[Shape, ...]:
    return (
        rect(-0.98, -0.98, 1.96, 1.96, rx=0.1, fill=EDGES[colour]),
        rect(-0.83, -0.83, 1.66, 1.66, rx=0.06, fill=GROUNDS[terrain]),
        *TERRAIN_SHAPES[terrain],
    )


def river(width: float) -> Shape:
    return line(-width / 2, 0, width / 2, 0, stroke="#5b8fb0", stroke_width=0.1)


def refuge() -> Shape:
    """A dotted ring around a square."""
    dotted: dict[str, Paint] = {"stroke": RED, "stroke_width": 0.09, "stroke_dasharray": "0.1 0.14"}
    return rect(-0.83, -0.83, 1.66, 1.66, rx=0.2, **_LINE, **dotted)


# --- the terrains -----------------------------------------------------------------------------------------------------


def _tuft(x: float, y: float) -> str:
    """Blades of grass that grow from there."""
    blades = ("q-.02-.14-.16-.18", "q-.03-.18-.08-.28", "q.01-.2.02-.33", "q.04-.16.12-.26", "q.05-.1.2-.15")
    return "".join(f"M{x:.2f} {y:.2f}{blade}" for blade in blades)


def _tree(x: float, y: float) -> str:
    """A fir whose foot is there."""
    return (
        f"M{x:.2f} {y:.2f}h-.04v-.1h-.23l.15-.21h-.1l.13-.19h-.08L{x:.2f} {y - 0.75:.2f}"
        f"l.17 .25h-.08l.13 .19h-.1l.15 .21h-.23v.1z"
    )


def _peak(x: float, y: float, high: float) -> tuple[Shape, Shape]:
    """A mountain with its snow, whose foot is there."""
    half, step, drop = 0.62 * high, 0.105 * high, 0.11 * high
    rock = f"M{x - half:.2f} {y:.2f}L{x:.2f} {y - high:.2f}L{x + half:.2f} {y:.2f}z"
    zigzag = f"l{-step:.3f} {-drop:.3f}l{-step:.3f} {drop:.3f}" * 2
    snow = f"M{x:.2f} {y - high:.2f}l{2 * step:.3f} {0.34 * high:.3f}{zigzag}z"
    return path(rock, fill="#77716c", stroke="#55504c", stroke_width=0.03), path(snow, fill="#ffffff")


TERRAIN_SHAPES: tuple[tuple[Shape, ...], ...] = (
    (
        path(
            "".join(_tuft(x, y) for x, y in ((-0.54, -0.3), (0.04, -0.42), (0.56, -0.22), (-0.6, 0.42), (0.6, 0.3))),
            fill="none", stroke="#8a7d22", stroke_width=0.035, stroke_linecap="round",
        ),
    ),
    (
        path("".join(_tree(x, y) for x, y in ((-0.28, -0.02), (0.28, -0.02))), fill="#5d8a4e"),
        path("".join(_tree(x, y) for x, y in ((-0.55, 0.1), (0.0, 0.08), (0.55, 0.1))), fill="#35622f"),
    ),
    (*_peak(-0.4, 0.02, 0.62), *_peak(0.47, 0.02, 0.52), *_peak(0.07, 0.02, 0.82)),
)  # fmt: skip
"""What grows or rises on each terrain: grass, firs, peaks. Shapes tell them apart, not only colours."""

TERRAIN_GLYPHS = ("'  ,  '", "♠  ♠  ♠", "/\\ /\\/\\")


def order_of_terrains(order: Sequence[int]) -> Iterator[Shape]:
    """Small ones in a row, each of which beats the next."""
    for i, terrain in enumerate(order):
        x = (i - 1.5) * 1.1
        yield rect(x - 0.33, -0.33, 0.66, 0.66, rx=0.06, fill=GROUNDS[terrain])
        yield from (_scaled(shape, x, 0.38) for shape in TERRAIN_SHAPES[terrain])
        if i:
            yield text(x - 0.55, 0, ">", 0.36, fill=INK)


def _scaled(shape: Shape, x: float, scale: float) -> Shape:
    return Shape(shape.tag, {**shape.attributes, "transform": f"translate({x:.2f} 0) scale({scale})"}, shape.text)


# --- the pawns --------------------------------------------------------------------------------------------------------


MOST_SHOWN = 6
"""Pawns of a stack that are drawn; its number tells the rest."""


def stack(p: int, n: int, led: bool) -> tuple[Shape, ...]:
    """Pawns one upon the other, the General turned over on top, and their number."""
    shapes: list[Shape] = [ellipse(0.05, 0.6, 0.5, 0.2, fill="#000000", opacity=0.25)]
    shown = min(n, MOST_SHOWN)
    for i in range(shown):
        shapes += _disc(p, 0.48 - 0.17 * i)
    if led:
        shapes.append(_star(0, 0.48 - 0.17 * (shown - 1) - 0.3, 0.3, 0.04))
    return (*shapes, *_badge(p, n))


def _disc(p: int, y: float) -> tuple[Shape, Shape]:
    side = f"M-.46 {y - 0.06:.2f}v.14a.46 .18 0 0 0 .92 0v-.14z"
    edge: dict[str, Paint] = {"stroke": PAWN_EDGES[p], "stroke_width": 0.025}
    return path(side, fill=f"url(#ma-{SEATS[p]}-side)", **edge), ellipse(
        0, y - 0.06, 0.46, 0.18, fill=PAWN_TOPS[p], **edge
    )


def _star(x: float, y: float, r: float, edge: float) -> Shape:
    """The mark of a General."""
    points = [(r if i % 2 == 0 else r * 0.42, -pi / 2 + i * pi / 5) for i in range(10)]
    d = "M" + "L".join(f"{x + far * cos(angle):.2f} {y + far * sin(angle):.2f}" for far, angle in points) + "z"
    return path(d, fill=GOLD, stroke=INK, stroke_width=edge)


def _badge(p: int, n: int) -> tuple[Shape, ...]:
    return (
        circle(0.62, 0.6, 0.25, fill=PAWN_TOPS[p], stroke=ON_PAWNS[p], stroke_width=0.035),
        text(0.62, 0.61, str(n), 0.36, fill=ON_PAWNS[p], font_weight="bold"),
    )


def _small_pawn(p: int, x: float, y: float) -> Shape:
    return circle(x, y, 0.24, fill=PAWN_TOPS[p], stroke=PAWN_EDGES[p], stroke_width=0.05)


def hand(p: int, soldiers: int) -> tuple[Shape, ...]:
    """Soldiers that wait to be placed, in rows of five."""
    return tuple(_small_pawn(p, (i % 5 - 2) * 0.52, (i // 5 - 1) * 0.55) for i in range(soldiers))


def waiting_general(p: int, name: str) -> tuple[Shape, ...]:
    return (
        circle(0, -0.2, 0.5, fill=PAWN_TOPS[p], stroke=PAWN_EDGES[p], stroke_width=0.06),
        _star(0, -0.2, 0.36, 0.04),
        text(0, 0.58, name, 0.34, fill=INK),
    )


# --- the arrows -------------------------------------------------------------------------------------------------------

ARROW_GLYPHS, DOUBLE_ARROW_GLYPHS = ("↖↑↗", "← →", "↙↓↘"), ("⇖⇑⇗", "⇐ ⇒", "⇙⇓⇘")
"""By the direction on the screen: row above, same, below; column to the left, same, to the right."""


def arrow(x: float, y: float, colour: str, width: float) -> tuple[Shape, Shape]:
    """An arrow in this direction; it does not catch a touch that is meant for a square."""
    length, head = hypot(x, y), 0.2 + width
    ahead, aside = (x / length, y / length), (-y / length, x / length)

    def point(along: float, across: float = 0) -> str:
        return f"{along * ahead[0] + across * aside[0]:.2f} {along * ahead[1] + across * aside[1]:.2f}"

    # between upper left and lower right it keeps off the number of the upper square, which is in that corner
    aside_of_number = copysign(0.3, x) if x * y > 0 else 0
    start, end = aside_of_number - 0.5, aside_of_number + 0.45
    d = f"M{point(start)}L{point(end)}M{point(end - head, 0.7 * head)}L{point(end)}L{point(end - head, -0.7 * head)}"
    under = path(d, **_LINE, stroke="#ffffff", stroke_width=width + 0.08, pointer_events="none")
    return under, path(d, **_LINE, stroke=colour, stroke_width=width, pointer_events="none")


# --- a player's plate -------------------------------------------------------------------------------------------------


def card(acts: bool, won: bool) -> Shape:
    """What a player's name stands on; the edge tells who is to act, and who has won."""
    edge, width = (GOLD, 0.12) if won else (RED, 0.06) if acts else ("#b7a583", 0.03)
    return rect(-2.15, -PLATE_HEIGHT / 2, 4.3, PLATE_HEIGHT, rx=0.12, fill=CARD, stroke=edge, stroke_width=width)


def plate_line(p: int, who: str, shown: str, y: float) -> tuple[Shape, ...]:
    return (
        _small_pawn(p, -1.75, y),
        text(-1.38, y, who, 0.4, fill=INK, font_weight="bold", text_anchor="start"),
        text(2.02, y, shown, 0.32, fill=INK, text_anchor="end"),
    )


def point_pips(left: int, most: int) -> Iterator[Shape]:
    """The action points of a turn, golden as long as they are left."""
    for i in range(most):
        yield circle(-1.75 + 0.5 * i, 0.28, 0.16, fill=GOLD if i < left else CARD, stroke=INK, stroke_width=0.03)


# --- the fight --------------------------------------------------------------------------------------------------------

_PIPS = ((), (4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 3, 6, 2, 5, 8))
"""For each throw, the places of its pips, counted along three rows of three."""


def dice(p: int, numbers: Sequence[int]) -> Iterator[Shape]:
    """Whose they are and those that there are, in a row: first, second, special; 0: none, -1: still to be rolled."""
    yield _small_pawn(p, -1.85, 0)
    x = -1.1
    for n, kind in zip(numbers, (_die, _die, _special_die), strict=True):
        if n:
            yield from kind(p, x, max(n, 0))
            x += 0.95


def _die(p: int, x: float, n: int) -> Iterator[Shape]:
    yield rect(x - 0.4, -0.4, 0.8, 0.8, rx=0.16, fill=PAWN_TOPS[p], stroke=PAWN_EDGES[p], stroke_width=0.04)
    for pip in _PIPS[n]:
        yield circle(x + (pip % 3 - 1) * 0.22, (pip // 3 - 1) * 0.22, 0.075, fill=ON_PAWNS[p])


def _special_die(p: int, x: float, n: int) -> Iterator[Shape]:
    yield path(
        f"M{x - 0.47:.2f} .4L{x:.2f} -.45L{x + 0.47:.2f} .4z",
        fill=PAWN_TOPS[p], stroke=GOLD, stroke_width=0.06, stroke_linejoin="round",
    )  # fmt: skip
    if n:
        yield text(x, 0.13, str(n), 0.42, fill=ON_PAWNS[p], font_weight="bold")


def those_who_fight(p: int, n: int, led: bool) -> tuple[Shape, ...]:
    """On the pawn before the dice, how many they are, and a star if the General is one of them."""
    number = text(-1.85, 0.01, str(n), 0.32, fill=ON_PAWNS[p], font_weight="bold")
    return (number, _star(-1.63, -0.24, 0.17, 0.025)) if led else (number,)


def total(n: int, wins: bool) -> Shape:
    """Behind the dice, what they add up to."""
    if wins:
        return text(2.1, 0.02, str(n), 0.5, fill=RED, font_weight="bold", text_anchor="end")
    return text(2.1, 0.02, str(n), 0.5, fill=INK, text_anchor="end")


def outcome(words: str) -> Shape:
    return text(0, 0, words, 0.36, fill=INK, font_style="italic")


# --- buttons ----------------------------------------------------------------------------------------------------------


def button(words: str) -> tuple[Shape, Shape]:
    return rect(-2.1, -0.35, 4.2, 0.7, rx=0.3, fill=INK), text(0, 0.01, words, 0.4, fill=CARD)


def group_button(n: int, led: bool) -> tuple[Shape, ...]:
    """A number of pawns, with a star if the General is one of them."""
    ground = rect(-0.4, -0.4, 0.8, 0.8, rx=0.14, fill=CARD, stroke=INK, stroke_width=0.04)
    number = text(-0.16 if led else 0, 0.02, str(n), 0.44, fill=INK, font_weight="bold")
    return (ground, number, _star(0.18, -0.02, 0.17, 0.025)) if led else (ground, number)
