"""Set-ups that serve well, for who would rather fight than place fifteen pawns: which placing comes next (MA-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablier.engine.kernels import State
from tablier.games.maestria import rules

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
    squares = sorted(_squares(s, seat), key=lambda square: (_depth(s, square), -_ground(s, square), square))
    rearmost = _depth(s, squares[-1])
    # A corner can be attacked from three sides only.
    home = min((q for q in squares if _depth(s, q) == rearmost), key=lambda q: (_neighbours(q), -_ground(s, q), q))
    squares.remove(home)
    return SetUp(dict(zip([*squares, home], SET_UPS[name], strict=True)), home)


def next_placing(s: State, seat: int, name: str, legal: Sequence[int]) -> int:
    """The legal placing that leads there; where pawns stand otherwise already, one that comes as near as it can."""
    wanted = set_up(s, seat, name)
    missing = {square: n - int(s.pawns[seat, square]) for square, n in wanted.pawns.items()}
    if s.general[seat] == rules.OFF:
        missing[wanted.home] -= 1  # that is its place
    return min(legal, key=lambda action: _detour(wanted, missing, action))


def _detour(wanted: SetUp, missing: dict[int, int], action: int) -> tuple[bool, int, int]:
    """How far a placing leads away: the less the better.

    The General comes last, so that the enemy learns late where it is; and if its square is taken, to one near it.
    """
    kind, square = divmod(action, rules.SQUARES)
    if kind == rules.GENERAL:
        return True, _steps(square, wanted.home), square
    return False, -missing[square], square


def _squares(s: State, seat: int) -> Iterator[int]:
    """MA-5: those of its colour in its camp."""
    return (square for square in range(rules.SQUARES) if rules.PLACES[s["shape"], square] == seat)


def _depth(s: State, square: int) -> int:
    """How many rows lie between a square and the border."""
    row, rows = rules.column_and_row(int(s["shape"]), square)[1], rules.extent(int(s["shape"]))[1]
    return max(row - rows // 2, rows // 2 - 1 - row)


def _ground(s: State, square: int) -> int:
    """MA-12: how many of the squares around it it beats, less those that beat it."""
    around = rules.TARGETS[rules.FIRST_WAY[square] : rules.FIRST_WAY[square + 1]]
    leads = [(int(rules.terrain(s, other)) - int(rules.terrain(s, square))) % 3 for other in around]
    return leads.count(1) - leads.count(2)


def _neighbours(square: int) -> int:
    return int(rules.FIRST_WAY[square + 1] - rules.FIRST_WAY[square])


def _steps(a: int, b: int) -> int:
    """How many moves lie between two squares."""
    (row, column), (other_row, other_column) = divmod(a, rules.COLUMNS), divmod(b, rules.COLUMNS)
    return max(abs(row - other_row), abs(column - other_column))
