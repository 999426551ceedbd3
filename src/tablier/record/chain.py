"""The chain: one hash after each action, made of the one before it, and one more after the ending.

It begins with the seal. Each *head* fixes everything that came before it, and is told to everybody while the game is
on, so that nothing of it can be altered later. Nobody learns from a head what was done in secret: each has a *salt*,
which follows from the secret of the table and is published with it. docs/fairness.md has it in full.
"""

from __future__ import annotations

import itertools
from hashlib import sha256
from typing import TYPE_CHECKING

from tablier.record.hashes import WHOLE_GAME, text

if TYPE_CHECKING:
    from tablier.record.chance import Seal

Skips = tuple[tuple[int, int], ...]
"""Where actions were taken back: how many stood before them, and how many they were."""


class Chain:
    """The heads of one game."""

    def __init__(self, seal: Seal, skips: Skips = ()) -> None:
        self._seal = seal
        self.heads = [bytes.fromhex(seal.seal)]
        """After so many actions."""
        self.serials: list[int] = []
        """Of each action: how many had ever been played before it."""
        self.played = 0
        """How many have ever been played, those that were taken back included."""
        self._to_skip = dict(skips)

    @property
    def head(self) -> str:
        """What fixes the game so far."""
        return self.heads[-1].hex()

    @property
    def skips(self) -> Skips:
        """Where actions that do not stand any more came before one that does, or before the end."""
        serials = [-1, *self.serials, self.played]
        gaps = ((i, after - before - 1) for i, (before, after) in enumerate(itertools.pairwise(serials)))
        return tuple((actions, count) for actions, count in gaps if count)

    def add(self, seat: int, action: str) -> None:
        """An action was played, as it is written with nothing hidden."""
        if self._to_skip:
            self.skip()
        self.heads.append(link(self.head, self.played, seat, action, self._seal.salt(self.played)))
        self.serials.append(self.played)
        self.played += 1

    def skip(self) -> None:
        """Pass over what was taken back here, in a game that is told from its end."""
        self.played += self._to_skip.pop(len(self.serials), 0)

    def truncate(self, actions: int) -> None:
        """Only so many actions stand. What is played next is salted otherwise than what was played there."""
        del self.heads[actions + 1 :], self.serials[actions:]

    def ended(self, how: str, result: str) -> str:
        """The last head of all: `how` is `rules`, or `resigned` or `time` and the number of a seat."""
        return sha256(text(WHOLE_GAME, "end", self.head, str(self.played), how, result)).hexdigest()

    def copy(self) -> Chain:
        """The same chain, independent of this one."""
        other = Chain(self._seal)
        other.heads, other.serials, other.played = [*self.heads], [*self.serials], self.played
        return other


def link(head: str, serial: int, seat: int, action: str, salt: str) -> bytes:
    """The head after an action."""
    return sha256(text(WHOLE_GAME, "action", head, str(serial), str(seat), action, salt)).digest()
