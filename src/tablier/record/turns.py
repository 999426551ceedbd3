"""What was played, turn by turn, as a seat may know it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablier.engine.game import Played
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.engine.position import Position
from tablier.record.match import Match

SPECTATOR = "public"
"""Whose view it is, in a game file, where it is no seat's."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the game file."""

    number: int
    seats: tuple[int, ...]
    """Who acted in it."""
    line: str
    view: Position
    """The position that it led to."""


def turns(match: Match, viewer: int) -> Iterator[Turn]:
    """The turns of a match, the last perhaps unfinished, as that seat (or PUBLIC) may know them."""
    notation, position = match.game.notation, Position(match.game, **match.options)
    moves, played = match.moves, list[Played]()
    number = 1
    for i, move in enumerate(moves, start=1):
        played.append((move.seat, notation.write(position.record, move.seat, move.action, viewer)))
        position.apply(move.seat, move.action)
        if i == len(moves) or moves[i].turn != move.turn:
            view = position.view(viewer)
            seats = tuple(dict.fromkeys(seat for seat, _ in played if seat != NATURE))
            yield Turn(number, seats, notation.write_line(played, view.record), view)
            number, played = number + 1, []


def write_view(match: Match, viewer: int) -> str:
    """The game file as that seat (or PUBLIC) may know it: to be read, not to be played.

    It has neither a seed nor a secret: from these follows what others have drawn, and what will come.
    """
    viewer = match.game.seat(viewer, match.options, PUBLIC)
    file = match.file()
    file.seed = file.secret = None
    file.view = SPECTATOR if viewer == PUBLIC else match.seats[viewer]
    file.turns = [(0, turn.line) for turn in turns(match, viewer)]
    return str(file)
