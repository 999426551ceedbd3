"""What lies in the picture of Master Citadel, thing by thing: which symbols of the sheet stand where.

North is up for everybody, and the pawn starts at (0, 0). The court is five units wide whatever the number of its
squares; around it stand the walls, and on each side lies a player's rug with a name, a capital and an envelope. What a
text drawing needs besides is in glyphs: there a unit is seven columns wide and three rows high.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tablier.games.master_citadel import notation, rules
from tablier.games.master_citadel.standing import Standing
from tablier.games.master_citadel.words import FATES, name_of, order_words, way_of
from tablier.language import Texts
from tablier.picture.scene import Form, Item, Paint, Shape, rect, text, use

CELL = (7, 3)
COURT = 5.0
GATE = COURT / 2 + 0.21
"""Where a pawn stands that has crossed a line, from the middle."""
PILES = 25
"""A whole capital is so many coins."""

RUGS = ("#2b5a92", "#8d5c0e", "#a03227", "#2f6b42")
INK, IVORY, GILT, SLATE = "#1d1c16", "#fff8e6", "#ffe2a0", "#2a2f2c"
LAND, MOAT, FLOOR, FAINT = "#e3d9ba", "#1f6973", "#e6ddc6", "#5f5949"
SERIF: dict[str, Paint] = {"font_family": "Fraunces, Georgia, 'DejaVu Serif', serif"}
SANS: dict[str, Paint] = {"font_family": "Inter, system-ui, sans-serif"}
BOLD: dict[str, Paint] = {**SERIF, "font_weight": "bold"}


# --- where things are -------------------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """A place on a rug, from its middle, and how large what stands there is."""

    x: float
    y: float
    size: float
    anchor: str = "middle"
    turn: float = 0


class Rug(NamedTuple):
    """Where its player's things are, in a picture of one form."""

    x: float
    y: float
    name: Spot
    last: Spot
    """What the last order was."""
    pile: Spot
    points: Spot
    cost: Spot
    letter: Spot
    label: Spot | None
    """What is said of the letter, where there is room for it."""
    opened: Spot
    """The letter when all are opened, from the middle of the picture."""
    fate: Spot
    """What became of it."""


def _wide_rug(p: int) -> Rug:
    if p % 2 == 0:
        y = 3.48 * (p - 1)
        return Rug(
            0, y,
            name=Spot(-2.4, -0.09, 0.25, "start"), last=Spot(-2.4, 0.155, 0.135, "start"),
            pile=Spot(-0.42, -0.02, 0.9), points=Spot(0.04, 0.015, 0.42, "start"), cost=Spot(0.94, 0.03, 0.2, "start"),
            letter=Spot(2.1, 0.01, 0.66), label=Spot(1.7, 0.01, 0.125, "end"),
            opened=Spot(2.03, y - 0.34 * (p - 1), 1.24), fate=Spot(2.03, y - 1.06 * (p - 1), 1),
        )  # fmt: skip
    x = 4.25 * (2 - p)
    return Rug(
        x, 0,
        name=Spot(0, -1.36, 0.29), last=Spot(0, -1.09, 0.14),
        pile=Spot(0, -0.5, 1.3), points=Spot(0, 0.16, 0.5), cost=Spot(0.55, 0.18, 0.2, "start"),
        letter=Spot(0, 0.79, 1), label=Spot(0, 1.34, 0.15),
        opened=Spot(x, 0.98, 1.3), fate=Spot(x, 1.78, 1),
    )  # fmt: skip


def _tall_rug(p: int) -> Rug:
    if p % 2 == 0:
        y = 3.01 * (p - 1)
        return Rug(
            0, y,
            name=Spot(-2.32, -0.14, 0.31, "start"), last=Spot(-2.32, 0.22, 0.215, "start"),
            pile=Spot(0.04, -0.03, 1), points=Spot(0.56, -0.03, 0.46, "start"), cost=Spot(0.58, 0.33, 0.22, "start"),
            letter=Spot(1.95, 0.02, 0.95), label=None,
            opened=Spot(2.0, y - 0.1 * (p - 1), 1.5), fate=Spot(2.0, y - 0.95 * (p - 1), 1.5),
        )  # fmt: skip
    x, turn = 2.88 * (2 - p), 90 * (2 - p)
    return Rug(
        x, 0,
        name=Spot(0, -1.64, 0.29, turn=turn), last=Spot(0, 1.54, 0.215, turn=turn),
        pile=Spot(0, -0.5, 0.7), points=Spot(0, -0.04, 0.36), cost=Spot(0, 0.32, 0.25),
        letter=Spot(0, 0.44, 0.66), label=None,
        opened=Spot(2.62 * (2 - p), 1.3, 1.45), fate=Spot(2.55 * (2 - p), 2.2, 1.5),
    )  # fmt: skip


ROOM: dict[Form, tuple[float, float]] = {"wide": (75 / 7, 23 / 3), "tall": (6.82, 7.7)}
"""The width and the height of a picture."""
RUG: dict[Form, tuple[Rug, ...]] = {
    "wide": tuple(map(_wide_rug, range(rules.SEATS))),
    "tall": tuple(map(_tall_rug, range(rules.SEATS))),
}


def place(size: int, x: int, y: int) -> tuple[float, float]:
    """The middle of a square; beyond a line, the middle of the wall."""
    width = COURT / size
    return max(-GATE, min(GATE, x * width)), max(-GATE, min(GATE, -y * width))


def before(s: Standing) -> tuple[int, int]:
    """Where the pawn was before the last round."""
    if s.way == rules.STAYS:
        return s.x, s.y
    across, up = rules.DIRECTIONS[s.way]
    return s.x - across, s.y - up


def towards(p: int) -> tuple[int, int]:
    """The side of a player, in the picture."""
    across, up = rules.DIRECTIONS[2 * p]
    return across, -up


def written(spot: Spot, words: str, **paint: Paint) -> Shape:
    turned: dict[str, Paint] = {"transform": f"rotate({spot.turn} {spot.x} {spot.y})"} if spot.turn else {}
    return text(spot.x, spot.y, words, spot.size, **{"fill": IVORY, "text_anchor": spot.anchor, **turned, **paint})


# --- the citadel ------------------------------------------------------------------------------------------------------


def citadel(form: Form) -> Item:
    width, height = ROOM[form]
    ground = use(f"citadel-{form}", 0, 0, width, height)
    return Item("citadel", 0, 0, (ground,), ground=LAND, size=(width, height))


def court(size: int, edge: bool) -> Item:
    """The floor, with a tint where somebody wins on it (MC-2); as text, a point for each square."""
    width, half = COURT / size, COURT / 2
    north, west = (-half, -half, COURT, width), (-half, -half, width, COURT)
    rows = (north, (half - width, -half, width, COURT), (-half, half - width, COURT, width), west)
    tints = (rect(*row, fill=RUGS[p], opacity=0.22) for p, row in enumerate(rows) if edge)
    shapes = (use(f"court-{size}", 0, 0, COURT, COURT), *tints)
    glyph = _floor_glyph(size, edge)
    return Item("court", 0, 0, shapes, glyph=glyph, colour=FAINT, ground=FLOOR, size=(COURT, COURT))


def _floor_glyph(size: int, edge: bool) -> str:
    across, down = round(COURT * CELL[0]), round(COURT * CELL[1])
    grid, reach = [[" "] * across for _ in range(down)], size // 2
    for y in range(-reach, reach + 1):
        for x in range(-reach, reach + 1):
            column, row = round((x / size + 0.5) * across - 0.5), round((y / size + 0.5) * down - 0.5)
            mark = ":::" if edge and reach in (abs(x), abs(y)) else " + " if x == y == 0 else " · "
            grid[row][column - 1 : column + 2] = mark
    return "\n".join(map("".join, grid))


def walls() -> tuple[Item, ...]:
    """For a text drawing alone: the moat, and each player's wall."""
    half, thick = COURT / 2, (1 / CELL[0], 1 / CELL[1])
    ring = Item("moat", 0, 0, (), ground=MOAT, size=(2 * 3.14, 2 * 3.14))
    across, down = round(COURT * CELL[0]), round(COURT * CELL[1])
    glyphs = (f"╔{'═' * across}╗", "\n".join("║" * down), f"╚{'═' * across}╝", "\n".join("║" * down))
    return ring, *(_wall(p, glyphs[p], half, thick) for p in range(rules.SEATS))


def _wall(p: int, glyph: str, half: float, thick: tuple[float, float]) -> Item:
    (across, down), deep = towards(p), thick[(p + 1) % 2] / 2
    size = (thick[0], 2 * half) if p % 2 else (2 * half + 2 * thick[0], thick[1])
    at = across * (half + deep), down * (half + deep)
    return Item(f"wall-{notation.SEATS[p]}", *at, (), glyph=glyph, colour=IVORY, ground=RUGS[p], size=size)


# --- the pawn ---------------------------------------------------------------------------------------------------------


def _pawn_size(size: int) -> tuple[float, float]:
    width = min(0.72, 0.9 * COURT / size)
    return width, width * 76 / 64


@lru_cache(maxsize=1024)
def pawn(size: int, x: int, y: int, said: Texts, id: str = "pawn") -> Item:
    """On a court of so many squares."""
    width, height = _pawn_size(size)
    shape = use("pawn", 0, -0.29 * height, width, height)
    words = said("scene.pawn", x=x, y=y)
    ground = IVORY, (3 / CELL[0], 1 / CELL[1])
    return Item(id, *place(size, x, y), (shape,), words, "(@)", "#000000", *ground, kind="piece")


def trail(s: Standing, said: Texts) -> Item:
    """Where the pawn came from in the last round, and the way that it was sent."""
    return _trail(s.size, before(s), (s.x, s.y), s.way, said)


@lru_cache(maxsize=1024)
def _trail(size: int, old: tuple[int, int], new: tuple[int, int], way: int, said: Texts) -> Item:
    (x, y), (to_x, to_y), (width, height) = place(size, *old), place(size, *new), _pawn_size(size)
    across, down = to_x - x, to_y - y
    length = (across**2 + down**2) ** 0.5
    shapes = (
        use("ghost", 0, -0.29 * height, width, height),
        use("step", across / 2, down / 2, length, length, turn=45 * way),
    )
    words = said("scene.trail", way=way_of(way, said))
    return Item("trail", x, y, shapes, words, glyph="o", colour=INK, kind="mark")


@lru_cache(maxsize=2048)
def draft(size: int, x: int, y: int, way: int, seat: int) -> Item:
    """Where an order would send the pawn from its square, and with what stake: for who is about to write it."""
    here, there = place(size, x, y), place(size, x + rules.DIRECTIONS[way][0], y + rules.DIRECTIONS[way][1])
    (across, down), side = (to - at for to, at in zip(there, here, strict=True)), 0.86 * COURT / size
    colour = RUGS[seat]
    shapes = (
        use("draft", across, down, side, side, color=colour),
        text(across, down, "{stake}", 0.46 * side, fill=colour, **BOLD),
        use("arrow", 0.5 * across, 0.5 * down, 0.52, 0.52, turn=45 * way, color=colour),
    )  # fmt: skip
    return Item("draft", *here, shapes, kind="mark")


# --- a rug ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def capital(whole: int, p: int, points: int, form: Form) -> Item:
    """What a player has of a whole capital: coins, and their number."""
    rug = RUG[form][p]
    coins = 0 if points == 0 else max(1, round(PILES * points / whole))
    pile = use(f"pile-{coins}", rug.pile.x, rug.pile.y, rug.pile.size, 0.6 * rug.pile.size)
    has_room = form == "wide" and p % 2
    fits = rug.points if points < 100 or has_room else rug.points._replace(size=0.85 * rug.points.size)
    return Item(f"points-{notation.SEATS[p]}", rug.x, rug.y, (pile, written(fits, str(points), **BOLD)))


@lru_cache(maxsize=4096)
def last_order(p: int, order: int, fate: int, said: Texts, form: Form) -> Item:
    """What the player wrote in the round before, and what came of it."""
    rug, told = RUG[form][p], said[f"fate.{FATES[fate]}"]
    words = f"{order_words(order, said)}, {told}" if fate != rules.IDLE else told
    return Item(f"last-{notation.SEATS[p]}", rug.x, rug.y, (written(rug.last, words, **SANS),), kind="text")


@lru_cache(maxsize=2048)
def letter(p: int, is_written: bool, label: str, form: Form, words: str = "") -> Item:
    """An envelope that is sealed, or the place where it will lie."""
    rug, symbol = RUG[form][p], f"sealed-{notation.SEATS[p]}" if is_written else "unwritten"
    x, y, size = rug.letter[:3]
    said = (written(rug.label, label, **SANS),) if rug.label and label else ()
    shapes = (use(symbol, x, y, size, 0.76 * size), *said)
    return Item(f"letter-{notation.SEATS[p]}", rug.x, rug.y, shapes, words, kind="card")


def frame(p: int, form: Form) -> Shape:
    """Around a rug whose player has won, or decides."""
    return use(f"frame-{form}-{p % 2}", 0, 0, *FRAME[form][p % 2])


def name(p: int, own: bool, leads: bool, won: bool, said: Texts, form: Form) -> tuple[Shape, ...]:
    """What a player is called; who leads the discussion has a crown, who has won a gilded rug."""
    rug, shapes = RUG[form][p], [frame(p, form)] if won else []
    spot, words = rug.name, f"{name_of(p, said)} · {said['aim.you']}" if own else name_of(p, said)
    if leads:
        size = 1.1 * spot.size
        x, y = (spot.x + size / 2, spot.y) if spot.anchor == "start" else (0, spot.y - (1.05 if spot.turn else 0.26))
        shapes.append(use("crown", x, y, size, 0.86 * size))
        spot = spot._replace(x=spot.x + 1.3 * size) if spot.anchor == "start" else spot
    return *shapes, written(spot, words, **BOLD)


FRAME: dict[Form, tuple[tuple[float, float], tuple[float, float]]] = {
    "wide": ((5.36, 0.76), (2.22, 3.56)),
    "tall": ((5.16, 1.12), (0.86, 5.16)),
}
