"""A study: which variants of a game are played by whom, in which blocks; and how all of it is played, on all cores.

What is played follows from what is given to `Study`, and from nothing else: every block of games is a job of its own,
and what comes of it depends on neither how many work at once nor in which order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, NamedTuple

from tablier.arena.merge import MissingResults
from tablier.bots.naming import counting, named
from tablier.bots.preparation import prepare
from tablier.engine.errors import BadLevel, TablierError
from tablier.engine.game import Game
from tablier.engine.options import Value
from tablier.engine.registry import find
from tablier.engine.words import shorten
from tablier.lab.watching import has_estimate
from tablier.study.checking import is_of_equals, is_of_rivals
from tablier.study.findings import Findings, findings
from tablier.study.looking import compare, look
from tablier.study.playing import PLAIN, play
from tablier.study.progress import Key, Progress
from tablier.study.tally import Tally
from tablier.study.variants import Changed, Vary, variants
from tablier.work.executor import Executor, Here, Task
from tablier.work.processes import Processes
from tablier.work.shard import Shard
from tablier.work.spread import Tell, spread

MOST_GAMES = 10_000_000

STRONGEST = "8", "8@2000"
"""The level that thinks as long as the clock lets it, and what stands for it: a study counts, and looks at no clock."""

LAB_BLOCK, ARENA_BLOCK = 240, 8
"""Games of one job between equals: of bots that play at compiled speed, and of those that think."""

SAME_DICE = 12
"""Dice of one job where two kinds of bots meet: by how much such blocks differ is how well luck is known."""

WATCHED, PLAYED_ON = 1000, 60
"""Games of a variant that are looked at decision by decision; and where that takes playing on from each, at random."""


class BadStudy(TablierError):
    """A study that cannot be made; `problem` is a key of the command's words, `values` fill it in."""

    code = "study/invalid"

    def __init__(self, problem: Literal["bots", "clock", "games"], text: str, **values: str) -> None:
        super().__init__(text)
        self.problem, self.values = problem, values


@dataclass(frozen=True, slots=True)
class Cell:
    """Games of one variant between the same bots: of equals, or of two kinds of them in every seating."""

    variant: int
    options: Mapping[str, Value]
    seatings: tuple[tuple[str, ...], ...]
    """Who sits where. Each is played with the same dice."""
    games: int

    @property
    def is_layout(self) -> bool:
        """Whether two kinds of bots meet."""
        return len(self.seatings) > 1


class Job(NamedTuple):
    """A block of games of a cell: with the dice of these numbers."""

    cell: int
    first: int
    last: int


class Study:
    """A study of a game.

    >>> study = Study("war-of-masters", vary={"path": ["leap"]}, bots=["greedy", "random"], games=100)
    >>> study.variants
    [{}, {'path': 'leap'}]
    >>> [cell.seatings[0] for cell in study.cells]
    [('greedy', 'greedy'), ('greedy', 'greedy'), ('greedy', 'greedy'), ('greedy', 'greedy')]
    """

    def __init__(
        self,
        game: str | Game,
        *,
        options: Mapping[str, Any] | None = None,
        vary: Vary | None = None,
        bots: Sequence[str] = ("greedy", "random"),
        games: int = 1000,
        seed: int = 1,
    ) -> None:
        """The first of the bots plays every variant against itself; all of them meet each other.

        `games` are those of each variant, and half as many for each two bots that meet. Raises BadStudy, BadOption.
        """
        self.game = game if isinstance(game, Game) else find(game)
        self.options = dict(options or {})
        self.variants: list[Changed] = variants(self.game, self.options, vary)
        self.bots = [_counting(bot, self.game) for bot in bots]
        self.games = games
        self.seed = seed
        if not self.bots or len(set(self.bots)) < len(self.bots):
            raise BadStudy("bots", "those who play are one or more different bots", bots=shorten(", ".join(self.bots)))
        if not 1 <= games <= MOST_GAMES:
            raise BadStudy("games", f"a study has from 1 to {MOST_GAMES:,} games of each variant")

    def settled(self, variant: int) -> dict[str, Value]:
        """All options of a variant."""
        return self.game.settle({**self.options, **self.variants[variant]})

    @cached_property
    def cells(self) -> list[Cell]:
        """First what equals play, variant by variant; then those who meet: all as usual, the first two elsewhere."""
        found = []
        for variant in range(len(self.variants)):
            settled = self.settled(variant)
            alike = (self.bots[0],) * len(self.game.seats(settled))
            found.append(Cell(variant, settled, (alike,), self.games))
        for variant in range(len(self.variants)):
            settled = self.settled(variant)
            pairs = [*combinations(self.bots, 2)][: None if variant == 0 else 1]
            for pair in pairs:
                found.append(
                    Cell(variant, settled, seatings(*pair, len(self.game.seats(settled))), -(-self.games // 2))
                )
        return found

    @cached_property
    def jobs(self) -> list[Job]:
        """Every block of games, cell after cell."""
        return [job for cell in range(len(self.cells)) for job in self._blocks(cell)]

    def _blocks(self, number: int) -> list[Job]:
        cell = self.cells[number]
        dice = -(-cell.games // len(cell.seatings))
        is_plain = {bot for seating in cell.seatings for bot in seating} <= PLAIN
        size = LAB_BLOCK if is_plain else ARENA_BLOCK
        if cell.is_layout:
            size = SAME_DICE if is_plain else 1
        return [Job(number, first, min(first + size, dice)) for first in range(0, dice, size)]

    @property
    def terms(self) -> dict[str, Any]:
        """What makes it this study; with more games, or more variants, it is another with some of the same jobs."""
        return {
            "game": self.game.name,
            "options": self.settled(0),
            "variants": self.variants,
            "bots": self.bots,
            "seed": self.seed,
        }

    def work(self, job: Job) -> Tally:
        """Play a block of games, and look at them."""
        cell = self.cells[job.cell]
        played = [
            play(self.game, cell.options, seating, (self.seed, cell.variant, number), job.first, job.last)
            for number, seating in enumerate(cell.seatings)
        ]
        if cell.is_layout:
            return compare(cell.seatings, played)
        return look(self.game, cell.options, played[0], job.first, self._watched)

    @property
    def _watched(self) -> int:
        """How many games of a variant are looked at decision by decision."""
        return WATCHED if has_estimate(self.game) else PLAYED_ON

    def _fits(self, key: Key, tally: Tally) -> bool:
        """Whether what a file says of a block can have come of it."""
        number, first, last = key
        if number >= len(self.cells) or first >= last:
            return False
        cell, games = self.cells[number], last - first
        seats = len(cell.seatings[0])
        if cell.is_layout:
            return is_of_rivals(tally, games, len(cell.seatings), seats)
        return is_of_equals(tally, games, min(games, max(0, self._watched - first)), seats)

    def prepare(self) -> None:
        """Compile what this study needs, or load it compiled."""
        prepare(self.game, (named(bot, self.game, 0, threads=1) for bot in self.bots), self.settled(0))

    def run(
        self,
        file: str | Path | None = None,
        jobs: int | None = None,
        tell: Tell | None = None,
        *,
        others: Sequence[str | Path] = (),
        executor: Executor | None = None,
    ) -> Findings:
        """Play every game, on all cores, by so many processes or where `executor` says, and sum it up.

        With a file, each block is written there at once, and what is there already is not played again. With the files
        of `others`, parts that were played elsewhere, nothing is played, and all of them are written there: raises
        MissingResults where they are not all, and then nothing has changed.
        From a script, call it under `if __name__ == "__main__":`, since other processes are started.
        """
        path = Path(file) if file else None
        elsewhere = self._elsewhere(path, [Path(other) for other in others]) if others else None
        with Progress(self.terms, path, fits=self._fits) as progress:
            if elsewhere:
                progress.take_in(elsewhere)
            self._play(self.jobs, progress, jobs, tell, executor)
            return findings(self, [progress[job] for job in self.jobs])

    def _elsewhere(self, own: Path | None, others: Sequence[Path]) -> Progress:
        """What is in all of these files, which is the whole study; nothing is written yet."""
        files = [*others, own] if own and own.exists() else others
        found = Progress(self.terms, None, files, fits=self._fits)
        self._check_whole(found)
        return found

    def run_part(
        self,
        shard: Shard,
        file: str | Path,
        jobs: int | None = None,
        tell: Tell | None = None,
        executor: Executor | None = None,
    ) -> None:
        """Play the blocks of a shard, into a file: another machine plays the others."""
        with Progress(self.terms, Path(file), shard=shard, fits=self._fits) as progress:
            own = [job for number, job in enumerate(self.jobs) if shard.has(number)]
            self._play(own, progress, jobs, tell, executor)

    def _check_whole(self, progress: Progress) -> None:
        if missing := [job for job in self.jobs if job not in progress]:
            games = sum(map(self._games, missing)), sum(map(self._games, self.jobs))
            raise MissingResults(*games, self._absent(progress))

    def _absent(self, progress: Progress) -> list[str]:
        """The shards of which nothing is there, where all files are of as many."""
        if len(progress.parts) != 1:
            return []
        (of,) = progress.parts
        there = {number % of for number, job in enumerate(self.jobs) if job in progress}
        return [str(Shard(part + 1, of)) for part in range(min(of, len(self.jobs))) if part not in there]

    def _play(
        self,
        wanted: Sequence[Job],
        progress: Progress,
        jobs: int | None,
        tell: Tell | None,
        executor: Executor | None,
    ) -> None:
        missing = [job for job in wanted if job not in progress]
        total = sum(map(self._games, wanted))
        done = total - sum(map(self._games, missing))
        tell = tell or (lambda done, total: None)
        tell(done, total)
        where = executor or (Here() if jobs == 1 else Processes(jobs))
        with closing(spread(Task(self.work, self.prepare), missing, where)) as found:
            for number, tally in found:
                progress.add(missing[number], tally)
                done += self._games(missing[number])
                tell(done, total)

    def _games(self, job: Job) -> int:
        return (job.last - job.first) * len(self.cells[job.cell].seatings)


def seatings(one: str, other: str, seats: int) -> tuple[tuple[str, ...], ...]:
    """Every seating that tells what two kinds of bots do: all alike, and each alone against the other in every seat.

    >>> seatings("A", "B", 2)
    (('A', 'A'), ('A', 'B'), ('B', 'A'), ('B', 'B'))
    >>> len(seatings("A", "B", 4))
    10
    """
    alone = [_alone(*pair, seat, seats) for pair in ((one, other), (other, one)) for seat in range(seats)]
    return tuple(dict.fromkeys(((one,) * seats, *alone, (other,) * seats)))


def _alone(one: str, other: str, seat: int, seats: int) -> tuple[str, ...]:
    return tuple(one if place == seat else other for place in range(seats))


def _counting(spec: str, game: Game) -> str:
    """The name of a bot that plays the same on every machine; raises BadStudy."""
    if spec == STRONGEST[0]:
        return STRONGEST[1]
    try:
        named(spec, game, 0)
    except (BadLevel, ValueError):
        raise BadLevel(f"{shorten(spec)!r} is no bot: a level from 1 to 8, as 8@2000; greedy; naive; random") from None
    try:
        counting(spec, game)
    except BadLevel as problem:
        better = f"{spec.partition('@')[0]}@2000"
        raise BadStudy("clock", str(problem), bot=shorten(spec), better=better) from None
    return spec
