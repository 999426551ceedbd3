"""How War of Masters is written: `e2-e5`, `e2xe5`, `e6-e9=L`, `pass`; a roll is `[5]`; a divided six `d2-d4,f1xf5`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from tablier.engine.game import Forbidden, Played
from tablier.engine.kernels import NATURE, State
from tablier.games.war_of_masters import rules

PASS = "pass"

_MOVE = re.compile(r"([a-i][1-9])([-x])([a-i][1-9])(=[Lw])?")
_ROLL = re.compile(r"\[([1-6])\]")
_WORD = re.compile(r"\[[^\]]*\]|[^\s,]+")


BACK = (0, rules.SIZE - 1)
"""The back rows, where alone anybody is promoted."""

_NAMES = tuple(column + row for row in "123456789" for column in "abcdefghi")


def square_name(square: int) -> str:
    return _NAMES[square]


def square_number(name: str) -> int:
    return (int(name[1]) - 1) * rules.SIZE + "abcdefghi".index(name[0])


def write(s: State, seat: int, action: int, viewer: int | None = None) -> str:
    if seat == NATURE:
        return f"[{action}]"
    return _write(s, seat, action, s.at[seat], s.board)


def write_all(s: State, seat: int, actions: Sequence[int]) -> list[str]:
    at, board = s.at[seat].tolist(), s.board.tolist()
    return [_write(s, seat, action, at, board) for action in actions]


def _write(s: State, seat: int, action: int, at: Sequence[int], board: Sequence[int]) -> str:
    """An action of a seat whose pieces are at these squares."""
    if action == rules.PASS:
        return PASS
    piece, targets = way_of(action)
    origin = int(at[piece])
    target = targets[origin]
    is_promoted = target // rules.SIZE in BACK and rules.is_promoted(s, seat, piece, target)
    return write_move(origin, target, board[target] != rules.EMPTY, promoted(s, seat) if is_promoted else "")


@cache
def way_of(action: int) -> tuple[int, list[int]]:
    """Which piece moves, and where to from each square."""
    return rules.piece_of(action), ways(rules.distance_of(action), action % len(rules.DIRECTIONS))


@cache
def ways(distance: int, direction: int) -> list[int]:
    """Where so far in a direction is, from each square: in plain numbers, with which Python is quicker."""
    targets: list[int] = rules.TARGETS[distance, :, direction].tolist()
    return targets


@lru_cache(maxsize=16384)
def write_move(origin: int, target: int, takes: bool, promotion: str) -> str:
    """A move, by what is known of it."""
    return _NAMES[origin] + ("x" if takes else "-") + _NAMES[target] + promotion


def promoted(s: State, seat: int) -> str:
    """What follows a move by which a small cylinder reaches the far row: it becomes a large one, or waits."""
    return "=w" if rules.spare(s, seat) == rules.OFF else "=L"


def read(s: State, seat: int, text: str) -> int:
    if seat == NATURE:
        if roll := _ROLL.fullmatch(text):
            return int(roll[1])
        raise ValueError("a roll is written [1] to [6]")
    if text == PASS:
        return rules.PASS
    if not (parts := _MOVE.fullmatch(text)):
        raise ValueError("a move is written e2-e5, with a capture e2xe5; without any legal move, pass")
    origin, target = square_number(parts[1]), square_number(parts[3])
    cell = s.board[origin]
    if not rules.is_of(cell, seat):
        raise Forbidden(6)
    across, up = target % rules.SIZE - origin % rules.SIZE, target // rules.SIZE - origin // rules.SIZE
    distance = max(abs(across), abs(up))
    if not (across in (0, distance, -distance) and up in (0, distance, -distance) and 1 <= distance <= rules.SIX):
        raise Forbidden(9)
    direction = rules.DIRECTIONS.index((across // distance, up // distance))
    return int((distance - 1) * rules.MOVES + rules.piece_on(cell) * 8 + direction)


def turn(s: State) -> int:
    return int(s.turns)


def write_line(played: Sequence[Played], after: State) -> str:
    rolls = [text for seat, text in played if seat == NATURE]
    moves = [text for seat, text in played if seat != NATURE]
    return " ".join([*rolls, ",".join(moves)]).strip()


def read_line(s: State, line: str) -> list[tuple[int | None, str]]:
    return [(None, word) for word in _WORD.findall(line)]
