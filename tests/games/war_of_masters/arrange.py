"""Positions from diagrams, so that a test reads like the rule it holds.

    9 ....N....     one line for each row that is not empty, the highest first, columns a to i
    5 ..r..w...     r small, R large, M Master (or ringed), w small and waiting: Red's
    1 ....M....     b small, B large, N Master (or ringed), v small and waiting: Brown's

Pieces that are not drawn have been captured.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablier.engine.errors import IllegalAction
from tablier.engine.kernels import State
from tablier.engine.position import Position
from tablier.games.war_of_masters import rules
from tablier.games.war_of_masters.notation import square_name, square_number

SMALL, LARGE, RINGED, WAITING = ("rb", "RB", "MN", "wv")
"""The letters of each kind of piece, Red's then Brown's."""

RED_WINS = (Fraction(1), Fraction(0))
BROWN_WINS = (Fraction(0), Fraction(1))
DRAWN = (Fraction(1, 2), Fraction(1, 2))


def arrange(diagram: str, roll: int = 0, to_move: str = "red", turns: int = 0, **options: Any) -> Position:
    """The position of a diagram, with one seat to move (or to roll, where `roll` is 0)."""
    position = Position("war-of-masters", **options)
    s = position.record
    s.board[: rules.SQUARES] = rules.EMPTY
    s.at[:] = rules.OFF
    for square, letter in _drawn(diagram).items():
        seat, piece = _next_piece(s, letter)
        rules.put(s, seat, piece, square)
        s.waits[seat, piece] = letter in WAITING
    s.left[:] = (s.at != rules.OFF).sum(axis=1)
    s.seat, s.roll, s.turns = position.seats.index(to_move), roll, turns
    _see_that_it_can_arise(s)
    return position


def diagram(position: Position) -> str:
    """The diagram of a position."""
    s = position.record
    drawn = {}
    for seat in (rules.RED, rules.BROWN):
        for piece in range(rules.PIECES):
            if (square := int(s.at[seat, piece])) != rules.OFF:
                assert s.board[square] == rules.cell_of(seat, piece), "the board and the pieces agree"
                drawn[square] = _letter(s, seat, piece)
    lines = []
    for row in range(rules.SIZE, 0, -1):
        line = "".join(drawn.get((row - 1) * rules.SIZE + column, ".") for column in range(rules.SIZE))
        if line != "." * rules.SIZE:
            lines.append(f"{row} {line}")
    assert len(drawn) == (s.board[: rules.SQUARES] != rules.EMPTY).sum() == s.left.sum()
    return "\n".join(lines)


def rows(text: str) -> str:
    """A diagram written with indentation, as `diagram` gives it."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


def moves_from(position: Position, square: str) -> list[str]:
    """Where the piece on this square may go, as moves are written."""
    return sorted(move for move in position.legal() if move.startswith(square))


def where(position: Position, letter: str) -> list[str]:
    """The squares of the pieces that are drawn with this letter."""
    return sorted(square_name(square) for square, drawn in _drawn(diagram(position)).items() if drawn == letter)


def refused_by(position: Position, move: str) -> str:
    """The rule by which a move is refused; the move must not be on the list either."""
    assert move not in position.legal()
    with pytest.raises(IllegalAction) as refusal:
        position.play(move)
    return refusal.value.rule


def _drawn(text: str) -> dict[int, str]:
    drawn = {}
    for line in rows(text).splitlines():
        row, cells = line.split()
        assert len(cells) == rules.SIZE, f"a row has nine squares: {line}"
        for column, letter in zip("abcdefghi", cells, strict=True):
            if letter != ".":
                drawn[square_number(column + row)] = letter
    return drawn


def _next_piece(s: State, letter: str) -> tuple[int, int]:
    """A piece of this kind that is not on the board yet."""
    for kind in (SMALL, LARGE, RINGED, WAITING):
        if letter in kind:
            seat = kind.index(letter)
            ringed = rules.ringed(s, seat)
            numbers = {SMALL: range(rules.LARGE), WAITING: range(rules.LARGE), RINGED: (ringed,)}
            large = (piece for piece in range(rules.LARGE, rules.PIECES) if piece != ringed)
            return seat, next(piece for piece in numbers.get(kind, large) if s.at[seat, piece] == rules.OFF)
    raise AssertionError(f"no piece is drawn {letter!r}")


def _letter(s: State, seat: int, piece: int) -> str:
    if piece < rules.LARGE:
        return (WAITING if s.waits[seat, piece] else SMALL)[seat]
    return (RINGED if piece == rules.ringed(s, seat) else LARGE)[seat]


def _see_that_it_can_arise(s: State) -> None:
    for seat in (rules.RED, rules.BROWN):
        assert s.left[seat], "each side has a piece"
        assert s.goal == rules.ALL or s.at[seat, rules.ringed(s, seat)] != rules.OFF, "each side has its Master"
        assert not s.waits[seat].any() or rules.spare(s, seat) == rules.OFF, "none waits where a large one is available"
