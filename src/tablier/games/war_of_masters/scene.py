"""The picture of War of Masters: a wooden board turned towards the seat that looks, two trays, and the die.

A unit is a square. The board reaches from (0, 0) to (9, 9); x and y grow to the right and down. The words of a square
say what stands on it, so the cylinders themselves have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import hypot

import numpy as np

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.engine.options import Settled
from tablier.games.war_of_masters import insight, notation, rules
from tablier.games.war_of_masters.game import GAME
from tablier.language import Texts
from tablier.picture.scene import Form, Gradient, Item, Paint, Scene, Shape, circle, ellipse, path, rect, text

# --- where things are -------------------------------------------------------------------------------------------------

FRAME = 0.5  # the width of the wood around the board
SIDE = 10.5  # the middle of the trays and the die, from left to right
TRAY_WIDTH, TRAY_HEIGHT = 2.0, 3.05
WIDTH, HEIGHT = SIDE + TRAY_WIDTH / 2 + 2 * FRAME, rules.SIZE + 2 * FRAME
MIDDLE = rules.SIZE / 2

SMALL_SIZE, LARGE_SIZE = 0.315, 0.378  # the radii: 20 mm and 24 mm across (WM-2)
SMALL_RISE, LARGE_RISE = 0.1, 0.17  # how far a top is drawn above its foot
TILT = 0.92  # a circle seen slightly from the front

# --- colours ----------------------------------------------------------------------------------------------------------

SEATS = ("red", "brown")
TOPS = ("#d64a33", "#56362a")  # lightness tells the sides apart without colour, too
EDGES = ("#f08f78", "#8a6650")
SIDES = ("#8e2417", "#23130a")
CHIPS = ("#b02c1c", "#452a1a")  # in a text drawing, where letters must be read on them
IVORY, GOLD, INK = "#fff4e0", "#ffd95c", "#4b2f19"
WALNUT, LINEN, MAPLE, HONEY = "#5b3821", "#d6c49d", ("#eed7ae", "#e2c493"), ("#f3d77f", "#e8c766")

GRADIENTS = (
    Gradient("wm-walnut", ((0, "#7a4f30"), (0.5, "#65402a"), (1, "#4e2f1b")), x2=1, y2=1),
    Gradient("wm-linen", ((0, "#a8926a"), (0.08, "#c3ad84"), (1, "#d2bf99")), x2=0, y2=1),
    *(
        Gradient(f"wm-{name}-side", ((0, deep), (0.3, chip), (0.55, chip), (1, deep)))
        for name, chip, deep in zip(SEATS, CHIPS, SIDES, strict=True)
    ),
    *(
        Gradient(f"wm-{name}-top", ((0, edge), (0.55, top), (1, top)), x2=0.7, y2=1)
        for name, edge, top in zip(SEATS, EDGES, TOPS, strict=True)
    ),
    Gradient("wm-ivory-top", ((0, "#fffdf6"), (1, "#efe0c2")), x2=0.7, y2=1),
)

# --- the scene --------------------------------------------------------------------------------------------------------


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch; a spectator sees it as Red does."""
    said, actions = GAME.words.texts(lang), _legal(s, int(s.seat))
    stuck = actions == [rules.PASS]
    touches = _touches(s, actions) if seat == s.seat else {}
    near = rules.BROWN if seat == rules.BROWN else rules.RED
    return Scene(
        x=-FRAME,
        y=-FRAME,
        width=WIDTH,
        height=HEIGHT,
        beside=rules.SIZE,
        title=said("scene.title", turn=s.turns + (s.winner == rules.NOBODY)),
        status=_status(s, stuck, said),
        aim=GAME.aim(settled, lang, said[f"aim.{settled['goal']}"], *(_chances(s, p, seat, said) for p in (0, 1))),
        counts=tuple(said("count", n=n) for n in s.left),
        items=(
            *_furniture(near),
            *_squares(s, near, said),
            _grain(),
            *_trail(s, near, said),
            *(_tray(s, p, near, said) for p in (rules.RED, rules.BROWN)),
            *_cylinders(s, near),
            _die(s, near, said),
            _label(s, near, said),
            *([_pass_button(said)] if notation.PASS in touches else []),
        ),
        touches=touches,
        moves=_moves(s, dict(zip(touches, actions, strict=False))),
        gradients=GRADIENTS,
        cell=(5, 2),
    )


def _legal(s: State, seat: int) -> list[int]:
    out = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    return [int(action) for action in out[: kernels.legal(s, seat, out)]]


def _touches(s: State, actions: list[int]) -> dict[str, tuple[str, ...]]:
    """A move is meant by its square and where it leads; passing, by a button."""
    touches: dict[str, tuple[str, ...]] = {}
    for action in actions:
        if action == rules.PASS:
            touches[notation.PASS] = ("pass",)
        else:
            origin, target = s.at[s.seat, rules.piece_of(action)], rules.target_of(s, s.seat, action)
            touches[notation.write(s, s.seat, action)] = (notation.square_name(origin), notation.square_name(target))
    return touches


def _moves(s: State, actions: dict[str, int]) -> dict[str, str]:
    """Each with its cylinder, unless that is replaced by another where it arrives (WM-16)."""
    moves: dict[str, str] = {}
    for written, action in actions.items():
        piece = rules.piece_of(action)
        if action != rules.PASS and not rules.is_promoted(s, s.seat, piece, rules.target_of(s, s.seat, action)):
            moves[written] = _cylinder_id(s.seat, piece)
    return moves


def _place(square: int, near: int) -> tuple[float, float]:
    """The middle of a square, with the near seat's back row at the bottom."""
    column, row = int(square) % rules.SIZE + 0.5, int(square) // rules.SIZE + 0.5
    return (column, rules.SIZE - row) if near == rules.RED else (rules.SIZE - column, row)


# --- what is going on -------------------------------------------------------------------------------------------------


def _status(s: State, stuck: bool, said: Texts) -> str:
    passed = s.turns > 0 and s.winner == rules.NOBODY and s.trail[0, 0] == rules.OFF
    before = said("status.passed", other=_name(1 - s.seat, said)) + " " if passed else ""
    facts = {"who": _name(s.seat, said), "roll": s.roll, "turns": s.turns, "n": s.rest or s.roll}
    return before + said(f"status.{_state_of_play(s, stuck)}", **facts)


def _name(p: int, said: Texts) -> str:
    return said[f"seat.{SEATS[p]}"]


def _state_of_play(s: State, stuck: bool) -> str:
    """Which sentence tells it."""
    if s.winner != rules.NOBODY:
        return "draw" if s.winner == rules.DRAW else "master" if s.goal == rules.MASTER else "all"
    if s.roll == 0:
        return "to-roll"
    if stuck:
        return "stuck"
    if s.rest:
        return "rest"
    return "six" if s.roll == rules.SIX else "rolled"


def _chances(s: State, p: int, seat: int, said: Texts) -> str:
    """How far a side is from losing: the rolls that take its Master, or its pieces where all are to be taken."""
    if s.goal == rules.ALL:
        return said("aim.left", who=said["aim.you"] if p == seat else _name(p, said), n=s.left[p])
    whose, square = "yours" if p == seat else "theirs", s.at[p, rules.ringed(s, p)]
    distances = insight.threats(s, 1 - p, square, rules.OFF)
    rolls = [str(n) for n in range(2, rules.SIX + 1) if distances >> n & 1 or (n == rules.SIX and distances)]
    fate = "taken" if square == rules.OFF else "danger" if rolls else "safe"
    return said(f"aim.{whose}.{fate}", who=_name(p, said), rolls=", ".join(rolls))


# --- the board --------------------------------------------------------------------------------------------------------


@cache
def _furniture(near: int) -> tuple[Item, ...]:
    """The wood around the board and beneath the trays, and the names of columns and rows."""
    return *_wood(), *_coordinates(near)


def _wood() -> Iterator[Item]:
    inlay: dict[str, Paint] = {"fill": "none", "stroke": "#a8794f", "stroke_width": 0.025}
    yield Item(
        "frame",
        -FRAME + WIDTH / 2,
        MIDDLE,
        (
            rect(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT, rx=0.22, fill="url(#wm-walnut)"),
            rect(-WIDTH / 2 + 0.06, -HEIGHT / 2 + 0.06, WIDTH - 0.12, HEIGHT - 0.12, rx=0.17, **inlay),
        ),
        ground=WALNUT,
        size=(WIDTH, HEIGHT),
    )
    edges = rect(-4.57, -4.57, 9.14, 9.14, rx=0.07, fill="#2e1a0e"), rect(-4.51, -4.51, 9.02, 9.02, fill="#b98e5b")
    yield Item("edge", MIDDLE, MIDDLE, edges)
    yield Item(
        "side",
        SIDE,
        MIDDLE,
        (rect(-1.04, -4.54, 2.08, 9.08, rx=0.14, fill="#2e1a0e"), rect(-1, -4.5, 2, 9, rx=0.1, fill="url(#wm-linen)")),
        ground=LINEN,
        size=(TRAY_WIDTH + 0.2, rules.SIZE),
    )


def _coordinates(near: int) -> Iterator[Item]:
    for i in range(rules.SIZE):
        x, y = _place(i * (rules.SIZE + 1), near)
        yield _coordinate("column-", "abcdefghi"[i], x, rules.SIZE + 0.3)
        yield _coordinate("row-", str(i + 1), -0.3, y)


def _coordinate(kind: str, name: str, x: float, y: float) -> Item:
    return Item(kind + name, x, y, (text(0, 0, name, 0.26, fill="#e3c59a"),), glyph=name, colour="#e3c59a", kind="text")


def _squares(s: State, near: int, said: Texts) -> Iterator[Item]:
    trodden = set(s.trail.ravel().tolist())
    for square, cell in enumerate(s.board[: rules.SQUARES].tolist()):
        yield _square(square, square in trodden, _what_stands_here(s, cell, said), near)


@cache
def _square(square: int, trodden: bool, what: str, near: int) -> Item:
    x, y = _place(square, near)
    name = notation.square_name(square)
    colour = (HONEY if trodden else MAPLE)[square % 2]
    return Item(
        name,
        x,
        y,
        (rect(-0.49, -0.49, 0.98, 0.98, rx=0.03, fill=colour),),
        words=f"{name}, {what}",
        kind="place",
        glyph="[ · ]" if trodden else "·",
        colour=INK,
        ground=colour,
    )


def _what_stands_here(s: State, cell: int, said: Texts) -> str:
    if cell == rules.EMPTY:
        return said["scene.empty"]
    p = rules.RED if rules.is_of(cell, rules.RED) else rules.BROWN
    return said[f"piece.{kind_of(s, p, rules.piece_on(cell))}.{SEATS[p]}"]


@cache
def _grain() -> Item:
    """The grain of the wood, in one stroke."""
    curves = (
        f"M0 {0.3 + 0.71 * i:.2f}c2-{0.1 + i % 3 * 0.07:.2f} 4.5 {0.12 + i % 4 * 0.06:.2f} 9-{i % 5 * 0.05:.2f}"
        for i in range(13)
    )
    return Item("grain", 0, 0, (path("".join(curves), fill="none", stroke="#8a5a2c", stroke_width=0.03, opacity=0.13),))


def _trail(s: State, near: int, said: Texts) -> Iterator[Item]:
    """The moves of the last turn, one arrow each; a divided six leaves two."""
    for i, (origin, target) in enumerate(s.trail, start=1):
        if origin != rules.OFF:
            (x, y), (to_x, to_y) = _place(origin, near), _place(target, near)
            words = said("scene.trail", origin=notation.square_name(origin), target=notation.square_name(target))
            yield Item(f"trail-{i}", x, y, _arrow(to_x - x, to_y - y), words=words, kind="mark")


def _arrow(x: float, y: float) -> tuple[Shape, ...]:
    """An arrow from here to just before a place so far away, which a cylinder hides."""
    length = hypot(x, y)
    ahead, aside = (x / length, y / length), (-y / length, x / length)
    tip = length - 0.42

    def point(along: float, across: float) -> str:
        return f"{along * ahead[0] + across * aside[0]:.2f} {along * ahead[1] + across * aside[1]:.2f}"

    head = f"M{point(tip - 0.2, 0.13)}L{point(tip, 0)}L{point(tip - 0.2, -0.13)}"
    faint: dict[str, Paint] = {"opacity": 0.6, "pointer_events": "none"}
    stroke: dict[str, Paint] = {"fill": "none", "stroke": INK, "stroke_width": 0.065, "stroke_linecap": "round"}
    shaft = path(f"M{point(0.1, 0)}L{point(tip, 0)}{head}", stroke_linejoin="round", **stroke, **faint)
    return circle(0, 0, 0.1, fill=INK, **faint), shaft


# --- the cylinders ----------------------------------------------------------------------------------------------------


def kind_of(s: State, p: int, piece: int) -> str:
    if piece < rules.LARGE:
        return "waiting" if s.waits[p, piece] else "small"
    if piece != rules.ringed(s, p):
        return "large"
    return "master" if s.goal == rules.MASTER else "ringed"


def _cylinders(s: State, near: int) -> list[Item]:
    """All of them, the far ones first, since the near ones stand before them."""
    placed = [
        (*_place(s.at[p, piece], near), p, piece)
        for p in (rules.RED, rules.BROWN)
        for piece in range(rules.PIECES)
        if s.at[p, piece] != rules.OFF
    ]
    for p in (rules.RED, rules.BROWN):
        placed += _lay_in_tray(s, p, near)
    return [_cylinder(s, *found) for found in sorted(placed, key=lambda found: (found[1], found[0]))]


def _cylinder(s: State, x: float, y: float, p: int, piece: int) -> Item:
    kind = kind_of(s, p, piece)
    on_board = s.at[p, piece] != rules.OFF
    return Item(
        _cylinder_id(p, piece),
        x,
        y,
        (*_body(p, small=piece < rules.LARGE), *_head(p, kind)),
        glyph=_glyph(p, kind) if on_board else "",
        colour=GOLD if kind in ("master", "ringed", "waiting") else IVORY,
        ground=CHIPS[p] if on_board else "",
        size=(0.2, 0.5) if kind == "small" else (0.6, 0.5),
        kind="piece",
        on=notation.square_name(s.at[p, piece]) if on_board else "",
    )


def _cylinder_id(p: int, piece: int) -> str:
    return f"{SEATS[p]}-{piece}"


def _glyph(p: int, kind: str) -> str:
    letter = "rb"[p] if kind in ("small", "waiting") else "RB"[p]
    return {"small": "{}", "waiting": "*{}*", "large": "{}"}.get(kind, "({})").format(letter)


@cache
def _body(p: int, small: bool) -> tuple[Shape, ...]:
    r, rise = (SMALL_SIZE, SMALL_RISE) if small else (LARGE_SIZE, LARGE_RISE)
    side = f"M{-r} {-rise / 2:.3f}v{rise:.3f}a{r} {r * TILT:.3f} 0 0 0 {2 * r:.3f} 0v{-rise:.3f}z"
    return (
        ellipse(0.05, rise / 2 + 0.06, r, r * TILT, fill="#2b1608", opacity=0.3),
        path(side, fill=f"url(#wm-{SEATS[p]}-side)"),
        ellipse(0, -rise / 2, r, r * TILT, fill=f"url(#wm-{SEATS[p]}-top)"),
        ellipse(0, -rise / 2, r - 0.012, (r - 0.012) * TILT, fill="none", stroke=EDGES[p], stroke_width=0.024),
    )


@cache
def _head(p: int, kind: str) -> tuple[Shape, ...]:
    """What tells one kind from another on the top: a groove, a bright ring, or a star of eight directions (WM-17)."""
    y = -(SMALL_RISE if kind in ("small", "waiting") else LARGE_RISE) / 2
    if kind == "small":
        return ()
    if kind == "waiting":
        rays = f"M0 {y - 0.17}v.34M-.17 {y}h.34M-.12 {y - 0.12}l.24 .24M-.12 {y + 0.12}l.24-.24"
        return (path(rays, stroke=GOLD, stroke_width=0.05, stroke_linecap="round"),)
    if kind == "large":
        return (ellipse(0, y, 0.24, 0.24 * TILT, fill="none", stroke=SIDES[p], stroke_width=0.022, opacity=0.6),)
    return (
        ellipse(0, y, 0.25, 0.25 * TILT, fill="none", stroke=SIDES[p], stroke_width=0.13),
        ellipse(0, y, 0.25, 0.25 * TILT, fill="none", stroke=GOLD, stroke_width=0.09),
    )


# --- beside the board -------------------------------------------------------------------------------------------------


def _tray_middle(p: int, near: int) -> float:
    return rules.SIZE - TRAY_HEIGHT / 2 if p == near else TRAY_HEIGHT / 2


def _off_board(s: State, p: int) -> tuple[list[int], list[int]]:
    """The large and the small cylinders of a side that are off the board, the one with the ring in front."""
    off = [piece for piece in range(rules.PIECES) if s.at[p, piece] == rules.OFF]
    off.sort(key=lambda piece: piece == rules.ringed(s, p))
    return [piece for piece in off if piece >= rules.LARGE], [piece for piece in off if piece < rules.LARGE]


def _tray(s: State, p: int, near: int, said: Texts) -> Item:
    kinds = [kind_of(s, p, piece) for pieces in _off_board(s, p) for piece in pieces]
    counts = {kind: kinds.count(kind) for kind in kinds}
    pieces = ", ".join(said(f"off.{kind}", n=count) for kind, count in counts.items())
    glyph = [_glyph(p, kind) + (f"×{count}" if count > 1 else "") for kind, count in counts.items()]
    return Item(
        f"tray-{SEATS[p]}",
        SIDE,
        _tray_middle(p, near),
        (rect(-0.9, -TRAY_HEIGHT / 2 + 0.1, 1.8, TRAY_HEIGHT - 0.2, rx=0.1, fill="#6b5232", opacity=0.13),),
        words=said(f"tray.{SEATS[p]}", pieces=pieces or said["tray.none"]),
        glyph="\n".join(glyph),
        colour=SIDES[p],
        size=(TRAY_WIDTH, TRAY_HEIGHT),
        kind="place",
    )


def _lay_in_tray(s: State, p: int, near: int) -> Iterator[tuple[float, float, int, int]]:
    """Where the cylinders off the board lie: large ones left, small ones right, the closer the more there are."""
    top, room = _tray_middle(p, near) - TRAY_HEIGHT / 2 + 0.6, TRAY_HEIGHT - 1.2
    for x, pieces in zip((SIDE - 0.42, SIDE + 0.42), _off_board(s, p), strict=True):
        step = min(0.62, room / max(1, len(pieces) - 1))
        for i, piece in enumerate(pieces):
            yield x, top + i * step, p, piece


_PIPS = ((), (4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 3, 6, 2, 5, 8))
"""For each roll, the places of its pips, counted along three rows of three."""

_ROLLED = "rotate(-8)"  # as a die comes to lie


def _die(s: State, near: int, said: Texts) -> Item:
    """It lies on the side of the player whose turn it is, without pips until it is rolled."""
    roll, rest = int(s.roll), int(s.rest)
    played = rules.SIX - rest if rest else 0
    state = "resting" if roll == 0 else "divided" if rest else "rolled"
    return Item(
        "die",
        SIDE,
        _beside(0.3, s.seat, near),
        (*_die_body(s.seat), *_die_pips(roll, played)) if roll else _resting_die(),
        words=said(f"die.{state}", who=_name(s.seat, said), roll=roll, rest=rest),
        glyph=_die_glyph(roll, played),
        colour=IVORY if roll else INK,
        ground=CHIPS[s.seat] if roll else IVORY,
        size=(1.4, 1.5),
        kind="die",
    )


def _resting_die() -> tuple[Shape, ...]:
    return _cube("url(#wm-ivory-top)", side="#9c8a66", edge="#fffdf6")


def _die_body(p: int) -> tuple[Shape, ...]:
    return _cube(f"url(#wm-{SEATS[p]}-top)", side=SIDES[p], edge=EDGES[p], transform=_ROLLED)


def _cube(top: str, side: str, edge: str, **turn: Paint) -> tuple[Shape, ...]:
    return (
        rect(-0.44, -0.36, 1.0, 1.0, rx=0.2, fill="#2b1608", opacity=0.28, **turn),
        rect(-0.5, -0.42, 1.0, 1.0, rx=0.2, fill=side, **turn),
        rect(-0.5, -0.52, 1.0, 1.0, rx=0.2, fill=top, stroke=edge, stroke_width=0.025, **turn),
    )


def _die_pips(roll: int, played: int) -> Iterator[Shape]:
    """The pips, hollow for the squares of a divided six that have been played."""
    full: dict[str, Paint] = {"fill": IVORY}
    hollow: dict[str, Paint] = {"fill": "none", "stroke": IVORY, "stroke_width": 0.025, "opacity": 0.6}
    for i, pip in enumerate(_PIPS[roll]):
        x, y = (pip % 3 - 1) * 0.27, (pip // 3 - 1) * 0.27 - 0.02
        yield circle(x, y, 0.085, **(hollow if i < played else full), transform=_ROLLED)


def _die_glyph(roll: int, played: int) -> str:
    face = [" "] * 9
    for i, pip in enumerate(_PIPS[roll]):
        face[pip] = "○" if i < played else "●"
    if roll == 0:
        face[4] = "?"
    return "\n".join(f"│{' '.join(face[row : row + 3])}│" for row in (0, 3, 6))


def _label(s: State, near: int, said: Texts) -> Item:
    """Beneath or above the die: whose it is, what a divided six leaves, or how the game has ended."""
    kind = "divided" if s.rest else "draw" if s.winner == rules.DRAW else "on" if s.winner == rules.NOBODY else "won"
    words = said(f"label.{kind}", who=_name(s.seat, said), rest=s.rest)
    y = _beside(1.3, s.seat, near)
    return Item("label", SIDE, y, (text(0, 0, words, 0.27, fill=INK),), glyph=words, colour=INK, kind="text")


def _beside(distance: float, p: int, near: int) -> float:
    """So far from the middle, towards a seat."""
    return MIDDLE + distance if p == near else MIDDLE - distance


def _pass_button(said: Texts) -> Item:
    shown, words = said["pass.button"], said["pass.words"]
    shapes = (
        rect(-0.8, -0.25, 1.6, 0.5, rx=0.25, fill=INK),
        text(0, 0, shown, 0.3, fill=IVORY),
    )
    return Item("pass", SIDE, MIDDLE - 1, shapes, words, f"[{shown}]", IVORY, INK, (1.6, 0.5), kind="button")
