"""How Master Citadel is written: an order `32 N`, the end of a discussion `silence`.

A round is `N:32N E:32E S:18S W:5NW -> NE`, or `-> -` where the pawn stays, with the orders in the sequence in which
they came. Where there are orders the discussion has ended, so `silence` stands in a line only while there is none. An
order that is not known yet is `?`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from tablier.engine.game import Forbidden, Played
from tablier.engine.kernels import State
from tablier.engine.words import shorten
from tablier.games.master_citadel import rules

SEATS = ("N", "E", "S", "W")
WAYS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STAYS = "-"
SILENCE = "silence"
UNKNOWN = "?"

_HOW_ORDER = "an order is written 32 N: a number from 0 to 999, a space, and one of N NE E SE S SW W NW"
_HOW_ROUND = (
    "a round is written N:32N E:32E S:18S W:5NW -> NE, or -> - if the pawn stays, without -> until all have written"
)

_ORDER = re.compile(r"([0-9]{1,9}) *([NS]?[EWO]?)", re.IGNORECASE)
_ENTRY = re.compile(r"([NESW]):([0-9]{1,3})(N|NE|E|SE|S|SW|W|NW)")


@cache
def order_name(order: int) -> str:
    return f"{order >> 3} {WAYS[order & 7]}"


def way_name(way: int) -> str:
    return STAYS if way == rules.STAYS else WAYS[way]


def write(s: State, seat: int, action: int, viewer: int | None = None) -> str:
    if action == rules.SILENCE:
        return SILENCE
    if viewer is None or viewer == seat or _is_last(s, seat):  # MC-5: when the last is in, everybody may know it
        return order_name(action)
    return UNKNOWN


def write_all(s: State, seat: int, actions: Sequence[int]) -> list[str]:
    return [SILENCE if action == rules.SILENCE else order_name(action) for action in actions]


def _is_last(s: State, seat: int) -> bool:
    """Whether only this seat has still to write."""
    orders = s.orders.tolist()
    return bool(orders[seat] == rules.NONE) and orders.count(rules.NONE) == 1


def read(s: State, seat: int, text: str) -> int:
    if text == SILENCE:
        return rules.SILENCE
    parts = _ORDER.fullmatch(text)
    way = parts[2].upper().replace("O", "W") if parts else ""  # a French west is understood, so as to be corrected
    if not parts or way not in WAYS:
        raise ValueError(f"{_HOW_ORDER}; the end of a discussion is written {SILENCE}")
    if int(parts[1]) > rules.MOST_POINTS:
        raise Forbidden(4)
    return int(parts[1]) * 8 + WAYS.index(way)


def turn(s: State) -> int:
    return int(s.rounds)


def write_line(played: Sequence[Played], after: State) -> str:
    orders = [(seat, text) for seat, text in played if text != SILENCE]
    if not orders:
        return SILENCE
    if len(orders) < rules.SEATS:
        return " ".join(_entry(seat, text) for seat, text in orders)
    return " ".join([*(_entry(seat, order_name(after.shown[seat])) for seat, _ in orders), "->", way_name(after.way)])


def _entry(seat: int, text: str) -> str:
    return f"{SEATS[seat]}:{text.replace(' ', '')}"


def read_line(s: State, line: str) -> list[tuple[int | None, str]]:
    entries, arrow, way = line.partition(" -> ")
    end_of_talk = int(rules.game_master(s)), SILENCE  # MC-14
    actions = [end_of_talk if word == SILENCE else _read_entry(word) for word in entries.split()]
    orders = {seat: text for seat, text in actions if text != SILENCE}
    if bool(arrow) != (len(orders) == rules.SEATS):
        raise ValueError(_HOW_ROUND)
    if arrow and way != (right := _outcome(orders, s.variant)):
        raise ValueError(f"these orders lead to -> {right}, not to -> {shorten(way)}")
    is_understood = s.phase == rules.DISCUSSION and orders and actions[0] != end_of_talk
    return [end_of_talk, *actions] if is_understood else [*actions]


def _read_entry(word: str) -> tuple[int, str]:
    if parts := _ENTRY.fullmatch(word):
        return SEATS.index(parts[1]), f"{parts[2]} {parts[3]}"
    raise ValueError(_HOW_ROUND)


def _outcome(orders: Mapping[int, str], variant: int) -> str:
    """Where a whole round takes the pawn."""
    given, force, fate = np.zeros((3, rules.SEATS), dtype=np.int32)
    for seat in range(rules.SEATS):
        number, way = orders[seat].split()
        given[seat] = int(number) * 8 + WAYS.index(way)
    return way_name(rules.resolve(given, variant, force, fate))
