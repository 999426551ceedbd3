"""A position of War of Masters in plain numbers: read off its record once, whoever looks at it and however often.

With NumPy's numbers the same would take ten times as long. What stands and is shown on the squares is in bytes, one for
each: by them a picture finds what has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import compress
from struct import Struct
from typing import NamedTuple

import numpy as np

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.games.war_of_masters import insight, notation, rules
from tablier.games.war_of_masters.game import GAME
from tablier.picture.scene import Told

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

TRODDEN = 16
"""What is shown on a square: 1, or 2 and more for a kind of Red's pieces, then of Brown's; and so much more if a move
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
    touches: Mapping[str, tuple[str, ...]]
    moves: Mapping[str, str]
    takes: Mapping[str, str]


NOTHING = Meant(False, {}, {}, {})
"""For who may do nothing."""
STUCK = Meant(True, {notation.PASS: (notation.PASS,)}, {}, {})
"""For who has no move."""


class Seen(NamedTuple):
    """A position in plain numbers and words of no language. It is the same for all who look, and is made once."""

    s: Numbers
    rings: Rings
    masters: tuple[int, int]
    """Where those with the ring stand."""
    cells: bytes
    """Those of all squares, row by row from the far end as Red sees it; of cylinders that wait with WAITS."""
    kinds: bytes
    """What is shown on each square."""
    lying: tuple[tuple[Lying, Lying], tuple[Lying, Lying]]
    """Of each side: its large and its small cylinders that are off the board."""
    trail: tuple[tuple[int, int], ...]
    """The moves of the last turn: from where, and where to."""
    threats: tuple[tuple[int, ...], tuple[int, ...]]
    """Of each side: the rolls with which its Master can be taken."""
    meant: Meant


@lru_cache(maxsize=64)  # for as long as those who look at it are shown it
def seen(record: bytes) -> Seen:
    s = Numbers._make(_FIELDS(memoryview(record).cast("i").tolist()))
    rings = s.goal, rules.LARGE + s.ring[rules.RED], rules.LARGE + s.ring[rules.BROWN]
    places = bytes(s.at)
    red, brown = sides = places[: rules.PIECES], places[rules.PIECES :]
    masters = red[rings[1]], brown[rings[2]]
    waiting = [place for place, waits in enumerate(s.waits) if waits] if 1 in s.waits else []
    board, roams = _marked(s, waiting), {divmod(place, rules.PIECES) for place in waiting}
    return Seen(
        s=s,
        rings=rings,
        masters=masters,
        cells=b"".join(_ROWS.unpack(board)[::-1]),
        kinds=_trodden(board.translate(_kinds(rings)), s.trail),
        lying=(_off_board(rules.RED, red, rings), _off_board(rules.BROWN, brown, rings)),
        trail=tuple([(s.trail[i], s.trail[i + 1]) for i in (0, 2) if s.trail[i] != rules.OFF]),
        threats=(
            _ROLLS[_threats(s, rules.BROWN, brown, roams, masters[rules.RED])],
            _ROLLS[_threats(s, rules.RED, red, roams, masters[rules.BROWN])],
        ),
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


_ROWS = Struct(f"{rules.SIZE}s" * rules.SIZE)


@lru_cache(maxsize=1024)
def _kinds(rings: Rings) -> bytes:
    """What is shown on a square, by what its cell is."""
    shown = bytearray([1]) * CELLS
    for cell in range(1, CELLS):
        p, _, kind = piece_of(cell, rings)
        shown[cell] = 2 + p * len(KINDS) + KINDS.index(kind)
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


def _off_board(p: int, at: bytes, rings: Rings) -> tuple[Lying, Lying]:
    """The large and the small cylinders of a side that are off the board."""
    return _lying(p, at.translate(_IS_OFF), rings)


_IS_OFF = bytes([square == rules.OFF for square in range(256)])


@lru_cache(maxsize=4096)
def _lying(p: int, are_off: bytes, rings: Rings) -> tuple[Lying, Lying]:
    in_sequence = sorted(compress(range(rules.PIECES), are_off), key=lambda piece: piece == rings[1 + p])
    off = [(piece, _kind(p, piece, False, rings)) for piece in in_sequence]  # who waits is on the board
    return tuple(one for one in off if one[0] >= rules.LARGE), tuple(one for one in off if one[0] < rules.LARGE)


# --- what may happen --------------------------------------------------------------------------------------------------


def _threats(s: Numbers, p: int, at: bytes, roams: Collection[tuple[int, int]], goal: int) -> int:
    """The distances at which a piece of seat p could take a Master on this square, as `insight.threats` has them."""
    if goal == rules.OFF:
        return 0
    distances, small, near = 0, _AIMS[p][goal], at.translate(_ROAMING[goal])
    for piece, bit in enumerate(near):
        if not bit:
            continue
        square = at[piece]
        if piece < rules.LARGE and not small[square] and (p, piece) not in roams:
            continue
        if s.path != rules.BLOCKED or not any(map(s.board.__getitem__, _BETWEEN[square][goal])):
            distances |= bit
    return distances


_AIMS: list[list[list[int]]] = (insight.AIM.transpose(0, 2, 1) & insight.FROM_TWO).tolist()
"""Of each kind of piece, for each square: from where it could take a Master there, as `insight.AIM` has it."""
_ROAMING = [bytes(aims).ljust(256, b"\0") for aims in _AIMS[insight.ROAMER]]
"""The same of a piece that may go anywhere, in bytes."""


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


def _meant(record: bytes, s: Numbers, at: bytes) -> Meant:
    """A move is meant by its square and where it leads. There can be two hundred, made of what is written already.

    `at`: where the pieces are of the seat to act.
    """
    position: State = np.frombuffer(bytearray(record), dtype=rules.RECORD)[0]  # compiled rules take what can be written
    actions, seat = _legal(position, s.seat), s.seat
    if not actions or actions == [rules.PASS]:
        return STUCK if actions else NOTHING
    ids, board, touches, moves, takes = _IDS[seat], s.board, list[bytes](), list[bytes](), list[bytes]()
    for piece, ways in map(_PARTS.__getitem__, actions):
        target, on_empty, on_piece = ways[at[piece]]
        touch, text = on_empty if board[target] == rules.EMPTY else on_piece
        if target in _FAR and rules.is_promoted(position, seat, piece, target):  # WM-16
            touch = touch.replace(b'":', b'%b":' % notation.promoted(position, seat).encode())
            text = touch[: touch.index(b":") + 1]
        else:
            moves.append(text + ids[piece])
        touches.append(touch)
        if board[target] != rules.EMPTY:  # WM-11
            takes.append(text + _NAMES[target])
    return Meant(False, Told.join(touches), Told.join(moves), Told.join(takes))


def _legal(s: State, seat: int) -> list[int]:
    room, _ = GAME.room
    actions: list[int] = room[: kernels.legal(s, seat, room)].tolist()
    return actions


_FAR = frozenset(square for square in range(rules.SQUARES) if square // rules.SIZE in notation.BACK)
"""Where alone anybody is promoted."""
_NAMES = tuple(b'"%b"' % notation.square_name(square).encode() for square in range(rules.SQUARES))
_IDS = tuple(tuple(b'"%b"' % id.encode() for id in ids) for ids in IDS)


def _move(origin: int, target: int, takes: bool) -> tuple[bytes, bytes]:
    """What to touch for a move, and how it is written before what is told of it: both as JSON."""
    text = b'"%b":' % notation.write_move(origin, target, takes, "").encode()
    return b"%b[%b,%b]" % (text, _NAMES[origin], _NAMES[target]), text


def _ways(distance: int, direction: int) -> list[tuple[int, tuple[bytes, bytes], tuple[bytes, bytes]]]:
    """Where so far in a direction is, from each square; and a move there, onto an empty square or a piece."""
    targets = enumerate(notation.ways(distance, direction)[: rules.SQUARES])
    return [
        (target, _move(origin, target, False), _move(origin, target, True))
        if target != rules.OFF
        else (target, *_NO_MOVES)
        for origin, target in targets
    ]


_NO_MOVES = ((b"", b""), (b"", b""))
_WAYS = [[_ways(n, direction) for direction in range(len(rules.DIRECTIONS))] for n in range(1, rules.SIX + 1)]
_PARTS = [(rules.piece_of(a), _WAYS[rules.distance_of(a) - 1][a % len(rules.DIRECTIONS)]) for a in range(rules.PASS)]
"""Of each action: its piece, and where it leads from each square."""
