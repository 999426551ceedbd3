"""How the things in the picture of Master Citadel are drawn: shapes around their own middle, and colours.

Nothing here knows a position, or where in the picture a thing lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablier.picture.scene import Gradient, Paint, Shape, circle, line, path, rect, text

WALL = 2 / 3  # how thick one is

COLOURS = ("#2d5f96", "#b87a14", "#a5302a", "#35764a")  # of the seats
DEEP = ("#1c3f68", "#7d510a", "#6d1b17", "#1e4c2d")
RED, DARK_RED = COLOURS[2], DEEP[2]  # of a button, too
FLOOR = ("#e6ddca", "#dbd0b9")
STONE, MORTAR, MOAT, PARCHMENT, SHADOW = "#8b8475", "#6b6457", "#2c4a55", "#f3e8cf", "#10222a"
INK, FAINT, IVORY, GOLD, GILT = "#3b2b1a", "#7d6a4c", "#fffaf0", "#dcae36", "#7a5c10"
TOKENS = (("#f7eedb", "#a08f6b"), ("#d9a277", "#8a4f24"), ("#e8c556", GILT))  # units, tens, hundreds: face and rim

GRADIENTS = (
    Gradient("mc-moat", ((0, "#35606d"), (1, "#213b45")), x2=0, y2=1),
    Gradient("mc-wall", ((0, "#8f8778"), (0.5, "#b3ab9b"), (1, "#958d7e")), x2=0, y2=1),
    Gradient("mc-tower", ((0, "#c2bbab"), (1, "#7c7567")), x2=1, y2=1),
    Gradient("mc-page", ((0, "#f8efdb"), (1, "#eaddc0")), x2=0, y2=1),
    Gradient("mc-pawn", ((0, "#fffdf6"), (0.6, "#e8dcc2"), (1, "#bfae8b")), x2=0.8, y2=1),
)


# --- the citadel ------------------------------------------------------------------------------------------------------


def moat(half: float, left: float, top: float, width: float) -> tuple[Shape, ...]:
    """All around, with the shadow of walls that enclose a courtyard."""
    outer = half + WALL + 0.07
    return (
        rect(left, top, width, -2 * top, fill="url(#mc-moat)"),
        rect(-outer, -outer + 0.05, 2 * outer, 2 * outer, rx=0.3, fill=SHADOW, opacity=0.5),
    )


def tower() -> tuple[Shape, ...]:
    return (
        rect(-0.36, -0.36, 0.72, 0.72, rx=0.1, fill=MORTAR),
        circle(0, 0, 0.41, fill="url(#mc-tower)", stroke=MORTAR, stroke_width=0.03),
        circle(0, 0, 0.35, fill="none", stroke=MORTAR, stroke_width=0.12, stroke_dasharray="0.165 0.11"),
        circle(0, 0, 0.19, fill=STONE, stroke=MORTAR, stroke_width=0.02),
    )


def wall(half: float, p: int, name: str, aside: float) -> tuple[Shape, ...]:
    """A player's wall: stone, battlements on the outside, the player's name, and along the courtyard the line."""
    turned = f"rotate({90 * p})"
    upright = f"translate{(0, aside) if p % 2 else (aside, 0)} rotate({(0, 90, 0, -90)[p]})"
    outline: dict[str, Paint] = {"stroke": DEEP[p], "stroke_width": 0.08, "paint_order": "stroke"}
    return (
        rect(-half, -WALL / 2, 2 * half, WALL, fill="url(#mc-wall)", transform=turned),
        line(-half, -0.245, half, -0.245, stroke=DEEP[p], stroke_width=0.18, transform=turned),
        _merlons(half, COLOURS[p], turned),
        line(-half, 0.285, half, 0.285, stroke=COLOURS[p], stroke_width=0.1, transform=turned),
        text(0, 0.04, name, 0.3, fill=IVORY, font_weight="bold", transform=upright, **outline),
    )


def _merlons(half: float, colour: str, turned: str) -> Shape:
    gap = 2 * half / (round(half / 0.2) * 2 + 1)  # so that there is a merlon at either end
    return line(-half, -0.245, half, -0.245, stroke=colour, stroke_width=0.18, stroke_dasharray=gap, transform=turned)


def slab(width: float, colour: str, won_by: Iterable[int]) -> tuple[Shape, ...]:
    """A square of the floor, tinted for the players who win on it."""
    edge = width / 2 - 0.015
    stone: dict[str, Paint] = {"x": -edge, "y": -edge, "width": 2 * edge, "height": 2 * edge, "rx": 0.03}
    tints = (Shape("rect", {**stone, "fill": COLOURS[p], "opacity": 0.32}) for p in won_by)
    return (Shape("rect", {**stone, "fill": colour}), *tints)


def rose(width: float) -> tuple[Shape, ...]:
    """The compass rose in the middle of the floor."""
    long, short, waist = 0.45 * width, 0.3 * width, 0.09 * width
    lit, dark = (f"M0 {-long:.3f}L{side * waist:.3f} {-waist:.3f}L0 0Z" for side in (1, -1))
    between = f"M0 {-short:.3f}L{waist * 0.8:.3f} 0H{-waist * 0.8:.3f}Z"
    return (
        circle(0, 0, 0.37 * width, fill="none", stroke=FAINT, stroke_width=0.02, opacity=0.5),
        *(path(between, fill="#b5a582", transform=f"rotate({angle})") for angle in (45, 135, 225, 315)),
        *(path(lit, fill="#cdbf9f", transform=f"rotate({angle})") for angle in (0, 90, 180, 270)),
        *(path(dark, fill="#a1906c", transform=f"rotate({angle})") for angle in (0, 90, 180, 270)),
    )


# --- the pawn ---------------------------------------------------------------------------------------------------------


def pawn() -> tuple[Shape, ...]:
    return (
        circle(0.03, 0.06, 0.26, fill="#20170d", opacity=0.35),
        circle(0, 0, 0.25, fill="url(#mc-pawn)", stroke="#5f5138", stroke_width=0.025),
        circle(0, -0.01, 0.16, fill="none", stroke="#a8977a", stroke_width=0.03),
        circle(0, -0.02, 0.095, fill=GOLD, stroke=GILT, stroke_width=0.015),
    )


def trail(across: float, down: float) -> tuple[Shape, ...]:
    """From where the pawn was to where it is, so far away."""
    return (
        circle(0, 0, 0.1, fill=INK, opacity=0.6),
        line(0, 0, across, down, stroke=INK, stroke_width=0.07, stroke_dasharray="0.1 0.08", opacity=0.6),
    )


def arrow(way: int, size: float) -> tuple[Shape, ...]:
    """On a disc, to be touched."""
    disc = circle(0, 0, size, fill=IVORY, opacity=0.9, stroke=FAINT, stroke_width=0.025)
    return disc, pointer(way, 0.6 * size)


def pointer(way: int, length: float, x: float = 0, y: float = 0) -> Shape:
    """An arrow whose middle is at a place."""
    wing, back = 0.62 * length, 0.3 * length
    drawn = f"M0 {length:.3f}V{-length:.3f}M{-wing:.3f} {-back:.3f}L0 {-length:.3f}L{wing:.3f} {-back:.3f}"
    stroke: dict[str, Paint] = {"stroke": INK, "stroke_width": 0.3 * length, "stroke_linecap": "round"}
    placed = f"translate({x:.3f} {y:.3f}) rotate({45 * way})"
    return path(drawn, fill="none", stroke_linejoin="round", transform=placed, **stroke)


# --- the ledger -------------------------------------------------------------------------------------------------------


def page(width: float, height: float) -> tuple[Shape, ...]:
    return (
        rect(-width / 2 + 0.05, -height / 2 + 0.06, width, height, rx=0.1, fill=SHADOW, opacity=0.45),
        rect(-width / 2, -height / 2, width, height, rx=0.1, fill="url(#mc-page)"),
    )


def arms(x: float, p: int, crowned: bool) -> Iterator[Shape]:
    """A player's shield; the game master's has a crown."""
    place = f"translate({x} 0.03)"
    shield = "M-.17-.2H.17V.02C.17.14.08.2 0 .24C-.08.2-.17.14-.17.02Z"
    yield path(shield, fill=COLOURS[p], stroke=DEEP[p], stroke_width=0.03, transform=place)
    if crowned:
        crown = "M-.14-.06L-.19-.27L-.08-.17L0-.32L.08-.17L.19-.27L.14-.06Z"
        yield path(crown, fill=GOLD, stroke=GILT, stroke_width=0.025, stroke_linejoin="round", transform=place)


def letter(x: float, p: int, is_written: bool) -> Iterator[Shape]:
    """A sealed letter, or the place where it will lie."""
    drawn: dict[str, Paint] = {"stroke": INK} if is_written else {"stroke": FAINT, "stroke_dasharray": "0.06 0.05"}
    yield rect(x - 0.24, -0.16, 0.48, 0.32, rx=0.03, fill=IVORY if is_written else "none", stroke_width=0.02, **drawn)
    if is_written:
        yield path(f"M{x - 0.24}-.16L{x} .04L{x + 0.24}-.16", fill="none", stroke=INK, stroke_width=0.02)
        yield circle(x, 0.03, 0.075, fill=COLOURS[p], stroke=DEEP[p], stroke_width=0.015)


def opened_letter(number: int, way: int, p: int) -> tuple[Shape, ...]:
    """A letter that shows the order in it."""
    return (
        rect(-1.02, -0.52, 2.1, 1.12, rx=0.05, fill="#20170d", opacity=0.25),
        rect(-1.05, -0.56, 2.1, 1.12, rx=0.05, fill=IVORY, stroke=INK, stroke_width=0.025),
        text(0.05, 0, str(number), 0.5, fill=INK, text_anchor="end", font_weight="bold"),
        pointer(way, 0.22, 0.42, 0),
        circle(0.82, 0.34, 0.13, fill=COLOURS[p], stroke=DEEP[p], stroke_width=0.03),
    )


def token(value: int) -> tuple[Shape, ...]:
    face, rim = TOKENS[len(str(value)) - 1]
    return (
        circle(0.02, 0.035, 0.26, fill="#20170d", opacity=0.3),
        circle(0, 0, 0.26, fill=face, stroke=rim, stroke_width=0.02),
        circle(0, 0, 0.228, fill="none", stroke=rim, stroke_width=0.05, stroke_dasharray="0.1 0.079", opacity=0.7),
        text(0, 0.01, str(value), 0.2, fill=INK, font_weight="bold"),
    )


def button(words: str) -> tuple[Shape, ...]:
    return (
        rect(-1.28, -0.36, 2.6, 0.8, rx=0.4, fill="#20170d", opacity=0.3),
        rect(-1.3, -0.4, 2.6, 0.8, rx=0.4, fill=RED, stroke=DARK_RED, stroke_width=0.04),
        text(0, 0, words, 0.36, fill=IVORY, font_weight="bold"),
    )


def banner(words: str, left: str, right: str) -> tuple[Shape, ...]:
    """Of one colour or of two."""
    return (
        rect(-2.6, -0.5, 2.7, 1, rx=0.1, fill=left),
        rect(-0.1, -0.5, 2.7, 1, rx=0.1, fill=right),
        rect(-0.1, -0.5, 0.2, 1, fill=left),
        rect(-2.52, -0.42, 5.04, 0.84, rx=0.06, fill="none", stroke=GOLD, stroke_width=0.03),
        text(0, 0.01, words, 0.4, fill=IVORY, font_weight="bold"),
    )
