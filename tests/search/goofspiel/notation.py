"""How Goofspiel is written: a bid is a number; a line is `left=1 right=3`."""

from __future__ import annotations

from collections.abc import Sequence

from tablier.engine.game import Played
from tablier.engine.kernels import State

SEATS = ("left", "right")


def write(s: State, seat: int, action: int, viewer: int | None = None) -> str:
    return str(action)


def read(s: State, seat: int, text: str) -> int:
    if not text.isdecimal():
        raise ValueError("it is written as a number")
    return int(text)


def turn(s: State) -> int:
    return int(s.played)


def write_line(played: Sequence[Played], after: State) -> str:
    return " ".join(f"{SEATS[seat]}={text}" for seat, text in played)


def read_line(s: State, line: str) -> list[tuple[int | None, str]]:
    return [(SEATS.index(seat), text) for seat, _, text in (word.partition("=") for word in line.split())]
