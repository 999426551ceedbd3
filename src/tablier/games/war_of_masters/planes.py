"""War of Masters as planes of the board, for programs that learn: seen from a seat, whose own side is at the bottom."""

from __future__ import annotations

from tablier.engine.kernels import Buffer, State, kernel
from tablier.games.war_of_masters.rules import ALL, BLOCKED, LARGE, OFF, PIECES, RED, SIX, SIZE, SQUARES, ringed

PLANES = (
    "own small cylinders",
    "own large cylinders",
    "own ringed cylinder",
    "small cylinders of the other",
    "large cylinders of the other",
    "ringed cylinder of the other",
    "the piece that played a first part",
    # the same on every square
    *(f"the die shows {roll}" for roll in range(1, SIX + 1)),
    "squares that complete a divided six, of six",
    "the seat is to act",
    "turns played, of those there are",
    "all are to be captured",
    "the path is blocked",
)

BOARD = (SIZE, SIZE)  # the row of one's own large cylinders first

OTHERS = 3  # from one's own pieces to those of the other
FIRST_PART = 2 * OTHERS
EVERYWHERE = FIRST_PART + 1  # the first of the planes that are the same on every square


@kernel
def planes(s: State, p: int, out: Buffer) -> None:
    out[:] = 0
    for side in range(2):
        for piece in range(PIECES):
            if s.at[side, piece] != OFF:
                put_piece(s, p, side, piece, out)
    if s.roll > 0:
        out[EVERYWHERE + s.roll - 1] = 1
    rest = EVERYWHERE + SIX
    out[rest] = s.rest / SIX
    out[rest + 1] = 1 if s.seat == p and s.roll > 0 else 0
    out[rest + 2] = s.turns / s.max_turns
    out[rest + 3] = 1 if s.goal == ALL else 0
    out[rest + 4] = 1 if s.path == BLOCKED else 0


@kernel
def put_piece(s: State, p: int, side: int, piece: int, out: Buffer) -> None:
    """Mark where a piece stands, on the planes of its kind; Brown looks from the other end."""
    square = s.at[side, piece] if p == RED else SQUARES - 1 - s.at[side, piece]
    row, column = square // SIZE, square % SIZE
    first = 0 if side == p else OTHERS
    out[first + (1 if piece >= LARGE else 0), row, column] = 1
    if piece == ringed(s, side):
        out[first + 2, row, column] = 1
    if side == s.seat and s.rest > 0 and piece == s.first:
        out[FIRST_PART, row, column] = 1
