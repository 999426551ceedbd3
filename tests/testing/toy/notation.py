"""How the toy is written: a bid `4`, to others `?`; `take`, `leave`; a card `[4]`, to others `[?]`; the die `(2)`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tablier.engine.game import Played
from tablier.engine.kernels import NATURE, State
from tests.testing.toy import rules

NAMES = ("ash", "birch", "cedar")
CHOICES = {"take": rules.TAKE, "leave": rules.LEAVE}


def write(s: State, seat: int, action: int, viewer: int | None = None) -> str:
    if seat == NATURE:
        if action > rules.DIE:
            return f"({action - rules.DIE})"
        return f"[{action}]" if viewer in (None, rules.drawer(s)) else "[?]"
    if action >= rules.TAKE:
        return "take" if action == rules.TAKE else "leave"
    return str(action) if viewer in (None, seat) else "?"


def read(s: State, seat: int, text: str) -> int:
    if seat == NATURE:
        if drawn := re.fullmatch(r"\[([1-4])\]", text):
            return int(drawn[1])
        if rolled := re.fullmatch(r"\(([1-3])\)", text):
            return rules.DIE + int(rolled[1])
        raise ValueError("chance is written [4] or (2)")
    if text in CHOICES:
        return CHOICES[text]
    if re.fullmatch("[1-4]", text):
        return int(text)
    raise ValueError("an action is written 1 to 4, take or leave")


def turn(s: State) -> int:
    return int(s.played)


def write_line(played: Sequence[Played], after: State) -> str:
    return " ".join(f"{NAMES[seat]}:{text}" if text.isdigit() else text for seat, text in played)


def read_line(s: State, line: str) -> list[tuple[int | None, str]]:
    return [_read_word(word) for word in line.split()]


def _read_word(word: str) -> tuple[int | None, str]:
    name, colon, text = word.rpartition(":")
    if not colon:
        return None, text
    if name not in NAMES:
        raise ValueError(f"nobody is called {name}")
    return NAMES.index(name), text
