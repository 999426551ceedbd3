"""The picture of War of Masters: a wooden board turned towards the seat that looks, two trays, and the die.

Where there is room they are beside it, on a phone below. `art.svg` has what they look like.

A unit is a square. The board reaches from (0, 0) to (9, 9); x and y grow to the right and down. The words of a square
say what stands on it, so the cylinders themselves have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import hypot
from typing import NamedTuple

import numpy as np

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.engine.options import Settled
from tablier.games.war_of_masters import insight, notation, rules
from tablier.games.war_of_masters.game import GAME
from tablier.language import Texts
from tablier.picture.scene import Beat, Form, Item, Moment, Paint, Scene, Shape, circle, path, rect, text, use

# --- where things are -------------------------------------------------------------------------------------------------


class Layout(NamedTuple):
    """Where everything is that is not a square of the board."""

    board: str
    """Its symbol."""
    frame: float
    """The width of the wood around the board."""
    case: tuple[float, float, float, float]
    """Beside or below the board: its middle, its width, its height."""
    die: tuple[float, float]
    """Of the player who is near; the other's lies as far from the middle of the case, on the other side."""
    die_size: float
    label: tuple[float, float]
    near: tuple[float, float]
    """The tray of the player who is near; the other's lies opposite."""
    tray: tuple[float, float]
    """The width and height of a tray."""
    button: tuple[float, float]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left and upper edges of all of it, its width, its height."""
        x, y, width, height = self.case
        edge = self.frame
        right, bottom = max(rules.SIZE + edge, x + width / 2), max(rules.SIZE + edge, y + height / 2)
        return -edge, -edge, right + edge, bottom + edge

    def across(self, point: tuple[float, float], mine: bool) -> tuple[float, float]:
        """A place of the near player's, or the same of the other's."""
        if mine:
            return point
        _, y, width, height = self.case
        return (point[0], 2 * y - point[1]) if height > width else (rules.SIZE - point[0], point[1])


MIDDLE = rules.SIZE / 2
SIDE = 10.5  # the middle of the trays and the die, from left to right
LAYOUTS: dict[Form, Layout] = {
    "wide": Layout(
        board="board", frame=0.5, case=(SIDE, MIDDLE, 2.2, 10), die=(SIDE, MIDDLE + 0.3), die_size=1.3,
        label=(SIDE, MIDDLE + 1.3), near=(SIDE, 7.475), tray=(2.0, 3.05), button=(SIDE, MIDDLE - 1),
    ),
    "tall": Layout(
        board="board-narrow", frame=0.16, case=(MIDDLE, 10.12, 9.32, 1.9), die=(MIDDLE, 9.9), die_size=1.15,
        label=(MIDDLE, 10.75), near=(7.42, 10.12), tray=(3.2, 1.6), button=(MIDDLE, 10.75),
    ),
}  # fmt: skip

# --- colours ----------------------------------------------------------------------------------------------------------

SEATS = ("red", "brown")
TOPS = ("#cc4527", "#583826")  # lightness tells the sides apart without colour, too
DARK = ("#8e2417", "#23130a")
CHIPS = ("#b02c1c", "#452a1a")  # in a text drawing, where letters must be read on them
IVORY, GOLD, INK = "#fff4e0", "#ffd95c", "#4b2f19"
WALNUT, LINEN, MAPLE, HONEY = "#5b3821", "#d6c49d", ("#eed7ae", "#e2c493"), ("#f3d77f", "#e8c766")

# --- the scene --------------------------------------------------------------------------------------------------------


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch; a spectator sees it as Red does."""
    said, actions = GAME.words.texts(lang), _legal(s, int(s.seat))
    stuck = actions == [rules.PASS]
    touches = _touches(s, actions) if seat == s.seat else {}
    near, layout = rules.BROWN if seat == rules.BROWN else rules.RED, LAYOUTS[form]
    x, y, width, height = layout.box
    meant = dict(zip(touches, actions, strict=False))
    return Scene(
        x=x,
        y=y,
        width=width,
        height=height,
        beside=rules.SIZE,
        title=said("scene.title", turn=s.turns + (s.winner == rules.NOBODY)),
        status=_status(s, stuck, said),
        aim=GAME.aim(settled, lang, said[f"aim.{settled['goal']}"], *(_chances(s, p, seat, said) for p in (0, 1))),
        counts=tuple(said("count", n=n) for n in s.left),
        items=(
            *_furniture(form, near),
            *_squares(s, near, said),
            *_trail(s, near, said),
            *(_tray(s, p, near, layout, said) for p in (rules.RED, rules.BROWN)),
            *_cylinders(s, near, layout),
            *_dangers(s, near),
            _die(s, near, layout, said),
            _label(s, near, layout, said),
            *([_pass_button(layout, said)] if notation.PASS in touches else []),
        ),
        touches=touches,
        moves=_moves(s, meant),
        takes=_takes(s, meant),
        moment=_fall(s, near, said),
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


def _takes(s: State, actions: dict[str, int]) -> dict[str, str]:
    """Each with the square on which it meets a piece of the other side (WM-11)."""
    takes: dict[str, str] = {}
    for written, action in actions.items():
        if action != rules.PASS:
            target = rules.target_of(s, s.seat, action)
            if rules.is_of(s.board[target], 1 - s.seat):
                takes[written] = notation.square_name(target)
    return takes


def _fall(s: State, near: int, said: Texts) -> Moment | None:
    """How the Master was taken, where that has won the game (WM-5)."""
    if s.winner not in (rules.RED, rules.BROWN) or s.goal != rules.MASTER:
        return None
    squares = [int(target) for _, target in s.trail if target != rules.OFF]
    x, y = _place(squares[-1], near)
    burst = Item("fallen", x, y, (use("fallen", 0, 0, 2.4, 2.4),))
    return Moment(f"fall {s.turns}", (Beat(said("moment.fall", who=_name(s.winner, said)), (burst,), (), 1600),))


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
    rolls = list(map(str, _threats(s, p)))
    fate = "taken" if square == rules.OFF else "danger" if rolls else "safe"
    return said(f"aim.{whose}.{fate}", who=_name(p, said), rolls=", ".join(rolls))


def _threats(s: State, p: int) -> list[int]:
    """The rolls with which the Master of a side can be taken."""
    distances = insight.threats(s, 1 - p, s.at[p, rules.ringed(s, p)], rules.OFF)
    return [n for n in range(2, rules.SIX + 1) if distances >> n & 1 or (n == rules.SIX and distances)]


# --- the board --------------------------------------------------------------------------------------------------------


@cache
def _furniture(form: Form, near: int) -> tuple[Item, ...]:
    """The board and the wood beside it; where there is room, the names of columns and rows."""
    layout = LAYOUTS[form]
    x, y, width, height = layout.case
    size = rules.SIZE + 2 * layout.frame
    board = Item(
        "board", MIDDLE, MIDDLE, (use(layout.board, 0, 0, size, size),), ground=WALNUT, size=(layout.box[2], size)
    )
    case = Item("case", x, y, (use("case", 0, 0, width, height),), ground=LINEN, size=(2.2, rules.SIZE))
    return (board, case, *(_coordinates(near) if form == "wide" else ()))


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
        (rect(-0.5, -0.5, 1, 1, fill="transparent"), *([use("trodden", 0, 0, 1, 1)] if trodden else [])),
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


def _dangers(s: State, near: int) -> Iterator[Item]:
    """A sign at each Master that the next roll may take."""
    if s.goal == rules.MASTER and s.winner == rules.NOBODY:
        for p in (rules.RED, rules.BROWN):
            if _threats(s, p):
                x, y = _place(s.at[p, rules.ringed(s, p)], near)
                yield Item(f"danger-{SEATS[p]}", x, y, (use("danger", -0.33, -0.31, 0.3, 0.3),), kind="mark")


def _cylinders(s: State, near: int, layout: Layout) -> list[Item]:
    """All of them, the far ones first, since the near ones stand before them."""
    placed = [
        (*_place(s.at[p, piece], near), p, piece)
        for p in (rules.RED, rules.BROWN)
        for piece in range(rules.PIECES)
        if s.at[p, piece] != rules.OFF
    ]
    for p in (rules.RED, rules.BROWN):
        placed += _lay_in_tray(s, p, near, layout)
    return [_cylinder(s, *found) for found in sorted(placed, key=lambda found: (found[1], found[0]))]


def _cylinder(s: State, x: float, y: float, p: int, piece: int) -> Item:
    kind = kind_of(s, p, piece)
    on_board = s.at[p, piece] != rules.OFF
    return Item(
        _cylinder_id(p, piece),
        x,
        y,
        (use(f"{SEATS[p]}-{kind}", 0, 0, 1, 1),),
        glyph=_glyph(p, kind) if on_board else "",
        colour=GOLD if kind in ("master", "ringed", "waiting") else IVORY,
        ground=CHIPS[p] if on_board else "",
        size=(0.2, 0.5) if kind == "small" else (0.6, 0.5),
        kind="piece",
        round=True,
        on=notation.square_name(s.at[p, piece]) if on_board else "",
    )


def _cylinder_id(p: int, piece: int) -> str:
    return f"{SEATS[p]}-{piece}"


def _glyph(p: int, kind: str) -> str:
    letter = "rb"[p] if kind in ("small", "waiting") else "RB"[p]
    return {"small": "{}", "waiting": "*{}*", "large": "{}"}.get(kind, "({})").format(letter)


# --- beside the board -------------------------------------------------------------------------------------------------


def _off_board(s: State, p: int) -> tuple[list[int], list[int]]:
    """The large and the small cylinders of a side that are off the board, the one with the ring in front."""
    off = [piece for piece in range(rules.PIECES) if s.at[p, piece] == rules.OFF]
    off.sort(key=lambda piece: piece == rules.ringed(s, p))
    return [piece for piece in off if piece >= rules.LARGE], [piece for piece in off if piece < rules.LARGE]


def _tray(s: State, p: int, near: int, layout: Layout, said: Texts) -> Item:
    kinds = [kind_of(s, p, piece) for pieces in _off_board(s, p) for piece in pieces]
    counts = {kind: kinds.count(kind) for kind in kinds}
    pieces = ", ".join(said(f"off.{kind}", n=count) for kind, count in counts.items())
    glyph = [_glyph(p, kind) + (f"×{count}" if count > 1 else "") for kind, count in counts.items()]
    return Item(
        f"tray-{SEATS[p]}",
        *layout.across(layout.near, p == near),
        (use("tray", 0, 0, *layout.tray),),
        words=said(f"tray.{SEATS[p]}", pieces=pieces or said["tray.none"]),
        glyph="\n".join(glyph),
        colour=DARK[p],
        size=(2.0, 3.05),
        kind="place",
    )


def _lay_in_tray(s: State, p: int, near: int, layout: Layout) -> Iterator[tuple[float, float, int, int]]:
    """Where the cylinders off the board lie: large ones first, then small ones, the closer the more there are."""
    (x, y), (width, height) = layout.across(layout.near, p == near), layout.tray
    is_upright = height > width
    room, apart = max(width, height) - 1.1, min(width, height) * 0.21
    for aside, pieces in zip((-apart, apart), _off_board(s, p), strict=True):
        step = min(0.62, room / max(1, len(pieces) - 1))
        for i, piece in enumerate(pieces):
            along = i * step - room / 2
            yield (x + aside, y + along, p, piece) if is_upright else (x + along, y + aside, p, piece)


_PIPS = ((), (4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 3, 6, 2, 5, 8))
"""For each roll, the places of its pips, counted along three rows of three."""

ROLLED = -8
"""How a die comes to lie, in degrees."""


def _die(s: State, near: int, layout: Layout, said: Texts) -> Item:
    """It lies on the side of the player whose turn it is, without pips until it is rolled."""
    roll, rest, size = int(s.roll), int(s.rest), layout.die_size
    played = rules.SIX - rest if rest else 0
    state = "resting" if roll == 0 else "divided" if rest else "rolled"
    name = SEATS[s.seat] if roll else "resting"
    return Item(
        "die",
        *layout.across(layout.die, s.seat == near),
        (use(f"die-{name}", 0, 0, size, size, turn=ROLLED if roll else 0), *_die_pips(roll, played, size)),
        words=said(f"die.{state}", who=_name(s.seat, said), roll=roll, rest=rest),
        glyph=_die_glyph(roll, played),
        colour=IVORY if roll else INK,
        ground=CHIPS[s.seat] if roll else IVORY,
        size=(1.4, 1.5),
        kind="die",
    )


def _die_pips(roll: int, played: int, size: float) -> Iterator[Shape]:
    """The pips, hollow for the squares of a divided six that have been played."""
    full: dict[str, Paint] = {"fill": IVORY}
    hollow: dict[str, Paint] = {"fill": "none", "stroke": IVORY, "stroke_width": 0.025, "opacity": 0.6}
    part = size / 1.3
    for i, pip in enumerate(_PIPS[roll]):
        x, y = (pip % 3 - 1) * 0.27 * part, ((pip // 3 - 1) * 0.27 - 0.02) * part
        yield circle(x, y, 0.085 * part, **(hollow if i < played else full), transform=f"rotate({ROLLED})")


def _die_glyph(roll: int, played: int) -> str:
    face = [" "] * 9
    for i, pip in enumerate(_PIPS[roll]):
        face[pip] = "○" if i < played else "●"
    if roll == 0:
        face[4] = "?"
    return "\n".join(f"│{' '.join(face[row : row + 3])}│" for row in (0, 3, 6))


def _label(s: State, near: int, layout: Layout, said: Texts) -> Item:
    """At the die: whose it is, what a divided six leaves, or how the game has ended."""
    kind = "divided" if s.rest else "draw" if s.winner == rules.DRAW else "on" if s.winner == rules.NOBODY else "won"
    words = said(f"label.{kind}", who=_name(s.seat, said), rest=s.rest)
    x, y = layout.across(layout.label, s.seat == near or layout.label[1] > rules.SIZE)
    return Item("label", x, y, (text(0, 0, words, 0.27, fill=IVORY),), glyph=words, colour=INK, kind="text")


def _pass_button(layout: Layout, said: Texts) -> Item:
    shown, words = said["pass.button"], said["pass.words"]
    shapes = (
        rect(-0.8, -0.25, 1.6, 0.5, rx=0.25, fill=INK, stroke=GOLD, stroke_width=0.03),
        text(0, 0, shown, 0.3, fill=IVORY),
    )
    return Item("pass", *layout.button, shapes, words, f"[{shown}]", IVORY, INK, (1.6, 0.5), kind="button")
