"""A look at the table: what every part of the picture needs to know, and what things are called in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.games.master_islands import notation, rules
from tablier.games.master_islands.chart import Chart
from tablier.games.master_islands.table import Score, Table
from tablier.language import Texts
from tablier.picture.scene import Paint

COLOURS = ("yellow", "green", "red", "blue")
"""The words for each, by their number in the rules."""
INK, PALE, GOLD, SOFT, SEA = "#1d1c16", "#fffdf7", "#efc251", "#5f5949", "#a4d2c6"
TINTS = ("#fbe9a6", "#c9e7b8", "#f8cbb9", "#c3ddf5")  # of cards, in a text
DARKS = ("#6b4a00", "#1c5220", "#741810", "#123a6d")
NUMERALS: dict[str, Paint] = {"font_family": "Fraunces, Georgia, 'DejaVu Serif', serif", "font_weight": 700}
CELL = (6, 2)  # of a text drawing


@dataclass(frozen=True, slots=True)
class Look:
    """A look at the table: what every part of the picture needs to know, whoever looks."""

    known: bytes
    s: Table
    """The same, in plain numbers."""
    said: Texts
    seats: tuple[str, ...]
    """The seats' names, which stand for their colours."""
    chart: Chart

    def who(self, *seats: int) -> str:
        """What people call these seats."""
        return self.said.language.listed([self.said[f"seat.{self.seats[seat]}"] for seat in seats])

    @property
    def is_wide(self) -> bool:
        return self.chart.form == "wide"


@cache
def hand_id(kind: int) -> str:
    return f"hand {notation.card_name(kind)}"


@cache
def card_id(place: int) -> str:
    return f"card {notation.place_name(place)}"


@cache
def place_id(place: int) -> str:
    return f"place {notation.place_name(place)}"


def galleon_id(seat: str, letter: str) -> str:
    return f"galleon {seat} {letter}"


def winners_of(s: State) -> list[int]:
    parts = np.zeros(s.players, dtype=np.int64)
    kernels.shares(s, parts)
    return [int(p) for p in np.flatnonzero(parts)]


def round_words(s: Table | Score, said: Texts) -> str:
    return round_of(s.mission, s.rounds, said)


def round_of(mission: int, played: int, said: Texts) -> str:
    """Of a mission, after so many rounds."""
    rounds = rules.ROUNDS[mission]
    return said("scene.round", round=min(played + 1, rounds), rounds=rounds)


def card_words(kind: int, said: Texts) -> str:
    colour = said[f"colour.{COLOURS[rules.colour_of(kind)]}"]
    return said("card.name", colour=colour, value=rules.value_of(kind))


def fleet(s: Table) -> tuple[tuple[int, int], ...]:
    """The galleons of each seat."""
    return _fleet(s.players, s.mode, s.corsair_seat)


@lru_cache(maxsize=64)
def _fleet(players: int, mode: int, corsair: int) -> tuple[tuple[int, int], ...]:
    seats = Sides(mode, corsair)
    return tuple((p, galleon) for p in range(players) for galleon in range(rules.galleons(seats, p)))


class Sides(NamedTuple):
    """Of a table, who plays with whom."""

    mode: int
    corsair_seat: int
