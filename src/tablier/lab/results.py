"""What has become of many games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tablier.engine.game import Game
from tablier.engine.kernels import Buffer
from tablier.engine.options import Settled
from tablier.record.match import Match

NOBODY = -1
"""The winner of a game that nobody has won alone."""


@dataclass(frozen=True, repr=False)
class Results:
    """How many games ended, as arrays: game k is the same in every run with the same seed, options and bots."""

    game: Game
    options: Settled
    bots: tuple[str, ...]
    """Who played, by seats."""
    seed: int
    shares: Buffer
    """[games, seats] float32: each seat's share of the win."""
    lengths: Buffer
    """[games] int32: actions, nature's included."""
    choices: Buffer
    """[games] int32: actions of players."""

    def __len__(self) -> int:
        return len(self.shares)

    @cached_property
    def winners(self) -> Buffer:
        """[games] int8: the seat that has won alone; -1: several have a share."""
        best = self.shares.argmax(axis=1).astype(np.int8)
        return np.where(self.shares.max(axis=1) == 1, best, np.int8(NOBODY))

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seats(self.options)

    def share(self, seat: int) -> tuple[float, float]:
        """A seat's share of the win on average, and its standard error."""
        shares = self.shares[:, self.game.seat(seat, self.options)]
        return float(shares.mean(dtype=np.float64)), float(shares.std(dtype=np.float64) / np.sqrt(len(shares)))

    def match(self, k: int) -> Match:
        """One of the games, played again: its file, its pictures, its positions."""
        from tablier.lab.batch import Batch

        bots = dict(enumerate(self.bots))
        return Batch(self.game, 1, seed=self.seed, bots=bots, restart=False, first=k, options=self.options).match(0)

    def __repr__(self) -> str:
        lines = [f"{len(self):,} games of {self.game.name}, {self.choices.mean():.1f} choices each"]
        for seat, (name, bot) in enumerate(zip(self.seats, self.bots, strict=True)):
            mean, error = self.share(seat)
            lines.append(f"  {name} ({bot}): {mean:.2%} of the wins, ± {1.96 * error:.2%}")
        return "\n".join(lines)
