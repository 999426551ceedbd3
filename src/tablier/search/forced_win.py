"""Exact where it is cheap: a win that a seat can reach by its own next actions, whatever the others hold.

Nothing is left to chance or to anybody else on the way: the seat acts, acts again as long as it is its turn, and has
won. Every way to do so is looked through, each position once; a limit keeps a very long turn from taking all the time.
"""

from __future__ import annotations

import numpy as np

from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer, State, apply, deal, kernel, legal, over, pending, shares
from tablier.engine.position import Position
from tablier.search.tree import PROBES, key_of, multipliers_for

LONGEST = 24
"""Actions of one turn that are looked through."""

MOST_POSITIONS = 1 << 17
"""Positions that are looked at before the search gives up."""


@kernel
def has_won(s: State, seat: int, parts: Buffer) -> bool:
    """Whether the game is over, somebody has lost it, and nobody did better than this seat."""
    if not over(s):
        return False
    shares(s, parts)
    return parts[seat] == parts.max() and parts.min() == 0


@kernel
def is_new(key: int, known: Buffer) -> bool:
    """Whether a position is met for the first time. It is remembered, if there is room near its place."""
    for i in range(PROBES):
        place = (key ^ key >> 17 ^ key >> 37) + i & (len(known) - 1)
        if known[place] == key:
            return False
        if known[place] == 0:
            known[place] = key
            return True
    return True


@compiled
def winning_actions(
    states: Buffer, words: Buffer, multipliers: Buffer, seat: int, known: Buffer, lists: Buffer, parts: Buffer,
    line: Buffer, random: Buffer,
) -> int:  # fmt: skip
    """Write the actions by which the seat wins from its view, states[0], at once. Return how many; 0: there are none.

    `lists` has a row of actions for each level of the turn, `line` a cursor and a count.
    """
    deal(states[0], seat, random)
    known[:] = 0
    level, looked = 0, 0
    line[0, 0], line[0, 1] = 0, legal(states[0], seat, lists[0])
    while level >= 0 and looked < MOST_POSITIONS:
        if line[level, 0] == line[level, 1]:
            level -= 1
            continue
        states[level + 1] = states[level]
        apply(states[level + 1], seat, lists[level, line[level, 0]])
        line[level, 0] += 1
        looked += 1
        if has_won(states[level + 1], seat, parts):
            return level + 1
        goes_on = not over(states[level + 1]) and pending(states[level + 1]) == 1 << seat
        if goes_on and level + 1 < LONGEST and is_new(key_of(words, level + 1, multipliers, seat), known):
            level += 1
            line[level, 0], line[level, 1] = 0, legal(states[level], seat, lists[level])
    return 0


class ForcedWinSearch:
    """Looks for forced wins in one game; its memory is allocated once."""

    def __init__(self, game: Game, seats: int) -> None:
        self.states = np.zeros(LONGEST + 1, dtype=game.dtype)
        self.words = self.states.view(np.int32).reshape(LONGEST + 1, -1)
        self.multipliers = multipliers_for(game)
        self.known = np.zeros(2 * MOST_POSITIONS, dtype=np.int64)
        self.lists = np.zeros((LONGEST + 1, len(game.buffers()[0])), dtype=np.int64)
        self.parts = np.zeros(seats, dtype=np.int64)
        self.line = np.zeros((LONGEST + 1, 2), dtype=np.int64)

    def find(self, view: Position, seat: int, random: Buffer) -> list[int]:
        """Actions of the seat, one after the other, that win the game; none if there are no such."""
        if len(view.pending) > 1:  # what the others choose at the same time decides
            return []
        self.states[0] = view.record
        length = winning_actions(
            self.states, self.words, self.multipliers, seat, self.known, self.lists, self.parts, self.line, random
        )
        return [int(self.lists[level, self.line[level, 0] - 1]) for level in range(length)]
