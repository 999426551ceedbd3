"""A contest: which bots meet at which tables, in which seats, with which chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from itertools import combinations
from pathlib import Path
from typing import Any

from tablier.arena.bout import play_out
from tablier.arena.results import MOST_GAMES, Fixture, Key, Result, Results
from tablier.arena.summary import Summary, summary
from tablier.bots import Bot, named
from tablier.bots.preparation import prepare
from tablier.engine import rng
from tablier.engine.errors import TablierError
from tablier.engine.game import Game
from tablier.engine.registry import find
from tablier.engine.words import shorten
from tablier.record.match import Match
from tablier.work.executor import Executor, Here, Task, WorkerLost
from tablier.work.processes import Processes
from tablier.work.shard import Shard
from tablier.work.spread import Tell, spread

Table = tuple[str, ...]
"""Who sits together, in order of the seats."""

Maker = Callable[[str, Game, int], Bot]
"""Makes a new bot from its name, the game, and a seed."""


def one_core(spec: str, game: Game, seed: int) -> Bot:
    """The bot of this name, thinking on one core: the others have games of their own to play."""
    return named(spec, game, seed, threads=1)


class BadContest(TablierError):
    """A contest that cannot be played."""

    code = "contest/invalid"


class GamesLost(TablierError):
    """Some games ended every worker that played them. All others were played, and are in the file if there is one."""

    code = "contest/lost"

    def __init__(self, games: int, first: Table, ended: int | None) -> None:
        """How many there are, who sat at the first of them, and the code with which a process ended."""
        super().__init__(
            f"games that ended every process that played them (code {ended}), perhaps for want of memory: {games}; "
            f"the first of them between {', '.join(first)}"
        )
        self.games, self.first, self.ended = games, first, ended

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.games, self.first, self.ended)  # so that it crosses from one process to another


def round_robin(bots: Sequence[str], seats: int) -> list[Table]:
    """Everybody meets everybody: two at a table of two; at a larger one, each alone against the other everywhere else.

    >>> round_robin(["8", "4", "greedy"], seats=2)
    [('8', '4'), ('8', 'greedy'), ('4', 'greedy')]
    >>> round_robin(["8", "4"], seats=4)
    [('8', '4', '4', '4'), ('4', '8', '8', '8')]
    """
    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise BadContest(f"those who meet are two or more different bots, not {shorten(', '.join(bots))}")
    pairs = list(combinations(bots, 2))
    if seats == 2:
        return [*pairs]
    others = seats - 1
    return [table for one, other in pairs for table in ((one, *[other] * others), (other, *[one] * others))]


class Contest:
    """Games between bots. What is played depends on what is given here, and on nothing else.

    At each table the bots move round the seats, game after game; the games of one round, a *set*, meet the same chance.

    >>> contest = Contest("war-of-masters", [("greedy", "random")], games=2, seed=7)
    >>> [fixture.seats for fixture in contest.fixtures()]
    [('greedy', 'random'), ('random', 'greedy')]
    """

    def __init__(
        self,
        game: str | Game,
        tables: Sequence[Sequence[str]],
        *,
        games: int = 100,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        talk: bool = True,
        fixed: bool = False,
        bots: Maker = one_core,
    ) -> None:
        """`games` is how many at each table, rounded up to whole sets. `fixed`: everybody keeps their seat.

        `bots` makes a bot from its name: ours, or your own. A function of a module, so that every process finds it.
        """
        self.game = game if isinstance(game, Game) else find(game)
        self.options: dict[str, Any] = {**self.game.settle(options or {})}
        self.tables = [tuple(table) for table in tables]
        self.games = games
        self.seed = seed
        self.talk = talk
        self.fixed = fixed
        self._make = bots
        self._check()

    def _check(self) -> None:
        seats = len(self.seats)
        for table in self.tables:
            if len(table) != seats:
                raise BadContest(f"{', '.join(table)}: {seats} seats want as many bots, not {len(table)}")
        if not self.tables or not 1 <= self.games <= MOST_GAMES:
            raise BadContest(f"a contest has at least one table, and from one to {MOST_GAMES:,} games at each")
        for bot in self.bots:
            self._make(bot, self.game, 0)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.game.seats(self.options)

    @property
    def bots(self) -> list[str]:
        """Everybody who takes part, by name."""
        return list(dict.fromkeys(bot for table in self.tables for bot in table))

    @property
    def terms(self) -> dict[str, Any]:
        """What makes it this contest; with more games it is still the same."""
        return {
            "game": self.game.name,
            "options": self.options,
            "tables": [list(table) for table in self.tables],
            "seed": self.seed,
            "talk": self.talk,
            "fixed": self.fixed,
        }

    def seatings(self, table: int) -> list[Table]:
        """The games of one set: the bots of a table as they move round, each seating once."""
        bots = self.tables[table]
        if self.fixed:
            return [bots]
        return list(dict.fromkeys(bots[-turn:] + bots[:-turn] for turn in range(len(bots))))

    def fixtures(self, shard: Shard | None = None) -> list[Fixture]:
        """Every game to play. Tables take turns, so that one can stop at any time and have some of everything.

        Of a shard, only its own: whole sets, and the same ones whatever number of games there are.
        """
        found = []
        for table, bots in enumerate(self.tables):
            seatings = self.seatings(table)
            for game in range(-(-self.games // len(seatings)) * len(seatings)):
                number, seating = divmod(game, len(seatings))
                chance = _seed("chance", self.seed, *bots, number)
                if shard is None or shard.has(number * len(self.tables) + table):
                    found.append(Fixture(Key(table, game), number, seatings[seating], chance))
        return sorted(found, key=lambda fixture: (fixture.set, fixture.key))

    def play(self, fixture: Fixture) -> Result:
        """Play one game, with new bots."""
        match = Match(self.game, seed=fixture.seed, **self.options)
        bots = [
            self._make(bot, self.game, _seed("bot", self.seed, *fixture.key, seat))
            for seat, bot in enumerate(fixture.seats)
        ]
        return Result(*fixture, play_out(match, bots, self.talk))

    def prepare(self) -> None:
        """Compile what this contest needs, or load it compiled, so that no bot's first choice has to wait for it."""
        with suppress(Exception):  # what is wrong with a bot is seen, and noted, when it plays
            prepare(self.game, (self._make(bot, self.game, 0) for bot in self.bots), self.options)

    def run(
        self,
        file: str | Path | None = None,
        jobs: int | None = None,
        tell: Tell | None = None,
        *,
        shard: Shard | None = None,
        clock: bool = True,
        executor: Executor | None = None,
    ) -> Summary:
        """Play every game, or those of a shard, and sum it up: on all cores, as so many jobs, or where `executor` says.

        With a file, each result is written there at once, and what is there already is not played again. Without a
        `clock` nothing is kept that another run would not find again. From a script, call it under
        `if __name__ == "__main__":`, since other processes are started.
        """
        fixtures = self.fixtures(shard)
        if not fixtures:
            raise BadContest(f"part {shard} has no game: there are fewer sets than parts")
        where = executor or (Here() if jobs == 1 else Processes(jobs))
        terms = {**self.terms, "shard": str(shard) if shard else None}
        with Results(terms, self.games, Path(file) if file else None, clock, fixtures) as results:
            self._play_missing(fixtures, results, where, tell or (lambda done, total: None))
            return summary(self.seats, [results[fixture.key] for fixture in fixtures], self.fixed)

    def _play_missing(self, fixtures: Sequence[Fixture], results: Results, where: Executor, tell: Tell) -> None:
        missing = [fixture for fixture in fixtures if fixture.key not in results]
        before = len(fixtures) - len(missing)
        tell(before, len(fixtures))
        try:
            with closing(spread(Task(self.play, self.prepare), missing, where)) as played:
                for number, (_, result) in enumerate(played, start=1):
                    results.add(result)
                    tell(before + number, len(fixtures))
        except WorkerLost as problem:
            if not problem.numbers:
                raise
            raise GamesLost(len(problem.numbers), missing[problem.numbers[0]].seats, problem.code) from None


def _seed(*key: int | str) -> int:
    """A seed of its own for this key: 52 bits, which every reader of JSON holds exactly."""
    words = rng.seeded("arena", *key)
    return int(words[0]) << 20 | int(words[1]) >> 12
