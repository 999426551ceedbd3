"""Training a net for a game, with checkpoints: the same games whether it was interrupted or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from tablier.engine import rng, strict
from tablier.engine.errors import BadNet
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer, State
from tablier.engine.net import TrainedNet, Weights, load_net, net_of, new_net, save_net, weights_of, with_memory
from tablier.engine.options import Settled
from tablier.engine.parts import Part
from tablier.lab.td import Lesson, learn_games, new_desk
from tablier.search.nets import checked
from tablier.work.executor import Executor, Here, Task
from tablier.work.spread import gather

PIECE = 100
"""Games after which one looks how far it has come."""

CHECKPOINT = 5000
"""Games after which what was learnt is written down."""

LAST_RATE = 0.1
"""What is left of the rate in the end."""


class NotTrainable(BadNet):
    """A game that has no net, or not for so many seats."""


class OtherTraining(BadNet):
    """A checkpoint of a training with other games, options or seed."""


class BadCheckpoint(BadNet):
    """A checkpoint that does not say how far the training has come."""


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


class Piece(NamedTuple):
    """Games to be played and learnt from, one after the other."""

    weights: Weights
    """Of the net to begin with."""
    random: Buffer
    """The generator to begin with."""
    games: int
    rate: float


class Taught(NamedTuple):
    """What has come of a piece."""

    weights: Weights
    random: Buffer
    games: int
    counts: Buffer
    """Positions learnt from, the sum of their losses, games that were even."""


@dataclass(frozen=True)
class Teacher:
    """Plays and learns, in whatever process it is."""

    game: Game
    options: Settled
    lesson: Lesson

    def teach(self, piece: Piece) -> Taught:
        net, random, desk = (
            net_of(*piece.weights),
            piece.random.copy(),
            new_desk(self.game, self.game.open(self.options)),
        )
        learn_games(piece.games, desk, net, self.lesson._replace(rate=piece.rate), random)
        return Taught(weights_of(net), random, piece.games, desk.counts)


class Training:
    """Of one net, for one game with these options."""

    def __init__(
        self,
        game: Game,
        options: Settled,
        games: int,
        lesson: Lesson | None = None,
        seed: int = 1,
        together: int = 1,
    ) -> None:
        """`together`: pieces that are learnt at the same time, all from the same net; then it becomes their mean.

        Which net comes of it depends on all of these, and not on where or how often a piece was learnt.
        """
        if game.insight.INPUTS == 0 or len(game.seats(options)) != 2:
            raise NotTrainable(f"{game.name} has no net to be trained for so many seats: its insight.py has no INPUTS")
        self.game, self.options, self.games, self.seed = game, options, games, seed
        self.lesson = lesson or Lesson()
        self.played = self._saved = 0
        self.random: Buffer = np.stack(
            [rng.seeded("train", seed, *([lane] if lane else [])) for lane in range(together)]
        )
        """[together] generators."""
        opening, known = game.open(options), LEARNT.bind(game.package)
        self.net = new_net(game.insight.INPUTS, np.atleast_2d(known.WEIGHTS)[int(known.variant(opening[0]))], seed=seed)

    @property
    def trained(self) -> TrainedNet:
        """The net as it is now."""
        matters = self.game.insight.NET_FOR or tuple(self.options)
        return TrainedNet(self.game.name, {name: self.options[name] for name in matters}, self.net)

    def resume(self, file: Path) -> bool:
        """Go on from a checkpoint, if there is one; raises BadNet where it is of another training, or damaged."""
        if not file.exists():
            return False
        kept = checked(load_net(file), self.game)
        if dict(kept.options) != dict(self.trained.options) or kept.extra.get("terms") != self._terms:
            raise OtherTraining(f"{file} is of another training; take another file, or remove it")
        try:
            played, random = self._read(kept.extra)
            if any(mine.shape != theirs.shape for mine, theirs in zip(self.net, kept.net, strict=True)):
                raise ValueError("this is another net")
        except ValueError:
            raise BadCheckpoint(f"{file} does not say how far the training has come") from None
        self.net, self.played, self.random = with_memory(kept.net), played, random
        self._saved = self.played
        return True

    def _read(self, extra: Mapping[str, Any]) -> tuple[int, Buffer]:
        """What a checkpoint says besides the net: games played, and the generators; raises ValueError."""
        lanes, words = self.random.shape
        played = strict.whole(strict.part(extra, "played"), most=self.games)
        rows = strict.several(
            strict.part(extra, "random"),
            lambda row: strict.several(row, lambda word: strict.whole(word, most=rng.WORD), words),
            lanes,
        )
        if not all(map(any, rows)):
            raise ValueError("a generator of nothing but zeros draws nothing else")
        return played, np.array(rows, dtype=self.random.dtype)

    def run(self, checkpoint: Path, tell: Callable[[Progress], None], executor: Executor | None = None) -> TrainedNet:
        """Play and learn to the end: in this process, or where `executor` says. Who interrupts it can go on later."""
        task, where = Task(Teacher(self.game, self.options, self.lesson).teach), executor or Here()
        try:
            while self.played < self.games:
                before = self.played
                tell(self._take_in(gather(task, self._pieces(), where)))
                if self.played // CHECKPOINT > before // CHECKPOINT:
                    self.save(checkpoint)
        finally:
            if self.played > self._saved:
                self.save(checkpoint)
        return self.trained

    def save(self, checkpoint: Path) -> None:
        """Write down what was learnt, to go on from there."""
        kept = {"played": self.played, "random": self.random.tolist(), "terms": self._terms}
        save_net(self.trained, checkpoint, kept)
        self._saved = self.played

    def _pieces(self) -> list[Piece]:
        """What is learnt next, at the same time."""
        rate = self.lesson.rate * LAST_RATE ** (self.played / self.games)
        lanes, weights = len(self.random), weights_of(self.net)
        numbers = [min(PIECE, max(0, self.games - self.played - lane * PIECE)) for lane in range(lanes)]
        return [
            Piece(weights, random, games, rate) for random, games in zip(self.random, numbers, strict=True) if games
        ]

    def _take_in(self, taught: Sequence[Taught]) -> Progress:
        """Go on with the mean of what the net has become. The sum of all changes leads further, and then astray."""
        weights = zip(*(one.weights for one in taught), strict=True)
        means: list[Buffer] = [np.stack(each).mean(axis=0, dtype=np.float64) for each in weights]
        net, random = net_of(*means), self.random.copy()
        random[: len(taught)] = [one.random for one in taught]
        games = sum(one.games for one in taught)
        self.net, self.random, self.played = net, random, self.played + games  # at once: somebody may interrupt it
        positions, losses, even = np.sum([one.counts for one in taught], axis=0)
        return Progress(self.played, self.games, float((losses / max(1, positions)) ** 0.5), float(even / games))

    @property
    def _terms(self) -> list[Any]:
        lanes = [len(self.random)] if len(self.random) > 1 else []
        return [self.games, self.seed, *self.lesson, *lanes, sorted(map(list, self.options.items()))]
