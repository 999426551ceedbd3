"""How Maestria is written.

Placing `S@a3`, `G@b4`; moving `a3-b3*3`, with the General among the three `a3-b3*3G`; attacking `a3xb2*3`, `a3xb2*3G`;
answering `fight` or `retreat c1`; `end`. The dice of a fight are `[6 4 | 5 d2]`: attacker first, each side's ordinary
dice as rolled, then the special one with a d.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from tablier.engine.game import Played
from tablier.engine.kernels import NATURE, State
from tablier.games.maestria import rules

END, FIGHT, RETREAT = "end", "fight", "retreat"
KINDS = "SG"

_SQUARE = "[a-f][1-6]"
_PLACING = re.compile(rf"([{KINDS}])@({_SQUARE})")
_MOVE = re.compile(rf"({_SQUARE})([-x])({_SQUARE})\*([1-5])(G?)")
_RETREAT = re.compile(rf"{RETREAT} ({_SQUARE})")
_THROW = re.compile(r"\[([1-6])( [1-6])?( d[1-4])? \| ([1-6])( [1-6])?( d[1-4])?\]")
_WORD = re.compile(rf"\[[^\]]*\]|{RETREAT}\s+\S+|\S+")


def square_name(s: State, square: int) -> str:
    return name_of(int(s["shape"]), int(square))


@cache
def name_of(shape: int, square: int) -> str:
    """What a square of a board of this shape is called."""
    column, row = rules.column_and_row(shape, square)
    return "abcdef"[column] + str(row + 1)


def square_number(s: State, name: str) -> int:
    """The square of this name; raises ValueError if the board has none."""
    shape, column, row = int(s["shape"]), "abcdef".index(name[0]), int(name[1]) - 1
    columns, rows = rules.extent(shape)
    if column >= columns or row >= rows:
        raise ValueError(f"there is no square {name}: they go from a1 to {'abcdef'[columns - 1]}{rows}")
    return row * rules.COLUMNS + column if shape == rules.WIDE else column * rules.COLUMNS + row


def ends_of(action: int) -> tuple[int, int]:
    """The squares that a move or an attack leads from and to."""
    return ENDS[rules.way_of(action)]


ENDS: list[tuple[int, int]] = list(zip(rules.ORIGINS.tolist(), rules.TARGETS.tolist(), strict=True))
"""The same of each way."""


@cache
def names_of(shape: int, action: int) -> tuple[str, str]:
    """What these squares are called on a board of this shape."""
    origin, target = ends_of(action)
    return name_of(shape, origin), name_of(shape, target)


def write(s: State, seat: int, action: int, viewer: int | None = None) -> str:
    if seat == NATURE:
        return _write_throw(s, action)
    return written(int(s["shape"]), action, _attacks(action, s.pawns[1 - seat]))


def write_all(s: State, seat: int, actions: Sequence[int]) -> list[str]:
    shape, enemies = int(s["shape"]), s.pawns[1 - seat].tolist()
    return [written(shape, action, _attacks(action, enemies)) for action in actions]


def _attacks(action: int, enemies: Sequence[int]) -> bool:
    """Whether an action leads to where enemies are: so many on each square."""
    return rules.FIRST_MOVE <= action < rules.END and bool(enemies[ends_of(action)[1]])


@cache
def written(shape: int, action: int, attacks: bool) -> str:
    """How a player's action is written on a board of this shape; `attacks`: it leads to where enemies are."""
    if action < rules.FIRST_MOVE:
        return f"{KINDS[action // rules.SQUARES]}@{name_of(shape, action % rules.SQUARES)}"
    if action < rules.END:
        origin, target = names_of(shape, action)
        led = "G" if rules.led_of(action) else ""
        return f"{origin}{'x' if attacks else '-'}{target}*{rules.count_of(action)}{led}"
    if action < rules.RETREAT:
        return END if action == rules.END else FIGHT
    return f"{RETREAT} {name_of(shape, action - rules.RETREAT)}"


def _write_throw(s: State, action: int) -> str:
    second, special = rules.second_side(s), rules.special_side(s)
    sides = []
    for side, first in enumerate((action % rules.SIDES, action // rules.SIDES % rules.SIDES)):
        words = [str(first + 1)]
        if side == second:
            words.append(str(action // rules.PAIR % rules.SIDES + 1))
        if side == special:
            words.append(f"d{action // (rules.PAIR * rules.SIDES) + 1}")
        sides.append(" ".join(words))
    return f"[{sides[0]} | {sides[1]}]"


def read(s: State, seat: int, text: str) -> int:
    if seat == NATURE:
        return _read_throw(s, text)
    if text in (END, FIGHT):
        return rules.END if text == END else rules.FIGHT
    if parts := _PLACING.fullmatch(text):
        return KINDS.index(parts[1]) * rules.SQUARES + square_number(s, parts[2])
    if parts := _RETREAT.fullmatch(text):
        return rules.RETREAT + square_number(s, parts[1])
    if parts := _MOVE.fullmatch(text):
        return _read_move(s, *parts.groups())
    raise ValueError(_how_it_is_written(s))


def _read_move(s: State, origin: str, mark: str, target: str, count: str, led: str) -> int:
    way = rules.WAY[square_number(s, origin), square_number(s, target)]
    if way == rules.NONE:
        raise ValueError(f"a group moves one square, straight or diagonally, and {origin} and {target} do not touch")
    return int(rules.FIRST_MOVE + way * rules.GROUPS + (rules.FULL if led else 0) + int(count) - 1)


def _read_throw(s: State, text: str) -> int:
    """The dice of a throw; it is one only if each side rolls the dice it has a right to here (MA-10, MA-11, MA-12)."""
    parts = _THROW.fullmatch(text)
    second, special = rules.second_side(s), rules.special_side(s)
    wanted = [side == given for given in (second, special) for side in (rules.ATTACKER, rules.DEFENDER)]
    if not parts or [parts[i] is not None for i in (2, 5, 3, 6)] != wanted:
        raise ValueError(f"the dice of this fight are written like {_write_throw(s, rules.CHANCE_COUNT - 1)}")
    seconds, specials = parts[2] or parts[5], parts[3] or parts[6]
    extra = (int(specials[2:]) - 1 if specials else 0) * rules.SIDES + (int(seconds) - 1 if seconds else 0)
    return extra * rules.PAIR + (int(parts[4]) - 1) * rules.SIDES + int(parts[1]) - 1


def _how_it_is_written(s: State) -> str:
    if s.phase == rules.PLACING:
        return "a soldier is placed by S@a3, the General by G@b4"
    if s.phase == rules.ANSWERING:
        return "an attack is answered by fight, or by retreat c1"
    return "a move is written a3-b3*3, an attack a3xb2*3, with the General a3-b3*3G; the turn's end is written end"


def turn(s: State) -> int:
    """Three pawns placed are a turn of the set-up; the turns of the game follow."""
    placed = 2 * rules.PAWNS - int(sum(s.in_hand.tolist()))
    return placed // rules.HANDFUL + int(s.turns)


def write_line(played: Sequence[Played], after: State) -> str:
    return " ".join(text for _, text in played)


def read_line(s: State, line: str) -> list[tuple[int | None, str]]:
    return [(None, word) for word in _WORD.findall(line)]
