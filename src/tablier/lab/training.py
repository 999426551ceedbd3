"""Training a net for a game, with checkpoints: the same games whether it was interrupted or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from tablier.engine import rng
from tablier.engine.errors import BadNet
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer, State
from tablier.engine.net import TrainedNet, load_net, new_net, save_net, with_memory
from tablier.engine.options import Settled
from tablier.engine.parts import Part
from tablier.lab.td import Lesson, learn_games, new_desk
from tablier.search.nets import checked

PIECE = 100
"""Games after which one looks how far it has come."""

CHECKPOINT = 5000
"""Games after which what was learnt is written down."""

LAST_RATE = 0.1
"""What is left of the rate in the end."""


class Learnt(Protocol):
    """What is read in an `insight.py` besides `Insight`."""

    WEIGHTS: Buffer
    """Of the signs: where training begins."""

    def variant(self, s: State, /) -> int:
        """The row of WEIGHTS for these options, where it has several."""


LEARNT = Part[Learnt](Learnt, "insight.py", variant=lambda s: 0)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training has come."""

    games: int
    total: int
    error: float
    """Between what a position was judged to be worth and what came of it, in the games since the last time."""
    even: float
    """The part of these games that nobody has won."""


class Training:
    """Of one net, for one game with these options."""

    def __init__(self, game: Game, options: Settled, games: int, lesson: Lesson | None = None, seed: int = 1) -> None:
        if game.insight.INPUTS == 0 or len(game.seats(options)) != 2:
            raise BadNet(f"{game.name} has no net to be trained for so many seats: its insight.py has no INPUTS")
        self.game, self.options, self.games, self.seed = game, options, games, seed
        self.lesson = lesson or Lesson()
        self.played = 0
        self.random = rng.seeded("train", seed)
        opening, known = game.open(options), LEARNT.bind(game.package)
        self.desk = new_desk(game, opening)
        self.net = new_net(game.insight.INPUTS, np.atleast_2d(known.WEIGHTS)[int(known.variant(opening[0]))], seed=seed)

    @property
    def trained(self) -> TrainedNet:
        """The net as it is now."""
        matters = self.game.insight.NET_FOR or tuple(self.options)
        return TrainedNet(self.game.name, {name: self.options[name] for name in matters}, self.net)

    def resume(self, file: Path) -> bool:
        """Go on from a checkpoint, if there is one; raises BadNet where it is of another training."""
        if not file.exists():
            return False
        kept = checked(load_net(file), self.game)
        if dict(kept.options) != dict(self.trained.options) or kept.extra.get("terms") != self._terms:
            raise BadNet(f"{file} is of another training; take another file, or remove it")
        self.net, self.played = with_memory(kept.net), int(kept.extra["played"])
        self.random[:] = kept.extra["random"]
        return True

    def run(self, checkpoint: Path, tell: Callable[[Progress], None]) -> TrainedNet:
        """Play and learn to the end."""
        while self.played < self.games:
            number = min(PIECE, self.games - self.played)
            rate = self.lesson.rate * LAST_RATE ** (self.played / self.games)
            self.desk.counts[:] = 0
            learn_games(number, self.desk, self.net, self.lesson._replace(rate=rate), self.random)
            self.played += number
            if self.played % CHECKPOINT == 0 or self.played == self.games:
                save_net(self.trained, checkpoint, self._progress())
            positions, losses, even = self.desk.counts
            tell(Progress(self.played, self.games, float((losses / max(1, positions)) ** 0.5), float(even / number)))
        return self.trained

    @property
    def _terms(self) -> list[Any]:
        return [self.games, self.seed, *self.lesson, sorted(map(list, self.options.items()))]

    def _progress(self) -> Mapping[str, Any]:
        return {"played": self.played, "random": self.random.tolist(), "terms": self._terms}
