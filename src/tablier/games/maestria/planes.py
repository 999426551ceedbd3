"""Maestria as planes of the board, for programs that learn: seen from a seat, whose own camp is at the beginning.

Rows and columns are those of a wide board; a deep one is the same, turned over its diagonal (see `rules.py`).
"""

from __future__ import annotations

from tablier.engine.kernels import Buffer, State, kernel
from tablier.games.maestria.rules import (
    ALWAYS,
    ANSWERING,
    COLUMNS,
    DIFFERENCE,
    FULL,
    MOVING,
    NONE,
    OFF,
    ORIGINS,
    PAWNS,
    PLACES,
    PLACING,
    POINTS,
    ROLLING,
    ROWS,
    SQUARES,
    TARGETS,
    WHITE,
    acting,
    count_of,
    terrain,
    way_of,
)

PLANES = (
    "own pawns, of five",
    "own General",
    "pawns of the other, of five",
    "General of the other",
    "plain",
    "forest",
    "mountain",
    "squares on which the seat may place pawns",
    "where an attack comes from, by its pawns of five",
    "where it goes",
    # the same on every square
    "pawns are placed",
    "pawns move",
    "an attack is to be answered",
    "dice are rolled",
    "the seat is to act",
    "points left, of five",
    "own pawns in hand, of all",
    "pawns of the other in hand, of all",
    "turns played, of those there are",
    "a square never holds more than five",
    "who loses a fight keeps the difference",
)

BOARD = (ROWS, COLUMNS)

OTHERS, TERRAIN, CAMP, ATTACK, EVERYWHERE = 2, 4, 7, 8, 10  # where their planes begin


@kernel
def planes(s: State, p: int, out: Buffer) -> None:
    out[:] = 0
    for square in range(SQUARES):
        row, column = place_of(p, square)
        out[0, row, column] = s.pawns[p, square] / FULL
        out[OTHERS, row, column] = s.pawns[1 - p, square] / FULL
        out[TERRAIN + terrain(s, square), row, column] = 1
        out[CAMP, row, column] = 1 if PLACES[s["shape"], square] == p else 0
    mark(p, s.general[p], 1, 1, out)
    mark(p, s.general[1 - p], OTHERS + 1, 1, out)
    if s.attack != NONE and s.phase in (ANSWERING, ROLLING):
        way = way_of(s.attack)
        mark(p, ORIGINS[way], ATTACK, count_of(s.attack) / FULL, out)
        mark(p, TARGETS[way], ATTACK + 1, 1, out)
    fill(s, p, out)


@kernel
def fill(s: State, p: int, out: Buffer) -> None:
    """What is the same on every square."""
    for i, phase in enumerate((PLACING, MOVING, ANSWERING, ROLLING)):
        out[EVERYWHERE + i] = 1 if s.phase == phase else 0
    rest = EVERYWHERE + 4
    out[rest] = 1 if s.phase != ROLLING and acting(s) == p else 0
    out[rest + 1] = s.points / POINTS
    out[rest + 2] = s.in_hand[p] / PAWNS
    out[rest + 3] = s.in_hand[1 - p] / PAWNS
    out[rest + 4] = s.turns / s.max_turns
    out[rest + 5] = 1 if s.cap == ALWAYS else 0
    out[rest + 6] = 1 if s.losses == DIFFERENCE else 0


@kernel
def place_of(p: int, square: int) -> tuple[int, int]:
    """Row and column; Black, whose camp is at the far end, looks from there."""
    seen = square if p == WHITE else SQUARES - 1 - square
    return seen // COLUMNS, seen % COLUMNS


@kernel
def mark(p: int, square: int, plane: int, value: float, out: Buffer) -> None:
    if square != OFF:
        row, column = place_of(p, square)
        out[plane, row, column] = value
