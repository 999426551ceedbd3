"""Set-ups that serve well, for who would rather fight than place fifteen pawns: which placing comes next (MA-5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tablier.engine.kernels import State
from tablier.games.maestria import rules
from tablier.games.maestria.seen import Numbers

SET_UPS = {"balanced": (3, 2, 2, 2, 2, 4), "attack": (4, 3, 3, 1, 0, 4), "defence": (2, 2, 1, 2, 3, 5)}
"""How many pawns on each of a seat's squares: from the border to the rear, of each row the strongest ground first; the
last is the General's. Two rows of three on a wide board, three of two on a deep one."""


class SetUp(NamedTuple):
    """How a side is to stand."""

    pawns: dict[int, int]
    """How many on each of its squares, the General included."""
    home: int
    """The General's square."""


def set_up(s: State, seat: int, name: str) -> SetUp:
    """One of SET_UPS on this land."""
    return _set_up(int(s["shape"]), tuple(s.map.tolist()), seat, name)


@lru_cache(maxsize=256)  # it is asked for with every pawn that is placed, and the land stays
def _set_up(shape: int, letters: tuple[int, ...], seat: int, name: str) -> SetUp:
    terrains = [letters[spot] for spot in rules.SPOTS[shape]]
    depths = {square: _depth(shape, square) for square in range(rules.SQUARES) if rules.PLACES[shape, square] == seat}
    grounds = {square: _ground(terrains, square) for square in depths}
    squares = sorted(depths, key=lambda square: (depths[square], -grounds[square], square))
    rearmost = [square for square in squares if depths[square] == depths[squares[-1]]]
    # A corner can be attacked from three sides only.
    home = min(rearmost, key=lambda square: (len(_around(square)), -grounds[square], square))
    squares.remove(home)
    return SetUp(dict(zip([*squares, home], SET_UPS[name], strict=True)), home)


def next_placing(s: Numbers, seat: int, name: str, legal: Sequence[int]) -> int:
    """The legal placing that leads there; where pawns stand otherwise already, one that comes as near as it can.

    The General comes last, so that the enemy learns late where it is; and if its square is taken, to one near it.
    """
    wanted, mine = _set_up(s.shape, s.map, seat, name), s.pawns[seat]
    soldiers = [action for action in legal if action < rules.SQUARES]
    if not soldiers:
        return min(legal, key=lambda action: _steps(action - rules.SQUARES, wanted.home))
    missing = {square: n - mine[square] for square, n in wanted.pawns.items()}
    if s.general[seat] == rules.OFF:
        missing[wanted.home] -= 1  # that is its place
    return max(soldiers, key=missing.__getitem__)


def _depth(shape: int, square: int) -> int:
    """How many rows lie between a square and the border."""
    row, rows = rules.column_and_row(shape, square)[1], rules.extent(shape)[1]
    return max(row - rows // 2, rows // 2 - 1 - row)


def _ground(terrains: Sequence[int], square: int) -> int:
    """MA-12: how many of the squares around it it beats, less those that beat it."""
    leads = [(terrains[other] - terrains[square]) % 3 for other in _around(square)]
    return leads.count(1) - leads.count(2)


def _around(square: int) -> list[int]:
    around: list[int] = rules.TARGETS[rules.FIRST_WAY[square] : rules.FIRST_WAY[square + 1]].tolist()
    return around


def _steps(a: int, b: int) -> int:
    """How many moves lie between two squares."""
    (row, column), (other_row, other_column) = divmod(a, rules.COLUMNS), divmod(b, rules.COLUMNS)
    return max(abs(row - other_row), abs(column - other_column))
