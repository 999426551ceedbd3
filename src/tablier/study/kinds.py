"""Kinds of actions: as the game's `story.py` names them; otherwise by how they are written."""

from __future__ import annotations

import re

from tablier.engine.game import Game
from tablier.engine.kernels import State

PLACES = (
    (re.compile(r"\(-?\d+,-?\d+\)"), "(0,0)"),
    (re.compile(r"(?:(?<![A-Za-z])|(?<=\dx))[a-z]\d+"), "a1"),
    (re.compile(r"(?<![A-Za-z])[A-Z]\d+"), "A1"),
    (re.compile(r"(?<![A-Za-z0-9(,])-?[1-9]\d*"), "1"),
)
"""What an action is about, and what stands for it."""


def kind_of(game: Game, s: State, seat: int, action: int) -> str:
    """What kind of action it is."""
    return game.story.kind(s, seat, action) or shape_of(game.notation.write(s, seat, action))


def shape_of(written: str) -> str:
    """How an action is written, whichever squares, cards and numbers are in it.

    >>> shape_of("c3xd4*3G"), shape_of("32 N"), shape_of("take (1,-2)"), shape_of("Y4@(0,1)"), shape_of("pass")
    ('a1xa1*1G', '1 N', 'take (0,0)', 'A1@(0,0)', 'pass')
    """
    for pattern, sample in PLACES:
        written = pattern.sub(sample, written)
    return written
