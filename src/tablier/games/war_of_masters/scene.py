"""The picture of War of Masters: a wooden board turned towards the seat that looks, two trays, and the die.

Where there is room they are beside it, on a phone below. `art.svg` has what they look like.

A unit is a square. The board reaches from (0, 0) to (9, 9); x and y grow to the right and down. The words of a square
say what stands on it, so the cylinders themselves have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import hypot
from typing import Any, NamedTuple

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
BACK = (0, rules.SIZE - 1)
"""The back rows."""
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


Standing = tuple[int, int, int, str]
"""Where a piece stands, whose it is, which of its side's, and of what kind."""

Lying = tuple[tuple[int, str], ...]
"""Pieces that are off the board, and of what kind; the one with the ring in front."""


class Seen(NamedTuple):
    """A position in plain numbers and words of no language. It is the same for all who look, and is made once."""

    s: State
    rows: list[tuple[Standing, ...]]
    """What stands in each row, by its squares."""
    lying: list[tuple[Lying, Lying]]
    """Of each side: its large and its small cylinders that are off the board."""
    trodden: list[tuple[int, ...]]
    """In each row: where the moves of the last turn led, and from where."""
    threats: tuple[list[int], list[int]]
    """Of each side: the rolls with which its Master can be taken."""
    stuck: bool
    touches: dict[str, tuple[str, ...]]
    moves: dict[str, str]
    takes: dict[str, str]


@lru_cache(maxsize=64)  # for as long as those who look at it are shown it
def _seen(record: bytes) -> Seen:
    s: State = np.frombuffer(bytearray(record), dtype=rules.RECORD)[0]  # rules write in it, for as long as they count
    seat, at = int(s.seat), s.at.tolist()
    actions = _legal(s, seat)
    moves = _moves(s, at[seat], [action for action in actions if action != rules.PASS])
    kinds = [kinds_of(s, p) for p in (rules.RED, rules.BROWN)]
    trodden = set(s.trail.ravel().tolist())
    return Seen(
        s=s,
        rows=_rows(at, kinds),
        lying=[_off_board(at[p], kinds[p], int(rules.ringed(s, p))) for p in (rules.RED, rules.BROWN)],
        trodden=_by_row(trodden),
        threats=(_threats(s, rules.RED), _threats(s, rules.BROWN)),
        stuck=actions == [rules.PASS],
        touches=_touches(moves) if moves or not actions else {notation.PASS: ("pass",)},
        moves={text: _cylinder_id(seat, move.piece) for text, move in moves.items() if not move.is_promoted},
        takes={text: notation.square_name(move.target) for text, move in moves.items() if move.takes},
    )


class Move(NamedTuple):
    """What a move does, in plain numbers."""

    piece: int
    origin: int
    target: int
    takes: bool
    """Whether it meets a piece of the other side (WM-11)."""
    is_promoted: bool
    """Whether the cylinder is replaced by another where it arrives (WM-16)."""


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch; a spectator sees it as Red does."""
    record, said = s.tobytes(), GAME.words.texts(lang)
    seen = _seen(record)
    touches = seen.touches if seat == s.seat else {}
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
        aim=GAME.aim(settled, lang, said[f"aim.{settled['goal']}"], *(_chances(seen, p, seat, said) for p in (0, 1))),
        counts=counts,
        items=Grouped(*_groups(record, near, form, lang), *([_pass(form, lang)] if notation.PASS in touches else [])),
        touches=touches,
        moves=seen.moves if touches else {},
        takes=seen.takes if touches else {},
        moment=_fall(s, near, said),
        cell=(5, 2),
    )


@lru_cache(maxsize=64)
def _told(record: bytes, lang: str) -> tuple[str, str, tuple[str, ...]]:
    """What is said to everybody: the title, what is going on, what counts."""
    seen, said = _seen(record), GAME.words.texts(lang)
    s = seen.s
    title = said("scene.title", turn=s.turns + (s.winner == rules.NOBODY))
    return title, _status(s, seen.stuck, said), tuple(said("count", n=n) for n in s.left)


@lru_cache(maxsize=64)
def _groups(record: bytes, near: int, form: Form, lang: str) -> tuple[Group, ...]:
    """What is to be seen from one side of the board: it is the same for all who look from there."""
    seen, layout, said = _seen(record), LAYOUTS[form], GAME.words.texts(lang)
    s = seen.s
    far_to_near = seen.rows if near == rules.BROWN else seen.rows[::-1]
    front = (*_dangers(seen, near), _die(int(s.seat), int(s.roll), int(s.rest), near, form, lang))
    return (
        _furniture(form, near),
        *(_row(i, row, seen.trodden[i], near, said) for i, row in enumerate(seen.rows)),
        Group(_trail(s, near, lang)),
        *(_tray(seen.lying[p], p, near, form, lang) for p in (rules.RED, rules.BROWN)),
        *(_cylinders(row, near) for row in far_to_near),
        *(_lie_in_tray(seen.lying[p], p, near, form) for p in (rules.RED, rules.BROWN)),
        Group((*front, _label(s, near, layout, said))),
    )


def _legal(s: State, seat: int) -> list[int]:
    out = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    actions: list[int] = out[: kernels.legal(s, seat, out)].tolist()
    return actions


def _moves(s: State, at: list[int], actions: list[int]) -> dict[str, Move]:
    """Every move, as it is written. There can be two hundred: what they share is read once."""
    seat, board, moves = int(s.seat), s.board.tolist(), dict[str, Move]()
    if not actions:
        return moves
    promotion = notation.promoted(s, seat)
    every: Any = np.array(actions)
    targets: Any = rules.target_of(s, seat, every)
    for piece, target in zip(map(rules.piece_of, actions), targets.tolist(), strict=True):
        is_promoted = target // rules.SIZE in BACK and rules.is_promoted(s, seat, piece, target)
        move = Move(piece, at[piece], target, board[target] != rules.EMPTY, is_promoted)
        moves[notation.write_move(move.origin, target, move.takes, promotion if is_promoted else "")] = move
    return moves


def _touches(moves: dict[str, Move]) -> dict[str, tuple[str, ...]]:
    """A move is meant by its square and where it leads."""
    name = notation.square_name
    return {text: (name(move.origin), name(move.target)) for text, move in moves.items()}


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


def _chances(seen: Seen, p: int, seat: int, said: Texts) -> str:
    """How far a side is from losing: the rolls that take its Master, or its pieces where all are to be taken."""
    s = seen.s
    if s.goal == rules.ALL:
        return said("aim.left", who=said["aim.you"] if p == seat else _name(p, said), n=s.left[p])
    whose, square = "yours" if p == seat else "theirs", s.at[p, rules.ringed(s, p)]
    rolls = list(map(str, seen.threats[p]))
    fate = "taken" if square == rules.OFF else "danger" if rolls else "safe"
    return said(f"aim.{whose}.{fate}", who=_name(p, said), rolls=", ".join(rolls))


def _threats(s: State, p: int) -> list[int]:
    """The rolls with which the Master of a side can be taken."""
    distances = insight.threats_at_a_look(s, 1 - p, s.at[p, rules.ringed(s, p)])
    return [n for n in range(2, rules.SIX + 1) if distances >> n & 1 or (n == rules.SIX and distances)]


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
def _row(row: int, standing: tuple[Standing, ...], trodden: tuple[int, ...], near: int, said: Texts) -> Group:
    """The squares of a row, with words for what stands on them."""
    pieces = {square: f"piece.{kind}.{SEATS[p]}" for square, p, _, kind in standing}
    squares = range(row * rules.SIZE, (row + 1) * rules.SIZE)
    return Group(_square(at, at in trodden, pieces.get(at, "scene.empty"), near, said) for at in squares)


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


def _trail(s: State, near: int, lang: str) -> Iterator[Item]:
    """The moves of the last turn, one arrow each; a divided six leaves two."""
    for i, (origin, target) in enumerate(s.trail.tolist(), start=1):
        if origin != rules.OFF:
            yield _step(i, origin, target, near, lang)


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


def kinds_of(s: State, p: int) -> list[str]:
    """What the pieces of a side are."""
    kinds = ["waiting" if waits else "small" for waits in s.waits[p, : rules.LARGE].tolist()]
    kinds += ["large"] * (rules.PIECES - rules.LARGE)
    kinds[rules.ringed(s, p)] = "master" if s.goal == rules.MASTER else "ringed"
    return kinds


def _dangers(seen: Seen, near: int) -> Iterator[Item]:
    """A sign at each Master that the next roll may take."""
    s = seen.s
    if s.goal == rules.MASTER and s.winner == rules.NOBODY:
        for p in (rules.RED, rules.BROWN):
            if seen.threats[p]:
                yield _danger(p, int(s.at[p, rules.ringed(s, p)]), near)


@cache
def _danger(p: int, square: int, near: int) -> Item:
    x, y = _place(square, near)
    return Item(f"danger-{SEATS[p]}", x, y, (use("danger", -0.33, -0.31, 0.3, 0.3),), kind="mark")


def _rows(at: list[list[int]], kinds: list[list[str]]) -> list[tuple[Standing, ...]]:
    rows: list[list[Standing]] = [[] for _ in range(rules.SIZE)]
    for p in (rules.RED, rules.BROWN):
        for piece, (square, kind) in enumerate(zip(at[p], kinds[p], strict=True)):
            if square != rules.OFF:
                rows[square // rules.SIZE].append((square, p, piece, kind))
    return [tuple(sorted(row)) for row in rows]


def _by_row(squares: set[int]) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = [()] * rules.SIZE
    for square in sorted(squares - {rules.OFF}):
        rows[square // rules.SIZE] += (square,)
    return rows


@lru_cache(maxsize=4096)
def _cylinders(row: tuple[Standing, ...], near: int) -> Group:
    """Those of a row, from the left to the right."""
    placed = row if near == rules.RED else row[::-1]
    return Group(_cylinder(*_place(square, near), p, piece, square, kind) for square, p, piece, kind in placed)


@lru_cache(maxsize=16384)
def _cylinder(x: float, y: float, p: int, piece: int, square: int, kind: str) -> Item:
    on_board = square != rules.OFF
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
        on=notation.square_name(square) if on_board else "",
    )


def _cylinder_id(p: int, piece: int) -> str:
    return f"{SEATS[p]}-{piece}"


def _glyph(p: int, kind: str) -> str:
    letter = "rb"[p] if kind in ("small", "waiting") else "RB"[p]
    return {"small": "{}", "waiting": "*{}*", "large": "{}"}.get(kind, "({})").format(letter)


# --- beside the board -------------------------------------------------------------------------------------------------


def _off_board(at: list[int], kinds: list[str], ringed: int) -> tuple[Lying, Lying]:
    """The large and the small cylinders of a side that are off the board."""
    off = [(piece, kinds[piece]) for piece, square in enumerate(at) if square == rules.OFF and piece != ringed]
    if at[ringed] == rules.OFF:
        off.append((ringed, kinds[ringed]))
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
    return Group(_cylinder(x, y, p, piece, rules.OFF, kind) for y, x, piece, kind in sorted(placed))


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


def _label(s: State, near: int, layout: Layout, said: Texts) -> Item:
    """At the die: whose it is, what a divided six leaves, or how the game has ended."""
    kind = "divided" if s.rest else "draw" if s.winner == rules.DRAW else "on" if s.winner == rules.NOBODY else "won"
    words = said(f"label.{kind}", who=_name(s.seat, said), rest=s.rest)
    return _label_saying(words, *layout.across(layout.label, s.seat == near or layout.label[1] > rules.SIZE))


@lru_cache(maxsize=256)
def _label_saying(words: str, x: float, y: float) -> Item:
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
