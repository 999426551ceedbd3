"""The picture of War of Masters: a wooden board turned towards the seat that looks, two trays, and the die.

Where there is room they are beside it, on a phone below. `art.svg` has what they look like.

A unit is a square. The board reaches from (0, 0) to (9, 9); x and y grow to the right and down. The words of a square
say what stands on it, so the cylinders themselves have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import hypot
from typing import NamedTuple, TypedDict

import numpy as np

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.engine.options import Settled
from tablier.games.war_of_masters import insight, notation, rules
from tablier.games.war_of_masters.game import GAME
from tablier.language import Texts
from tablier.picture.scene import (
    Beat,
    Form,
    Group,
    Grouped,
    Item,
    Moment,
    Paint,
    Scene,
    Shape,
    circle,
    path,
    rect,
    text,
    use,
)

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


Cells = tuple[int, ...]
"""What the board has on the squares of a row; a cylinder that waits is marked by WAITS."""

WAITS = 128

Rings = tuple[int, int, int]
"""The goal of the game, and of each side the piece with the ring."""

Lying = tuple[tuple[int, str], ...]
"""Pieces that are off the board, and of what kind; the one with the ring in front."""


class Seen(NamedTuple):
    """A position in plain numbers and words of no language. It is the same for all who look, and is made once."""

    s: State
    seat: int
    winner: int
    rings: Rings
    masters: tuple[int, int]
    """Where those with the ring stand."""
    rows: list[Cells]
    lying: list[tuple[Lying, Lying]]
    """Of each side: its large and its small cylinders that are off the board."""
    trail: tuple[tuple[int, int], ...]
    """The moves of the last turn: from where, and where to."""
    trodden: list[tuple[int, ...]]
    """In each row: the squares of these."""
    threats: list[tuple[int, ...]]
    """Of each side: the rolls with which its Master can be taken."""
    stuck: bool
    touches: dict[str, tuple[str, ...]]
    moves: dict[str, str]
    takes: dict[str, str]


@lru_cache(maxsize=64)  # for as long as those who look at it are shown it
def _seen(record: bytes) -> Seen:
    s: State = np.frombuffer(bytearray(record), dtype=rules.RECORD)[0]  # rules write in it, for as long as they count
    at, waits, rings, trail = s.at.tolist(), s.waits.tolist(), _rings(s), s.trail.tolist()
    masters = at[rules.RED][rings[1]], at[rules.BROWN][rings[2]]
    return Seen(
        s=s,
        seat=int(s.seat),
        winner=int(s.winner),
        rings=rings,
        masters=masters,
        rows=_rows(s.board.tolist(), at, waits),
        lying=[_off_board(p, at[p], waits[p], rings) for p in (rules.RED, rules.BROWN)],
        trail=tuple((origin, target) for origin, target in trail if origin != rules.OFF),
        trodden=_by_row({square for move in trail for square in move}),
        threats=[_threats(s, p, master) for p, master in enumerate(masters)],
        **_meant(s, at),
    )


class Meant(TypedDict):
    """What there is to touch."""

    stuck: bool
    touches: dict[str, tuple[str, ...]]
    moves: dict[str, str]
    takes: dict[str, str]


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch; a spectator sees it as Red does."""
    record, said = s.tobytes(), GAME.words.texts(lang)
    seen = _seen(record)
    touches = seen.touches if seat == seen.seat else {}
    near = rules.BROWN if seat == rules.BROWN else rules.RED
    x, y, width, height = LAYOUTS[form].box
    title, status, counts = _told(record, lang)
    return Scene(
        x=x,
        y=y,
        width=width,
        height=height,
        beside=rules.SIZE,
        title=title,
        status=status,
        aim=GAME.aim(settled, lang, said[f"aim.{settled['goal']}"], *(_chances(seen, p, seat, lang) for p in (0, 1))),
        counts=counts,
        items=Grouped(*_groups(record, near, form, lang), *([_pass(form, lang)] if notation.PASS in touches else [])),
        touches=touches,
        moves=seen.moves if touches else {},
        takes=seen.takes if touches else {},
        moment=_fall(seen, near, said) if seen.winner != rules.NOBODY else None,
        cell=(5, 2),
    )


@lru_cache(maxsize=64)
def _told(record: bytes, lang: str) -> tuple[str, str, tuple[str, ...]]:
    """What is said to everybody: the title, what is going on, what counts."""
    seen, said = _seen(record), GAME.words.texts(lang)
    s = seen.s
    title = said("scene.title", turn=s.turns + (s.winner == rules.NOBODY))
    return title, _status(s, seen.stuck, said), tuple(said("count", n=n) for n in s.left.tolist())


@lru_cache(maxsize=64)
def _groups(record: bytes, near: int, form: Form, lang: str) -> tuple[Group, ...]:
    """What is to be seen from one side of the board: it is the same for all who look from there."""
    seen, said = _seen(record), GAME.words.texts(lang)
    cylinders = [_cylinders(i, cells, near, seen.rings) for i, cells in enumerate(seen.rows)]
    return (
        _furniture(form, near),
        *[_row(i, seen.rows[i], seen.trodden[i], near, seen.rings, said) for i in range(rules.SIZE)],
        _trail(seen.trail, near, lang),
        *[_tray(seen.lying[p], p, near, form, lang) for p in (rules.RED, rules.BROWN)],
        *(cylinders if near == rules.BROWN else cylinders[::-1]),  # the far ones first
        *[_lie_in_tray(seen.lying[p], p, near, form) for p in (rules.RED, rules.BROWN)],
        _front(seen, near, form, lang),
    )


def _front(seen: Seen, near: int, form: Form, lang: str) -> Group:
    roll, rest = int(seen.s.roll), int(seen.s.rest)
    die = _die(seen.seat, roll, rest, near, form, lang)
    return Group([*_dangers(seen, near), die, _label(seen.seat, rest, seen.winner, near, form, lang)])


def _legal(s: State, seat: int) -> list[int]:
    out = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    actions: list[int] = out[: kernels.legal(s, seat, out)].tolist()
    return actions


def _meant(s: State, at: list[list[int]]) -> Meant:
    """A move is meant by its square and where it leads. There can be two hundred: what they share is read once."""
    seat, board, meant = int(s.seat), s.board.tolist(), Meant(stuck=False, touches={}, moves={}, takes={})
    actions = _legal(s, seat)
    if actions == [rules.PASS]:
        return {**meant, "stuck": True, "touches": {notation.PASS: ("pass",)}}
    promotion = ""  # it is looked for where there is one
    for action in actions:
        piece = rules.piece_of(action)
        origin = at[seat][piece]
        target = notation.ways(rules.distance_of(action), action % len(rules.DIRECTIONS))[origin]
        takes = board[target] != rules.EMPTY  # WM-11
        is_promoted = target // rules.SIZE in notation.BACK and rules.is_promoted(s, seat, piece, target)  # WM-16
        promotion = promotion or (notation.promoted(s, seat) if is_promoted else "")
        text = notation.write_move(origin, target, takes, promotion if is_promoted else "")
        meant["touches"][text] = _FROM_TO[origin][target]
        if not is_promoted:
            meant["moves"][text] = _IDS[seat][piece]
        if takes:
            meant["takes"][text] = notation.square_name(target)
    return meant


_NAMES = tuple(notation.square_name(square) for square in range(rules.SQUARES))
_FROM_TO = tuple(tuple((origin, target) for target in _NAMES) for origin in _NAMES)


def _fall(seen: Seen, near: int, said: Texts) -> Moment | None:
    """How the Master was taken, where that has won the game (WM-5)."""
    if seen.winner == rules.DRAW or seen.rings[0] != rules.MASTER:
        return None
    x, y = _place(seen.trail[-1][1], near)
    burst = Item("fallen", x, y, (use("fallen", 0, 0, 2.4, 2.4),))
    words = said("moment.fall", who=_name(seen.winner, said))
    return Moment(f"fall {seen.s.turns}", (Beat(words, (burst,), (), 1600),))


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


def _chances(seen: Seen, p: int, seat: int, lang: str) -> str:
    """How far a side is from losing: the rolls that take its Master, or its pieces where all are to be taken."""
    if seen.rings[0] == rules.ALL:
        said = GAME.words.texts(lang)
        return said("aim.left", who=said["aim.you"] if p == seat else _name(p, said), n=int(seen.s.left[p]))
    return _fate(p, p == seat, seen.masters[p] == rules.OFF, seen.threats[p], lang)


@lru_cache(maxsize=1024)
def _fate(p: int, is_mine: bool, is_taken: bool, threats: tuple[int, ...], lang: str) -> str:
    whose, fate = "yours" if is_mine else "theirs", "taken" if is_taken else "danger" if threats else "safe"
    said = GAME.words.texts(lang)
    return said(f"aim.{whose}.{fate}", who=_name(p, said), rolls=", ".join(map(str, threats)))


def _threats(s: State, p: int, master: int) -> tuple[int, ...]:
    """The rolls with which the Master of a side can be taken, which stands there."""
    distances = insight.threats_at_a_look(s, 1 - p, master)
    return _ROLLS[distances]


_ROLLS = tuple(
    tuple(n for n in range(2, rules.SIX + 1) if distances >> n & 1 or (n == rules.SIX and distances))
    for distances in range(1 << rules.SIX + 1)
)
"""Those that serve for any of these distances."""


# --- the board --------------------------------------------------------------------------------------------------------


@cache
def _furniture(form: Form, near: int) -> Group:
    """The board and the wood beside it; where there is room, the names of columns and rows."""
    layout = LAYOUTS[form]
    x, y, width, height = layout.case
    size = rules.SIZE + 2 * layout.frame
    board = Item(
        "board", MIDDLE, MIDDLE, (use(layout.board, 0, 0, size, size),), ground=WALNUT, size=(layout.box[2], size)
    )
    case = Item("case", x, y, (use("case", 0, 0, width, height),), ground=LINEN, size=(2.2, rules.SIZE))
    return Group((board, case, *(_coordinates(near) if form == "wide" else ())))


def _coordinates(near: int) -> Iterator[Item]:
    for i in range(rules.SIZE):
        x, y = _place(i * (rules.SIZE + 1), near)
        yield _coordinate("column-", "abcdefghi"[i], x, rules.SIZE + 0.3)
        yield _coordinate("row-", str(i + 1), -0.3, y)


def _coordinate(kind: str, name: str, x: float, y: float) -> Item:
    return Item(kind + name, x, y, (text(0, 0, name, 0.26, fill="#e3c59a"),), glyph=name, colour="#e3c59a", kind="text")


@lru_cache(maxsize=4096)
def _row(row: int, cells: Cells, trodden: tuple[int, ...], near: int, rings: Rings, said: Texts) -> Group:
    """The squares of a row, with words for what stands on them."""
    squares = enumerate(cells, row * rules.SIZE)
    return Group([_square(at, at in trodden, _standing(cell, rings), near, said) for at, cell in squares])


@lru_cache(maxsize=4096)
def _standing(cell: int, rings: Rings) -> str:
    """The words for what stands on a square."""
    if cell == rules.EMPTY:
        return "scene.empty"
    p, _, kind = _piece(cell, rings)
    return f"piece.{kind}.{SEATS[p]}"


@lru_cache(maxsize=16384)
def _square(square: int, trodden: bool, standing: str, near: int, said: Texts) -> Item:
    x, y = _place(square, near)
    name = notation.square_name(square)
    colour = (HONEY if trodden else MAPLE)[square % 2]
    return Item(
        name,
        x,
        y,
        (rect(-0.5, -0.5, 1, 1, fill="transparent"), *([use("trodden", 0, 0, 1, 1)] if trodden else [])),
        words=f"{name}, {said[standing]}",
        kind="place",
        glyph="[ · ]" if trodden else "·",
        colour=INK,
        ground=colour,
    )


def _trail(trail: tuple[tuple[int, int], ...], near: int, lang: str) -> Group:
    """The moves of the last turn, one arrow each; a divided six leaves two."""
    return Group([_step(i, *move, near, lang) for i, move in enumerate(trail, start=1)])


@lru_cache(maxsize=4096)
def _step(i: int, origin: int, target: int, near: int, lang: str) -> Item:
    (x, y), (to_x, to_y) = _place(origin, near), _place(target, near)
    names = {"origin": notation.square_name(origin), "target": notation.square_name(target)}
    words = GAME.words.texts(lang)("scene.trail", **names)
    return Item(f"trail-{i}", x, y, _arrow(to_x - x, to_y - y), words=words, kind="mark")


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
    """What a piece of a side is."""
    return _kind(p, piece, bool(s.waits[p, piece]), _rings(s))


def _kind(p: int, piece: int, waits: bool, rings: Rings) -> str:
    if piece == rings[1 + p]:
        return "master" if rings[0] == rules.MASTER else "ringed"
    return "large" if piece >= rules.LARGE else "waiting" if waits else "small"


def _rings(s: State) -> Rings:
    return int(s.goal), int(rules.ringed(s, rules.RED)), int(rules.ringed(s, rules.BROWN))


@lru_cache(maxsize=4096)
def _piece(cell: int, rings: Rings) -> tuple[int, int, str]:
    """Whose piece stands on a square, which of its side's, and of what kind."""
    p, piece = int(rules.is_of(cell, rules.BROWN)), int(rules.piece_on(cell & ~WAITS))
    return p, piece, _kind(p, piece, bool(cell & WAITS), rings)


def _dangers(seen: Seen, near: int) -> Iterator[Item]:
    """A sign at each Master that the next roll may take."""
    if seen.rings[0] == rules.MASTER and seen.winner == rules.NOBODY:
        for p in (rules.RED, rules.BROWN):
            if seen.threats[p]:
                yield _danger(p, seen.masters[p], near)


@cache
def _danger(p: int, square: int, near: int) -> Item:
    x, y = _place(square, near)
    return Item(f"danger-{SEATS[p]}", x, y, (use("danger", -0.33, -0.31, 0.3, 0.3),), kind="mark")


def _rows(board: list[int], at: list[list[int]], waits: list[list[int]]) -> list[Cells]:
    for p in (rules.RED, rules.BROWN):
        for piece in [piece for piece, is_waiting in enumerate(waits[p]) if is_waiting]:
            board[at[p][piece]] |= WAITS
    return [tuple(board[first : first + rules.SIZE]) for first in range(0, rules.SQUARES, rules.SIZE)]


def _by_row(squares: set[int]) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = [()] * rules.SIZE
    for square in sorted(squares - {rules.OFF}):
        rows[square // rules.SIZE] += (square,)
    return rows


@lru_cache(maxsize=4096)
def _cylinders(row: int, cells: Cells, near: int, rings: Rings) -> Group:
    """Those of a row, from the left to the right."""
    placed = [(square, cell) for square, cell in enumerate(cells, row * rules.SIZE) if cell != rules.EMPTY]
    left_to_right = placed if near == rules.RED else placed[::-1]
    return Group([_cylinder(*_place(square, near), *_piece(cell, rings), square) for square, cell in left_to_right])


@lru_cache(maxsize=16384)
def _cylinder(x: float, y: float, p: int, piece: int, kind: str, square: int) -> Item:
    on_board = square != rules.OFF
    return Item(
        _IDS[p][piece],
        x,
        y,
        (use(f"{SEATS[p]}-{kind}", 0, 0, 1, 1),),
        glyph=_glyph(p, kind) if on_board else "",
        colour=GOLD if kind in ("master", "ringed", "waiting") else IVORY,
        ground=CHIPS[p] if on_board else "",
        size=(0.2, 0.5) if kind == "small" else (0.6, 0.5),
        kind="piece",
        round=True,
        on=notation.square_name(square) if on_board else "",
    )


_IDS = tuple(tuple(f"{seat}-{piece}" for piece in range(rules.PIECES)) for seat in SEATS)


def _glyph(p: int, kind: str) -> str:
    letter = "rb"[p] if kind in ("small", "waiting") else "RB"[p]
    return {"small": "{}", "waiting": "*{}*", "large": "{}"}.get(kind, "({})").format(letter)


# --- beside the board -------------------------------------------------------------------------------------------------


def _off_board(p: int, at: list[int], waits: list[int], rings: Rings) -> tuple[Lying, Lying]:
    """The large and the small cylinders of a side that are off the board."""
    pieces = [piece for piece, square in enumerate(at) if square == rules.OFF]
    pieces.sort(key=lambda piece: piece == rings[1 + p])
    off = [(piece, _kind(p, piece, bool(waits[piece]), rings)) for piece in pieces]
    return tuple(one for one in off if one[0] >= rules.LARGE), tuple(one for one in off if one[0] < rules.LARGE)


@lru_cache(maxsize=1024)
def _tray(lying: tuple[Lying, Lying], p: int, near: int, form: Form, lang: str) -> Group:
    """The tray of a side, with words for what lies in it."""
    kinds = [kind for some in lying for _, kind in some]
    said, layout, counts = GAME.words.texts(lang), LAYOUTS[form], {kind: kinds.count(kind) for kind in kinds}
    pieces = ", ".join(said(f"off.{kind}", n=count) for kind, count in counts.items())
    glyph = [_glyph(p, kind) + (f"×{count}" if count > 1 else "") for kind, count in counts.items()]
    tray = Item(
        f"tray-{SEATS[p]}",
        *layout.across(layout.near, p == near),
        (use("tray", 0, 0, *layout.tray),),
        words=said(f"tray.{SEATS[p]}", pieces=pieces or said["tray.none"]),
        glyph="\n".join(glyph),
        colour=DARK[p],
        size=(2.0, 3.05),
        kind="place",
    )
    return Group([tray])


@lru_cache(maxsize=1024)
def _lie_in_tray(lying: tuple[Lying, Lying], p: int, near: int, form: Form) -> Group:
    """The cylinders off the board: large ones beside small ones, the closer the more there are, the far ones first."""
    layout = LAYOUTS[form]
    (x, y), (width, height) = layout.across(layout.near, p == near), layout.tray
    room, apart = max(width, height) - 1.1, min(width, height) * 0.21
    placed = []
    for aside, pieces in zip((-apart, apart), lying, strict=True):
        step = min(0.62, room / max(1, len(pieces) - 1))
        for i, (piece, kind) in enumerate(pieces):
            along = i * step - room / 2
            at = (y + along, x + aside) if height > width else (y + aside, x + along)
            placed.append((*at, piece, kind))
    return Group([_cylinder(x, y, p, piece, kind, rules.OFF) for y, x, piece, kind in sorted(placed)])


_PIPS = ((), (4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 3, 6, 2, 5, 8))
"""For each roll, the places of its pips, counted along three rows of three."""

ROLLED = -8
"""How a die comes to lie, in degrees."""


@cache
def _die(seat: int, roll: int, rest: int, near: int, form: Form, lang: str) -> Item:
    """It lies on the side of the player whose turn it is, without pips until it is rolled."""
    said, layout = GAME.words.texts(lang), LAYOUTS[form]
    size = layout.die_size
    played = rules.SIX - rest if rest else 0
    state = "resting" if roll == 0 else "divided" if rest else "rolled"
    name = SEATS[seat] if roll else "resting"
    return Item(
        "die",
        *layout.across(layout.die, seat == near),
        (use(f"die-{name}", 0, 0, size, size, turn=ROLLED if roll else 0), *_die_pips(roll, played, size)),
        words=said(f"die.{state}", who=_name(seat, said), roll=roll, rest=rest),
        glyph=_die_glyph(roll, played),
        colour=IVORY if roll else INK,
        ground=CHIPS[seat] if roll else IVORY,
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


@cache
def _label(seat: int, rest: int, winner: int, near: int, form: Form, lang: str) -> Item:
    """At the die: whose it is, what a divided six leaves, or how the game has ended."""
    kind = "divided" if rest else "draw" if winner == rules.DRAW else "on" if winner == rules.NOBODY else "won"
    said, layout = GAME.words.texts(lang), LAYOUTS[form]
    words = said(f"label.{kind}", who=_name(seat, said), rest=rest)
    x, y = layout.across(layout.label, seat == near or layout.label[1] > rules.SIZE)
    return Item("label", x, y, (text(0, 0, words, 0.27, fill=IVORY),), glyph=words, colour=INK, kind="text")


@cache
def _pass(form: Form, lang: str) -> Group:
    """The button to pass with."""
    said = GAME.words.texts(lang)
    shown, words = said["pass.button"], said["pass.words"]
    shapes = (
        rect(-0.8, -0.25, 1.6, 0.5, rx=0.25, fill=INK, stroke=GOLD, stroke_width=0.03),
        text(0, 0, shown, 0.3, fill=IVORY),
    )
    button = Item("pass", *LAYOUTS[form].button, shapes, words, f"[{shown}]", IVORY, INK, (1.6, 0.5), kind="button")
    return Group([button])
