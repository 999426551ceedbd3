"""How Morra is written: `[2]` for a card, `1` or `2` for fingers; a line is `[2] left=1 right=2`."""

from __future__ import annotations

from collections.abc import Sequence

from tablier.engine.game import Played
from tablier.engine.kernels import NATURE, State

SEATS = ("left", "right")


def write(s: State, seat: int, action: int, viewer: int | None = None) -> str:
    return f"[{action}]" if seat == NATURE else str(action)


def read(s: State, seat: int, text: str) -> int:
    expected = ["[1]", "[2]", "[3]"] if seat == NATURE else ["1", "2"]
    if text not in expected:
        raise ValueError(f"it is written {' or '.join(expected)}")
    return int(text.strip("[]"))


def turn(s: State) -> int:
    return int(s.played)


def write_line(played: Sequence[Played], after: State) -> str:
    return " ".join(text if seat == NATURE else f"{SEATS[seat]}={text}" for seat, text in played)


def read_line(s: State, line: str) -> list[tuple[int | None, str]]:
    actions: list[tuple[int | None, str]] = []
    for word in line.split():
        if word.startswith("["):
            actions.append((NATURE, word))
        else:
            seat, _, text = word.partition("=")
            if seat not in SEATS:
                raise ValueError(f"{seat[:9]!r} is neither left nor right")
            actions.append((SEATS.index(seat), text))
    return actions
