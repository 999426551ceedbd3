"""How the things in the picture of Master Islands are drawn: shapes around their own middle, and colours.

Nothing here knows a position, or where in the picture a thing lies. A unit is a card.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablier.games.master_islands.notation import LETTERS
from tablier.picture.scene import Gradient, Paint, Shape, circle, path, rect, text

INK, PAPER, PALE, GOLD, DEEP = "#3b2c1a", "#efe2bf", "#fbf5e3", "#ffc928", "#1f5468"
TINTS = ("#fbe9a6", "#c9e7b8", "#f8cbb9", "#c3ddf5")  # yellow, green, red, blue
ISLES = ("#e5a910", "#4a9440", "#cb3f2b", "#3473b8")
DARKS = ("#6b4a00", "#1c5220", "#741810", "#123a6d")
SAILS = {"red": "#d7372c", "white": "#fffdf5", "violet": "#8149bd", "black": "#26262c", "corsair": "#26262c"}
SAND = ("M-.3.3a.33.09 0 1 0 .66 0a.33.09 0 1 0-.66 0z", "#ecd9a0")
RAYS = "M.14-.34v.07M.14.11v.07M-.12-.08h.07M.33-.08h.07M-.04-.26l.05.05M.27-.21l.05-.05M.27.05l.05.05M-.04.1l.05-.05"
LEAVES = (
    "M.12-.1Q-.06-.16-.12.06Q-.02-.08.12-.1Q.3-.3.39-.06Q.27-.14.12-.1"
    "Q.03-.3.22-.36Q.12-.26.12-.1Q.31-.06.3.12Q.24 0 .12-.1"
)
ASIDE = "translate(.02 .03) scale(.93)"  # of a landscape, to leave room for the value
LANDSCAPES = (  # outline, fill, line and its width: a desert under the sun, a palm tree, a volcano, a lagoon
    (
        (RAYS, "none", DARKS[0], 0.03),
        ("M.01-.08a.13.13 0 1 0 .26 0a.13.13 0 1 0-.26 0z", ISLES[0], DARKS[0], 0.02),
        (*SAND, DARKS[0], 0.015),
        ("M-.3.3Q-.12.08.04.22Q.2.1.36.3z", ISLES[0], DARKS[0], 0.015),
    ),
    (
        (*SAND, DARKS[1], 0.015),
        ("M.04.3Q.02.08.12-.1", "none", "#7a5230", 0.06),
        (LEAVES, ISLES[1], DARKS[1], 0.015),
    ),
    (
        (*SAND, DARKS[2], 0.015),
        ("M-.24.3L.02-.06h.16L.38.3z", ISLES[2], DARKS[2], 0.015),
        ("M.02-.06h.16l.06.12l-.07 0l-.05.1l-.06-.1l-.08.06z", "#ffb43b", "none", 0.0),
        ("M.06-.13Q-.02-.23.1-.29M.15-.13Q.26-.19.2-.33", "none", DARKS[2], 0.03),
    ),
    (
        ("M-.3.3Q-.36.02.04 0Q.42.04.36.3Q.3.39.03.39Q-.24.39-.3.3z", "#ecd9a0", DARKS[3], 0.015),
        ("M-.21.2a.24.13 0 1 0 .48 0a.24.13 0 1 0-.48 0z", ISLES[3], DARKS[3], 0.015),
        ("M-.1.18q.04-.04.08 0t.08 0t.08 0M-.06.25q.04-.04.08 0t.08 0", "none", TINTS[3], 0.025),
        ("M0-.27q.05-.06.1 0t.1 0t.1 0M.04-.15q.05-.06.1 0t.1 0", "none", DARKS[3], 0.03),
    ),
)

FLAGS = {  # at the top of the mast, a shape for each seat
    "red": "M0-.54l.22.07-.22.07z",
    "white": "M0-.54h.2v.14H0z",
    "violet": "M0-.54h.22l-.07.07.07.07H0z",
    "black": "M0-.54Q.12-.6.22-.47Q.12-.36 0-.4z",
    "corsair": "M0-.54Q.12-.6.22-.47Q.12-.36 0-.4z",
}
TRIMS = {"red": "#fff3ea", "white": "#57452f", "violet": "#f6ecff", "black": "#f4ecda", "corsair": "#f4ecda"}

GRADIENTS = (
    Gradient("mi-sea", ((0, "#8ccbd3"), (0.5, "#64b3c2"), (1, "#4a9db1")), x2=0.5, y2=1),
    Gradient("mi-back", ((0, "#33758c"), (1, DEEP)), x2=1, y2=1),
    *(
        Gradient(f"mi-{letter}", ((0, "#fffcf2"), (0.45, tint), (1, tint)), x2=0.2, y2=1)
        for letter, tint in zip(LETTERS, TINTS, strict=True)
    ),
)


# --- the chart --------------------------------------------------------------------------------------------------------


def page(width: float, height: float, margin: float, strip: float) -> tuple[Shape, ...]:
    """A sheet of paper, and on it the frame of a chart of this size, whose scale goes by cards."""
    across, down = width / 2, height / 2
    left, top = -across - margin, -down - margin - strip
    scale: dict[str, Paint] = {"fill": "none", "stroke": INK, "stroke_width": 0.07, "stroke_dasharray": "1 1"}
    return (
        rect(left, top, -2 * left, -2 * top, fill=PAPER),
        rect(-across - 0.1, -down - 0.1, width + 0.2, height + 0.2, fill=PALE, stroke=INK, stroke_width=0.02),
        path(f"M{-across} {-down - 0.05}h{width}M{-across} {down + 0.05}h{width}", **scale),
        path(f"M{-across - 0.05} {-down}v{height}M{across + 0.05} {-down}v{height}", **scale),
    )


def sea(width: float, height: float) -> tuple[Shape, ...]:
    return (rect(-width / 2, -height / 2, width, height, fill="url(#mi-sea)", stroke=INK, stroke_width=0.02),)


def compass() -> tuple[Shape, ...]:
    """A rose in a corner of the sea, where cards may come to lie over it."""
    faint: dict[str, Paint] = {"fill": "none", "stroke": PALE, "stroke_width": 0.02, "opacity": 0.5}
    star = "M0-.62L.1-.1L.62 0L.1.1L0 .62L-.1.1L-.62 0L-.1-.1z"
    return (
        circle(0, 0, 0.46, **faint),
        circle(0, 0, 0.52, **faint),
        path("M-.3-.3L.1-.1M.3-.3L.1.1M.3.3L-.1.1M-.3.3L-.1-.1", **faint),
        path(star, fill=PALE, opacity=0.55),
        path("M0-.62L.1-.1L0 0zM.62 0L.1.1L0 0zM0 .62L-.1.1L0 0zM-.62 0L-.1-.1L0 0z", fill=DEEP, opacity=0.35),
    )


def free_place() -> tuple[Shape, ...]:
    return (
        rect(-0.43, -0.43, 0.86, 0.86, rx=0.1, fill=PALE, fill_opacity=0.22),
        rect(-0.43, -0.43, 0.86, 0.86, rx=0.1, fill="none", stroke=PALE, stroke_width=0.04, stroke_dasharray=".13 .1"),
        path("M-.1 0h.2M0-.1v.2", stroke=PALE, stroke_width=0.045, stroke_linecap="round"),
    )


def open_sea() -> tuple[Shape, ...]:
    """Where a card may be laid at another time."""
    return (rect(-0.43, -0.43, 0.86, 0.86, rx=0.1, fill=PALE, fill_opacity=0),)


def ghost() -> tuple[Shape, ...]:
    """Where a card lay that was taken."""
    return (rect(-0.4, -0.4, 0.8, 0.8, rx=0.1, fill=DEEP, fill_opacity=0.16, stroke=GOLD, stroke_width=0.03),)


def wake(way: str) -> tuple[Shape, ...]:
    """Dots along the way of a galleon."""
    dots: dict[str, Paint] = {"fill": "none", "stroke_linecap": "round", "stroke_dasharray": ".001 .14"}
    return path(way, stroke=DEEP, stroke_width=0.08, **dots), path(way, stroke=PALE, stroke_width=0.05, **dots)


# --- cards ------------------------------------------------------------------------------------------------------------


def tile(colour: int, value: int) -> tuple[Shape, ...]:
    """An island: its colour, a landscape that stands for the colour, and its value."""
    return (
        rect(-0.43, -0.41, 0.92, 0.92, rx=0.1, fill="#123541", opacity=0.3),
        rect(-0.46, -0.46, 0.92, 0.92, rx=0.1, fill=ISLES[colour]),
        rect(-0.4, -0.4, 0.8, 0.8, rx=0.06, fill=f"url(#mi-{LETTERS[colour]})"),
        *_landscape(colour),
        text(-0.25, -0.22, str(value), 0.38, fill=DARKS[colour], font_weight="bold"),
    )


def _landscape(colour: int) -> Iterator[Shape]:
    paint: dict[str, Paint] = {"stroke_linecap": "round", "stroke_linejoin": "round", "transform": ASIDE}
    for outline, fill, stroke, width in LANDSCAPES[colour]:
        yield path(outline, fill=fill, stroke=stroke, stroke_width=width, **paint)


def picked() -> Shape:
    """Around a card that is picked for a conquest."""
    return rect(-0.47, -0.47, 0.94, 0.94, rx=0.1, fill="none", stroke=GOLD, stroke_width=0.1)


def to_be_picked() -> Shape:
    dashes: dict[str, Paint] = {"stroke": GOLD, "stroke_width": 0.06, "stroke_dasharray": ".14 .09"}
    return rect(-0.46, -0.46, 0.92, 0.92, rx=0.1, fill="none", **dashes)


def fresh() -> Shape:
    """Around the card laid last."""
    return rect(-0.46, -0.46, 0.92, 0.92, rx=0.1, fill="none", stroke=PALE, stroke_width=0.05)


def edge(colour: int, transform: str) -> Shape:
    """Of a card that lies beneath another of its kind."""
    line: dict[str, Paint] = {"stroke": PALE, "stroke_width": 0.03, "transform": transform}
    return rect(-0.46, -0.46, 0.92, 0.92, rx=0.1, fill=ISLES[colour], **line)


def back(transform: str) -> tuple[Shape, ...]:
    """A card face down, one unit large before it is transformed."""
    paint: dict[str, Paint] = {"transform": transform}
    return (
        rect(-0.46, -0.46, 0.92, 0.92, rx=0.1, fill="url(#mi-back)", stroke=PALE, stroke_width=0.05, **paint),
        path("M0-.3L.08 0L0 .3L-.08 0z", fill=PALE, opacity=0.8, **paint),
        path("M-.3 0L0-.08L.3 0L0 .08z", fill=GOLD, opacity=0.8, **paint),
    )


def pile(count: int) -> Iterator[Shape]:
    """As high as three cards, while there are so many."""
    for i in reversed(range(min(3, count))):
        yield from back(f"translate({-0.05 * i} {-0.05 * i})")
    yield circle(0.3, 0.3, 0.24, fill=PALE, stroke=DEEP, stroke_width=0.03)
    yield text(0.3, 0.3, str(count), 0.26, fill=INK)


# --- galleons, and what stands around the chart -----------------------------------------------------------------------


def ship(name: str, size: float, letter: str = "", x: float = 0) -> tuple[Shape, ...]:
    """A galleon under sail."""
    sail, trim, transform = SAILS[name], TRIMS[name], f"translate({x:.3f} 0) scale({size})"
    outline: dict[str, Paint] = {
        "stroke": trim,
        "stroke_width": 0.045,
        "stroke_linejoin": "round",
        "transform": transform,
    }
    shapes = (
        path("M-.5.04h.2v.1h.54l.26-.07Q.44.4.22.42H-.26Q-.46.38-.5.04z", fill="#6d4524", **outline),
        path("M0-.54V.14", stroke="#4a2e17", stroke_width=0.06, transform=transform),
        path("M.03-.42Q.48-.3.42.07Q.2 0 .03.07Q.12-.16.03-.42z", fill=sail, **outline),
        path("M-.05-.4Q-.46-.26-.42.03Q-.22-.03-.05.05Q-.1-.18-.05-.4z", fill=sail, **outline),
        path(FLAGS[name], fill=sail, **outline),
    )
    mark = text(0.235, -0.12, letter, 0.28, fill=trim, font_weight="bold", transform=transform)
    return (*shapes, mark) if letter else shapes


def panel(width: float, acts: bool) -> Shape:
    """Of a seat: golden if it is to act, or has won."""
    bright: dict[str, Paint] = {"fill": PALE, "stroke": GOLD, "stroke_width": 0.08}
    quiet: dict[str, Paint] = {"fill": "#e7d8af", "stroke": "#c8b583", "stroke_width": 0.02}
    return rect(-width / 2, -0.63, width, 1.26, rx=0.12, **(bright if acts else quiet))


def step(x: float, is_left: bool) -> Shape:
    """A move that the Corsair has left, or has not."""
    return circle(x, 0, 0.08, fill=INK if is_left else "none", stroke=INK, stroke_width=0.025)


def signpost(first: str, second: str) -> tuple[Shape, ...]:
    return text(0, -0.16, first, 0.22, fill=INK), text(0, 0.14, second, 0.36, fill=INK, font_weight="bold")


def score(total: str) -> tuple[Shape, ...]:
    """How far a conquest has come."""
    return rect(-0.8, -0.32, 1.6, 0.64, rx=0.32, fill=GOLD), text(0, 0.01, total, 0.36, fill=INK, font_weight="bold")


def button(words: str) -> tuple[Shape, ...]:
    return rect(-0.85, -0.3, 1.7, 0.6, rx=0.3, fill=INK), text(0, 0.01, words, 0.27, fill=PALE)
