"""One position at a time, nature's moves included, in one compiled call: for those who play for nature themselves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.held import Held, values_of
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
from tablier.engine.lists import as_floats, as_list, known
from tablier.lab.blocks import SEAT_BITS
from tablier.search.to_move import are_several, lowest_seat

REFUSED, GAME_OVER, NATURES = -2, -1, 0
"""In place of the seats that may act."""

USUAL_WORDS = 1024
"""Words of a view are mostly below this."""

ALLOWED, NO_SUCH = -1, 0
"""In place of the number of the rule that forbids something."""

KEPT_OUTCOMES = 8
"""Sets of outcomes that are remembered: a die, and the few throws of a fight, come up again and again."""


class Desk(NamedTuple):
    """Where actions are listed, and what else is needed for one position after the other."""

    kind: Buffer  # [1] record: any of the game, by which a position's kind is known
    actions: Buffer  # [action_count] int64: of nature, or of the lowest seat to act
    weights: Buffer  # [action_count] int64: of nature's
    parts: Buffer  # [seats] int64: of the win, when it is over
    listed: Buffer  # [2] int64: how many actions there are, and whose: nature's or a seat's
    known: Buffer  # where Python's whole numbers are
    kept: Buffer  # [KEPT_OUTCOMES, 2, chance_count] int64: outcomes of nature, and their weights
    kept_counts: Buffer  # [KEPT_OUTCOMES + 1] int64: how many there are of each; then which is replaced next


class Sight(NamedTuple):
    """What was last seen."""

    kind: Buffer  # [1] record
    seen: Buffer  # [words] int32
    known: Buffer  # where Python's floating point numbers are


def new_desk(game: Game, kind: Buffer, seats: int) -> Desk:
    actions, weights = game.buffers()
    parts, listed = np.zeros(seats, dtype=np.int64), np.zeros(2, dtype=np.int64)
    kept = np.zeros((KEPT_OUTCOMES, 2, max(1, game.rules.CHANCE_COUNT)), dtype=np.int64)
    kept_counts = np.zeros(KEPT_OUTCOMES + 1, dtype=np.int64)
    return Desk(kind, actions, weights, parts, listed, known(int, len(actions)), kept, kept_counts)


def new_sight(kind: Buffer) -> Sight:
    words = kind.view(np.int32)
    return Sight(kind, np.zeros_like(words), known(float, USUAL_WORDS))


@compiled
def play(held: Held[Desk], words: Buffer, entry: int) -> tuple[int, list[int]]:
    """Play an action, and list what may come next on the desk: of nature, or of the lowest seat to act.

    A position is given as the words of its record here: NumPy copies plain numbers at once and a record field by field,
    which takes thirty times as long. The entry is that of a log; what stands on the desk is of this position.

    Return the seats that may act, or GAME_OVER or NATURES; and if it is one seat, its actions. Of what is not legal:
    REFUSED, and in place of the number of actions that of the rule, or NO_SUCH.
    """
    desk = values_of(held)
    s = words.view(desk.kind.dtype)[0]
    who, action = (entry & (1 << SEAT_BITS) - 1) - 1, entry >> SEAT_BITS
    if not is_listed(who, action, desk):
        rule = why_not(s, who, action, desk)
        if rule != ALLOWED:
            desk.listed[0] = rule
            return REFUSED, as_list(desk.actions, 0, desk.known)
    apply(s, who, action)
    seats = list_next(s, desk)
    alone = seats > 0 and not are_several(seats)
    return seats, as_list(desk.actions, desk.listed[0] if alone else 0, desk.known)


@compiled
def look_ahead(held: Held[Desk], words: Buffer) -> int:
    """The same without playing anything."""
    desk = values_of(held)
    return list_next(words.view(desk.kind.dtype)[0], desk)


@kernel
def list_next(s: State, desk: Desk) -> int:
    """List what may come next."""
    if over(s):
        shares(s, desk.parts)
        desk.listed[0] = 0
        return GAME_OVER
    seats = pending(s)
    if seats == 0:
        desk.listed[0], desk.listed[1] = chances(s, desk.actions, desk.weights), NATURE
        return NATURES
    seat = lowest_seat(seats)
    desk.listed[0], desk.listed[1] = legal(s, seat, desk.actions), seat
    return seats


@kernel
def is_listed(who: int, action: int, desk: Desk) -> bool:
    """Whether an action is among those on the desk, which are ascending, and these are of who acts."""
    low, high = 0, desk.listed[0] if desk.listed[1] == who else 0
    end = high
    while low < high:
        middle = (low + high) // 2
        if desk.actions[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low < end and desk.actions[low] == action


@kernel
def why_not(s: State, who: int, action: int, desk: Desk) -> int:
    """The number of the rule that forbids it, or NO_SUCH, or ALLOWED."""
    if who == NATURE:
        return ALLOWED if is_possible(s, action, desk) else NO_SUCH
    if action < 0 or action >= len(desk.actions):
        return NO_SUCH
    return forbids(s, who, action) or ALLOWED


@kernel
def is_possible(s: State, action: int, desk: Desk) -> bool:
    """Whether nature may do this."""
    found = 0
    for i in range(chances(s, desk.actions, desk.weights)):
        found += desk.actions[i] == action
    return found != 0


@compiled
def list_legal(held: Held[Desk], words: Buffer, seat: int) -> list[int]:
    """What a seat may do; it is on the desk then, and the desk does not know whose it is."""
    desk = values_of(held)
    desk.listed[0] = 0
    return as_list(desk.actions, legal(words.view(desk.kind.dtype)[0], seat, desk.actions), desk.known)


@compiled
def listed(held: Held[Desk]) -> list[int]:
    """The actions on the desk."""
    desk = values_of(held)
    return as_list(desk.actions, desk.listed[0], desk.known)


@compiled
def keep_outcomes(held: Held[Desk]) -> int:
    """Where the outcomes of nature on the desk are kept; less KEPT_OUTCOMES if they are new, in place of the oldest."""
    desk = values_of(held)
    n = desk.listed[0]
    for place in range(KEPT_OUTCOMES):
        if desk.kept_counts[place] == n and are_kept(n, desk.kept[place], desk):
            return place
    place = desk.kept_counts[KEPT_OUTCOMES]
    desk.kept_counts[place], desk.kept_counts[KEPT_OUTCOMES] = n, (place + 1) % KEPT_OUTCOMES
    for i in range(n):
        desk.kept[place, 0, i], desk.kept[place, 1, i] = desk.actions[i], desk.weights[i]
    return place - KEPT_OUTCOMES


@kernel
def are_kept(n: int, kept: Buffer, desk: Desk) -> bool:
    """Whether the outcomes of nature on the desk are these."""
    i = 0
    while i < n and kept[0, i] == desk.actions[i] and kept[1, i] == desk.weights[i]:
        i += 1
    return i == n


@compiled
def see(held: Held[Sight], words: Buffer, seat: int) -> list[float]:
    """Write the words of what a seat sees; return them as floating point numbers."""
    sight = values_of(held)
    sight.seen[:] = words
    hide(sight.seen.view(sight.kind.dtype)[0], seat)
    return as_floats(sight.seen, len(sight.seen), sight.known)


@compiled
def redeal(words: Buffer, kind: Buffer, seat: int, random: Buffer) -> None:
    """Draw anew what a seat does not know."""
    s = words.view(kind.dtype)[0]
    hide(s, seat)
    deal(s, seat, random)
