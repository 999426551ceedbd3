"""Forced wins: those that a seat reaches by its own next actions, whatever the others hold. Exact where it is cheap.

Nothing on the way is left to chance or to anybody else: the seat acts, acts again as long as it alone is to move, and
has won. It is a depth-first search of one turn with a transposition table; a limit bounds the time of a long turn.
"""

from __future__ import annotations

import numpy as np

from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer, State, deal, kernel, legal, over, shares
from tablier.engine.position import Position
from tablier.engine.rng import seeded
from tablier.search.depth_first import Stack, enter, is_exhausted, line, new_stack, try_next
from tablier.search.hashing import PROBES, hash_multipliers, hash_words, home_slot
from tablier.search.to_move import moves_alone

LONGEST = 24
"""Actions of one turn that are searched."""

MOST_POSITIONS = 1 << 17
"""Positions that are examined before the search gives up."""


@kernel
def has_won(s: State, seat: int, parts: Buffer) -> bool:
    """Whether the game is over, somebody has lost it, and nobody did better than this seat."""
    if not over(s):
        return False
    shares(s, parts)
    least = most = parts[seat]
    for part in parts:
        least, most = min(least, part), max(most, part)
    return parts[seat] == most and least == 0


@kernel
def is_new(key: int, known: Buffer) -> bool:
    """Whether a position is met for the first time. It is remembered, if there is a free slot near its own."""
    for i in range(PROBES):
        slot = home_slot(key) + i & (len(known) - 1)
        if known[slot] == key:
            return False
        if known[slot] == 0:
            known[slot] = key
            return True
    return True


@compiled
def forced_win(
    stack: Stack, words: Buffer, multipliers: Buffer, seat: int, known: Buffer, parts: Buffer, random: Buffer
) -> int:
    """Search the turn of a seat from its view, stack.states[0]. Return the length of the win's line; 0: there is none.

    `words` are the states as [plies, words] int32, `known` is the transposition table, a set of keys.
    """
    deal(stack.states[0], seat, random)
    known[:] = 0
    ply, examined = 0, 0
    enter(stack, 0, legal(stack.states[0], seat, stack.actions[0]))
    while ply >= 0 and examined < MOST_POSITIONS:
        if is_exhausted(stack, ply):
            ply -= 1
            continue
        try_next(stack, ply, seat)
        examined += 1
        child = ply + 1
        if has_won(stack.states[child], seat, parts):
            return child
        goes_on = child < LONGEST and moves_alone(stack.states[child], seat)
        if goes_on and is_new(hash_words(words, child, multipliers, seat), known):
            ply = child
            enter(stack, ply, legal(stack.states[ply], seat, stack.actions[ply]))
    return 0


class ForcedWinSearch:
    """Looks for forced wins in one game; its memory is allocated once."""

    def __init__(self, game: Game, seats: int) -> None:
        self.stack = new_stack(game, LONGEST + 1)
        self.words = self.stack.states.view(np.int32).reshape(LONGEST + 1, -1)
        self.multipliers = hash_multipliers(game)
        self.known = np.zeros(2 * MOST_POSITIONS, dtype=np.int64)
        self.parts = np.zeros(seats, dtype=np.int64)

    def entry(self) -> object:
        """What it calls, compiled."""
        random = seeded("entry")
        return forced_win.bound(self.stack, self.words, self.multipliers, 0, self.known, self.parts, random)

    def find(self, view: Position, seat: int, random: Buffer) -> list[int]:
        """Actions of the seat, one after the other, that win the game; none if there are no such."""
        if len(view.pending) > 1:  # what the others choose at the same time decides
            return []
        self.stack.states[0] = view.record
        length = forced_win(self.stack, self.words, self.multipliers, seat, self.known, self.parts, random)
        return line(self.stack, length)
