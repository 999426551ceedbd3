"""One position at a time, nature's moves included, in one compiled call: for those who play for nature themselves."""

from __future__ import annotations

from tablier.engine.compiled import compiled
from tablier.engine.kernels import (
    NATURE,
    Buffer,
    State,
    apply,
    chances,
    deal,
    forbids,
    hide,
    kernel,
    legal,
    over,
    pending,
    shares,
)
from tablier.lab.blocks import Room
from tablier.search.to_move import lowest_seat

NOBODY = -2
"""In place of who acts: nothing is played."""

REFUSED, GAME_OVER, NATURES = -2, -1, 0
"""In place of the seats that may act."""


@compiled
def play(states: Buffer, who: int, action: int, room: Room) -> tuple[int, int]:
    """Play an action on states[0], and list what may come next in the room: of nature, or of the lowest seat to act.

    Return the seats that may act, or GAME_OVER or NATURES; and how many actions there are. Of what is not legal:
    REFUSED, and the number of the rule, or 0 where there is none.
    """
    s = states[0]
    if who == NATURE:
        if not is_possible(s, action, room):
            return REFUSED, 0
    elif who != NOBODY:
        if action < 0 or action >= len(room.actions):
            return REFUSED, 0
        rule = forbids(s, who, action)
        if rule:
            return REFUSED, rule
    if who != NOBODY:
        apply(s, who, action)
    if over(s):
        shares(s, room.parts)
        return GAME_OVER, 0
    seats = pending(s)
    if seats == 0:
        return NATURES, chances(s, room.actions, room.weights)
    return seats, legal(s, lowest_seat(seats), room.actions)


@kernel
def is_possible(s: State, action: int, room: Room) -> bool:
    """Whether nature may do this."""
    found = 0
    for i in range(chances(s, room.actions, room.weights)):
        found += room.actions[i] == action
    return found != 0


@compiled
def list_legal(states: Buffer, seat: int, room: Room) -> int:
    """List what a seat may do on states[0]. Return how many actions there are."""
    return legal(states[0], seat, room.actions)


@compiled
def see(states: Buffer, seat: int, views: Buffer) -> None:
    """Write what a seat sees of states[0] to views[0]."""
    views[0] = states[0]
    hide(views[0], seat)


@compiled
def redeal(states: Buffer, seat: int, random: Buffer) -> None:
    """Draw anew what a seat does not know of states[0]."""
    hide(states[0], seat)
    deal(states[0], seat, random)
