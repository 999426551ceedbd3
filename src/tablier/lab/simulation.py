"""Whole games in great number: who wins, and how long they take."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np

from tablier.engine import rng
from tablier.engine.errors import BadOption
from tablier.engine.game import Game
from tablier.engine.registry import find
from tablier.lab import blocks
from tablier.lab.batch import MOST_GAMES, Batch, Tell, whole
from tablier.lab.blocks import Outcomes, Terms
from tablier.lab.opponents import spec_of
from tablier.lab.results import Results
from tablier.record.chance import Seeded
from tablier.work.cores import cores

PIECE = 1000
"""Games after which one looks how far it has come."""

RANDOM = "random"

Bot = str | int


def simulate(
    game: str | Game,
    games: int = 1000,
    *,
    bots: Bot | Sequence[Bot] = RANDOM,
    seed: int = 1,
    threads: int | None = None,
    progress: bool | None = None,
    **options: Any,
) -> Results:
    """Play so many games to the end between bots: one for all seats, or one for each. Raises BadOption, BadLevel.

    A bot is "random", "greedy", a level from 1 to 8, or what `tablier arena` calls one. A bar shows how far it has come
    where somebody looks on; `progress` says whether.

    >>> from tablier import simulate
    >>> results = simulate("master-citadel", games=200)
    >>> results.winners.shape, results.match(7).length == int(results.lengths[7])
    ((200,), True)
    """
    found = game if isinstance(game, Game) else find(game)
    settled = found.settle(options)
    count = whole("games", games, 1, MOST_GAMES)
    number = whole("threads", cores() if threads is None else threads, 1, 1024)
    names = _names(bots, len(found.seats(settled)))
    plan = Plan(found, settled, names, Seeded(seed).seed, number)
    shares = np.zeros((count, len(names)), dtype=np.float32)
    outcomes = Outcomes(shares, np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.int32))
    with _bar(count, sys.stderr.isatty() if progress is None else progress) as tell:
        plan.play(outcomes, tell)
    return Results(found, settled, names, plan.seed, *outcomes)


class Plan:
    """What is to be played."""

    def __init__(self, game: Game, settled: Mapping[str, Any], bots: tuple[str, ...], seed: int, threads: int) -> None:
        self.game, self.settled, self.bots, self.seed, self.threads = game, settled, bots, seed, threads

    def play(self, outcomes: Outcomes, tell: Tell) -> None:
        """Play all games that there is room for, a piece at a time."""
        if set(self.bots) == {RANDOM}:
            self._play_at_random(outcomes, tell)
        else:
            self._play_in_batches(outcomes, tell)

    def _play_at_random(self, outcomes: Outcomes, tell: Tell) -> None:
        """Whole games in compiled code, on every core. They are those that a batch would play."""
        count, seats = len(outcomes.lengths), len(self.bots)
        places = [blocks.new_games(self.game, 1, seats, 0) for _ in range(self.threads)]
        rooms = [blocks.new_room(self.game, seats) for _ in range(self.threads)]
        opening, root = self.game.open(self.settled), rng.seeded("batch", self.seed)
        terms = Terms(opening, root, root, own=0, stride=0, action_count=self.game.rules.ACTION_COUNT)
        play_out = blocks.play_out.bound(0, 0, places[0], terms, rooms[0], outcomes)
        pieces = iter([(first, min(first + PIECE, count)) for first in range(0, count, PIECE)])

        def work(thread: int) -> None:
            for first, last in pieces:
                play_out(first, last, places[thread], terms, rooms[thread], outcomes)
                tell(last - first)

        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(work, range(self.threads)))

    def _play_in_batches(self, outcomes: Outcomes, tell: Tell) -> None:
        """As batches in which every seat is a bot's: each ends with all games over."""
        bots = dict(enumerate(self.bots))
        for first in range(0, len(outcomes.lengths), PIECE):
            n = min(PIECE, len(outcomes.lengths) - first)
            env = Batch(
                self.game, n, seed=self.seed, legal="none", bots=bots, restart=False, log=False, threads=self.threads,
                first=first, options=self.settled, tell=tell,
            )  # fmt: skip
            outcomes.shares[first : first + n] = env.reward
            outcomes.lengths[first : first + n] = env.length
            outcomes.choices[first : first + n] = env.choices


def _names(bots: Bot | Sequence[Bot], seats: int) -> tuple[str, ...]:
    """The bot of each seat."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        return (spec_of(bots),) * seats
    if len(bots) != seats:
        raise BadOption(f"bots: {len(bots)} of them for {seats} seats; give one for all, or one for each")
    return tuple(spec_of(bot) for bot in bots)


@contextmanager
def _bar(games: int, shown: bool) -> Iterator[Tell]:
    """A bar to tell of games that are over."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not shown) as progress:
        task = progress.add_task("", total=games)
        yield lambda done: progress.advance(task, done)
