"""Positions from diagrams, so that a test reads like the rule it holds.

    4 .   b3  .   b2G .   .       one line for each row that is not empty, the highest first, columns a to f
    2 .   .   .   .   w4  .       b3: three black pawns; w4: four white ones
    1 .   .   w1G .   .   .       G: the General is one of them

Pawns that are not drawn have fallen. Both Generals are always drawn.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from tablier.engine.kernels import State
from tablier.engine.position import Position
from tablier.games.maestria import rules
from tablier.games.maestria.notation import square_name, square_number

BLACK_WINS, WHITE_WINS, DRAWN = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (Fraction(1, 2), Fraction(1, 2))

SET_UP = [
    "S@c3", "S@c3", "S@c3", "S@e2", "S@e2", "S@e2",
    "S@a3", "S@a3", "S@b4", "S@e2", "S@a2", "S@a2",
    "S@b4", "S@b4", "S@d4", "S@c2", "S@c2", "S@c2",
    "G@d4", "S@d4", "S@d4", "G@d1", "S@d1", "S@d1",
    "S@f4", "S@f4", "S@e3", "S@f1", "S@f1", "S@b1",
]  # fmt: skip
"""A set-up from the first pawn to the last, that of the rules page."""

_CELL = re.compile(r"([bw])([1-9][0-9]?)(G?)")


def arrange(
    diagram: str, to_move: str = "black", points: int = rules.POINTS, turns: int = 0, **options: Any
) -> Position:
    """The position of a diagram, with one seat to move and so many points left to its turn."""
    position = Position("maestria", **options)
    s = position.record
    for square, (seat, count, general) in _drawn(s, diagram).items():
        s.pawns[seat, square] = count
        if general:
            assert s.general[seat] == rules.OFF, "a side has one General"
            s.general[seat] = square
    assert (s.general != rules.OFF).all(), "each side has its General"
    assert (s.pawns.sum(axis=1) <= rules.PAWNS).all(), "a side has fifteen pawns"
    s.in_hand[:] = 0
    s.phase, s.seat, s.points, s.turns = rules.MOVING, position.seats.index(to_move), points, turns
    return position


def after(*actions: str, **options: Any) -> Position:
    """The position that these actions lead to from the opening."""
    return play(Position("maestria", **options), *actions)


def play(position: Position, *actions: str) -> Position:
    """The same position, after these actions."""
    for action in actions:
        position.play(action)
    return position


def diagram(position: Position) -> str:
    """The diagram of a position, all rows, each cell as it is written without spaces around it."""
    lines = []
    columns, rows = rules.extent(int(position.record["shape"]))
    for row in range(rows, 0, -1):
        names = [f"{column}{row}" for column in "abcdef"[:columns]]
        lines.append(" ".join([str(row), *(pawns(position, name) for name in names)]))
    return "\n".join(lines)


def rows(text: str) -> str:
    """A diagram as a test draws it, in the form that `diagram` gives."""
    drawn = {line.split()[0]: line.split()[1:] for line in text.strip().splitlines()}
    return "\n".join(" ".join([row, *drawn.get(row, ["."] * rules.COLUMNS)]) for row in "4321")


def moves_from(position: Position, square: str) -> list[str]:
    """The moves and attacks from this square, as they are written."""
    return sorted(move for move in position.legal() if move.startswith(square))


def targets_of(position: Position, square: str) -> set[str]:
    """The squares that pawns may reach from this one."""
    return {move[3:5] for move in moves_from(position, square)}


def pawns(position: Position, square: str) -> str:
    """What stands on a square: `b3G`, or `.`."""
    return _cell(position, square_number(position.record, square))


def _drawn(s: State, text: str) -> dict[int, tuple[int, int, bool]]:
    drawn = {}
    for line in text.strip().splitlines():
        row, *cells = line.split()
        columns, _ = rules.extent(int(s["shape"]))
        assert len(cells) == columns, f"a row has {columns} squares: {line}"
        for column, cell in zip("abcdef", cells, strict=False):
            if cell != ".":
                parts = _CELL.fullmatch(cell)
                assert parts, f"{cell!r} is neither . nor like b3 or w1G"
                drawn[square_number(s, column + row)] = "bw".index(parts[1]), int(parts[2]), parts[3] == "G"
    return drawn


def _cell(position: Position, square: int) -> str:
    s = position.record
    assert not s.pawns[:, square].all(), f"both sides stand on {square_name(s, square)}"
    for seat, letter in enumerate("bw"):
        if count := s.pawns[seat, square]:
            return f"{letter}{count}{'G' if s.general[seat] == square else ''}"
    return "."
