"""A position of War of Masters in plain numbers: read off its record once, whoever looks at it and however often.

With NumPy's numbers the same would take ten times as long. Rows of the board are bytes, a square each: they are what
groups of things in a picture are found again by, many times an action.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.games.war_of_masters import insight, notation, rules
from tablier.games.war_of_masters.game import GAME

SEATS = ("red", "brown")
SIDES = (rules.RED, rules.BROWN)
KINDS = ("small", "waiting", "large", "master", "ringed")

IDS = tuple(tuple(f"{seat}-{piece}" for piece in range(rules.PIECES)) for seat in SEATS)
"""Of each side: what its pieces are called in a picture."""

Rings = tuple[int, int, int]
"""The goal of the game, and of each side the piece with the ring."""

WAITS = 128
"""What a cell of the board has besides if a cylinder waits there."""
CELLS = 256
"""A cell with it is below this."""

TRODDEN, SHOWN = 16, 32
"""What is shown on a square: 0, or 1 and more for a kind of Red's pieces, then of Brown's; and so much more if a move
of the last turn began or ended there."""

Lying = tuple[tuple[int, str], ...]
"""Pieces that are off the board, and of what kind; the one with the ring in front."""


class Numbers(NamedTuple):
    """The fields of a record, as `rules.RECORD` has them; those of both sides one after the other."""

    goal: int
    path: int
    ring: list[int]
    max_turns: int
    board: list[int]
    at: list[int]
    waits: list[int]
    left: list[int]
    seat: int
    roll: int
    rest: int
    first: int
    turns: int
    winner: int
    trail: list[int]


class Meant(NamedTuple):
    """What there is to touch."""

    stuck: bool
    touches: dict[str, tuple[str, ...]]
    moves: dict[str, str]
    takes: dict[str, str]


NOTHING = Meant(False, {}, {}, {})
"""For who may do nothing."""


class Seen(NamedTuple):
    """A position in plain numbers and words of no language. It is the same for all who look, and is made once."""

    s: Numbers
    rings: Rings
    masters: tuple[int, int]
    """Where those with the ring stand."""
    rows: list[bytes]
    """Of each row its cells; those of cylinders that wait are marked by WAITS."""
    kinds: list[bytes]
    """Of each row what is shown on its squares."""
    lying: list[tuple[Lying, Lying]]
    """Of each side: its large and its small cylinders that are off the board."""
    trail: tuple[tuple[int, int], ...]
    """The moves of the last turn: from where, and where to."""
    threats: list[tuple[int, ...]]
    """Of each side: the rolls with which its Master can be taken."""
    meant: Meant


@lru_cache(maxsize=64)  # for as long as those who look at it are shown it
def seen(record: bytes) -> Seen:
    s = Numbers._make(_FIELDS(memoryview(record).cast("i").tolist()))
    rings = s.goal, rules.LARGE + s.ring[rules.RED], rules.LARGE + s.ring[rules.BROWN]
    sides = s.at[: rules.PIECES], s.at[rules.PIECES :]
    masters = sides[rules.RED][rings[1]], sides[rules.BROWN][rings[2]]
    waiting = [place for place, waits in enumerate(s.waits) if waits] if 1 in s.waits else []
    board, roams = _marked(s, waiting), {divmod(place, rules.PIECES) for place in waiting}
    return Seen(
        s=s,
        rings=rings,
        masters=masters,
        rows=_rows(board),
        kinds=_rows(_trodden(board.translate(_kinds(rings)), s.trail)),
        lying=[_off_board(p, sides[p], rings) for p in SIDES],
        trail=tuple((origin, target) for origin, target in (s.trail[:2], s.trail[2:]) if origin != rules.OFF),
        threats=[_ROLLS[_threats(s, 1 - p, sides[1 - p], roams, masters[p])] for p in SIDES],
        meant=_meant(record, s, sides[s.seat]),
    )


_FIELDS = kernels.picker(rules.RECORD, Numbers._fields)


# --- what stands and lies where ---------------------------------------------------------------------------------------


def _marked(s: Numbers, waiting: Iterable[int]) -> bytes:
    """The board, with a mark for cylinders that wait."""
    board = bytearray(s.board[: rules.SQUARES])
    for place in waiting:
        board[s.at[place]] |= WAITS
    return bytes(board)


def _trodden(kinds: bytes, trail: Iterable[int]) -> bytes:
    marked = bytearray(kinds)
    for square in trail:
        if square != rules.OFF:
            marked[square] |= TRODDEN
    return bytes(marked)


def _rows(board: bytes) -> list[bytes]:
    return [board[first : first + rules.SIZE] for first in range(0, rules.SQUARES, rules.SIZE)]


@lru_cache(maxsize=1024)
def _kinds(rings: Rings) -> bytes:
    """What is shown on a square, by what its cell is."""
    shown = bytearray(CELLS)
    for cell in range(1, CELLS):
        p, _, kind = piece_of(cell, rings)
        shown[cell] = 1 + p * len(KINDS) + KINDS.index(kind)
    return bytes(shown)


def piece_of(cell: int, rings: Rings) -> tuple[int, int, str]:
    """Whose piece stands on a square, which of its side's, and of what kind."""
    p, piece = int(rules.is_of(cell, rules.BROWN)), int(rules.piece_on(cell))
    return p, piece, _kind(p, piece, bool(cell & WAITS), rings)


def kind_of(s: State, p: int, piece: int) -> str:
    """What a piece of a side is."""
    rings = int(s.goal), int(rules.ringed(s, rules.RED)), int(rules.ringed(s, rules.BROWN))
    return _kind(p, piece, bool(s.waits[p, piece]), rings)


def _kind(p: int, piece: int, waits: bool, rings: Rings) -> str:
    if piece == rings[1 + p]:
        return "master" if rings[0] == rules.MASTER else "ringed"
    return "large" if piece >= rules.LARGE else "waiting" if waits else "small"


def _off_board(p: int, at: list[int], rings: Rings) -> tuple[Lying, Lying]:
    """The large and the small cylinders of a side that are off the board."""
    return _lying(p, tuple([piece for piece, square in enumerate(at) if square == rules.OFF]), rings)


@lru_cache(maxsize=4096)
def _lying(p: int, pieces: tuple[int, ...], rings: Rings) -> tuple[Lying, Lying]:
    in_sequence = sorted(pieces, key=lambda piece: piece == rings[1 + p])
    off = [(piece, _kind(p, piece, False, rings)) for piece in in_sequence]  # who waits is on the board
    return tuple(one for one in off if one[0] >= rules.LARGE), tuple(one for one in off if one[0] < rules.LARGE)


# --- what may happen --------------------------------------------------------------------------------------------------


def _threats(s: Numbers, p: int, at: list[int], roams: set[tuple[int, int]], goal: int) -> int:
    """The distances at which a piece of seat p could take a Master on this square, as `insight.threats` has them."""
    if goal == rules.OFF:
        return 0
    distances, small, large = 0, _AIMS[p][goal], _AIMS[insight.ROAMER][goal]
    for piece, square in enumerate(at):
        if not large[square]:
            continue
        bit = large[square] if piece >= rules.LARGE or (p, piece) in roams else small[square]
        if bit and (s.path != rules.BLOCKED or not any(map(s.board.__getitem__, _BETWEEN[square][goal]))):
            distances |= bit
    return distances


_AIMS: list[list[list[int]]] = (insight.AIM.transpose(0, 2, 1) & insight.FROM_TWO).tolist()
"""Of each kind of piece, for each square: from where it could take a Master there, as `insight.AIM` has it."""


def _between() -> list[list[tuple[int, ...]]]:
    """For each two squares on a line those that lie between them."""
    squares = range(rules.SQUARES)
    lines = insight.WAY.tolist()
    found: list[list[tuple[int, ...]]] = [[()] * rules.SQUARES for _ in squares]
    for origin in squares:
        for target in squares:
            if bit := int(insight.AIM[insight.ROAMER, origin, target]):
                steps = range(1, bit.bit_length() - 1)
                found[origin][target] = tuple(int(rules.TARGETS[n, origin, lines[origin][target]]) for n in steps)
    return found


_BETWEEN = _between()

_ROLLS = tuple(
    tuple(n for n in range(2, rules.SIX + 1) if distances >> n & 1 or (n == rules.SIX and distances))
    for distances in range(1 << rules.SIX + 1)
)
"""Those that serve for any of these distances."""


def _meant(record: bytes, s: Numbers, at: list[int]) -> Meant:
    """A move is meant by its square and where it leads. There can be two hundred: what they share is read once.

    `at`: where the pieces are of the seat to act.
    """
    position: State = np.frombuffer(bytearray(record), dtype=rules.RECORD)[0]  # compiled rules take what can be written
    actions = _legal(position, s.seat)
    if actions == [rules.PASS]:
        return Meant(True, {notation.PASS: (notation.PASS,)}, {}, {})
    meant, board, seat, promotion = Meant(False, {}, {}, {}), s.board, s.seat, ""
    for action in actions:
        piece, ways = _PARTS[action]
        origin = at[piece]
        target = ways[origin]
        takes = board[target] != rules.EMPTY  # WM-11
        text = _WRITTEN[takes][origin][target]
        if target // rules.SIZE in notation.BACK and rules.is_promoted(position, seat, piece, target):  # WM-16
            promotion = promotion or notation.promoted(position, seat)  # it is looked for where there is one
            text += promotion
        else:
            meant.moves[text] = IDS[seat][piece]
        meant.touches[text] = _FROM_TO[origin][target]
        if takes:
            meant.takes[text] = _NAMES[target]
    return meant


def _legal(s: State, seat: int) -> list[int]:
    room, _ = GAME.room
    actions: list[int] = room[: kernels.legal(s, seat, room)].tolist()
    return actions


_NAMES = tuple(notation.square_name(square) for square in range(rules.SQUARES))
_FROM_TO = tuple(tuple((origin, target) for target in _NAMES) for origin in _NAMES)
_WRITTEN = tuple(
    [
        [notation.write_move(origin, target, takes, "") for target in range(rules.SQUARES)]
        for origin in range(rules.SQUARES)
    ]
    for takes in (False, True)
)
"""Whether it takes something, from where, to where: how a move is written."""
_PARTS = [
    (rules.piece_of(a), notation.ways(rules.distance_of(a), a % len(rules.DIRECTIONS))) for a in range(rules.PASS)
]
"""Of each action: its piece, and where it leads from each square."""
