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

ALLOWED, NO_SUCH = -1, 0
"""In place of the number of the rule that forbids something."""


@compiled
def play(words: Buffer, kind: Buffer, who: int, action: int, listed: int, room: Room) -> tuple[int, int]:
    """Play an action, and list what may come next in the room: of nature, or of the lowest seat to act.

    A position is given as the words of its record here, and its kind by any array of such records: NumPy copies plain
    numbers at once and a record field by field, which takes thirty times as long. `listed` is how many actions of who
    acts stand in the room already; 0: those of somebody else do.

    Return the seats that may act, or GAME_OVER or NATURES; and how many actions there are. Of what is not legal:
    REFUSED, and the number of the rule, or 0 where there is none.
    """
    s = words.view(kind.dtype)[0]
    if who != NOBODY:
        if not is_listed(action, listed, room):
            rule = why_not(s, who, action, room)
            if rule != ALLOWED:
                return REFUSED, rule
        apply(s, who, action)
    if over(s):
        shares(s, room.parts)
        return GAME_OVER, 0
    seats = pending(s)
    if seats == 0:
        return NATURES, chances(s, room.actions, room.weights)
    return seats, legal(s, lowest_seat(seats), room.actions)


@kernel
def is_listed(action: int, listed: int, room: Room) -> bool:
    """Whether an action is among so many in the room, which are ascending."""
    low, high = 0, listed
    while low < high:
        middle = (low + high) // 2
        if room.actions[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low < listed and room.actions[low] == action


@kernel
def why_not(s: State, who: int, action: int, room: Room) -> int:
    """The number of the rule that forbids it, or NO_SUCH, or ALLOWED."""
    if who == NATURE:
        return ALLOWED if is_possible(s, action, room) else NO_SUCH
    if action < 0 or action >= len(room.actions):
        return NO_SUCH
    return forbids(s, who, action) or ALLOWED


@kernel
def is_possible(s: State, action: int, room: Room) -> bool:
    """Whether nature may do this."""
    found = 0
    for i in range(chances(s, room.actions, room.weights)):
        found += room.actions[i] == action
    return found != 0


@compiled
def list_legal(words: Buffer, kind: Buffer, seat: int, room: Room) -> int:
    """List what a seat may do. Return how many actions there are."""
    return legal(words.view(kind.dtype)[0], seat, room.actions)


@compiled
def see(words: Buffer, kind: Buffer, seat: int, seen: Buffer, tensor: Buffer) -> None:
    """Write the words of what a seat sees, and the same as floating point numbers."""
    seen[:] = words
    hide(seen.view(kind.dtype)[0], seat)
    tensor[:] = seen


@compiled
def redeal(words: Buffer, kind: Buffer, seat: int, random: Buffer) -> None:
    """Draw anew what a seat does not know."""
    s = words.view(kind.dtype)[0]
    hide(s, seat)
    deal(s, seat, random)
