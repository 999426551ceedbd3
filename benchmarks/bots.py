"""`make strength`: every figure that we claim about the bots, by matches in the arena.

    python -m benchmarks.bots                    all of them: some hours on two cores
    python -m benchmarks.bots levels-maestria    some of them, by name
    python -m benchmarks.bots citadel --games 40 with another number of games: to have a look, or with --keep

Where it says "1 s", level 8 has as many simulations as it makes in a second of one core (`benchmarks/pace.py`): so what
is found does not depend on what else the machine does.

What was found is kept in benchmarks/results, one file for each name, with the date, the machine and the commit. Games
are kept beside it until all of them are played: the same command goes on after an interruption.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from benchmarks.exploitability import SMALL, measured
from benchmarks.players import BEFORE, OPENSPIEL, player
from benchmarks.regret import Judge, given_away
from tablier.arena import Contest
from tablier.arena.intervals import NORMAL
from tablier.arena.machine import circumstances
from tablier.arena.results import Fixture, Result
from tablier.arena.summary import Summary
from tablier.bots import Player
from tablier.bots.levels import LEVELS
from tablier.engine import compiled, rng
from tablier.engine.game import Game
from tablier.engine.registry import find, games
from tablier.record.match import Match
from tablier.search.mcts import Settings
from tablier.search.search import Search
from tablier.work.executor import Task
from tablier.work.spread import spread

RESULTS = Path(__file__).parent / "results"

DUELS: dict[str, dict[str, Any]] = {"war-of-masters": {}, "maestria": {}, "master-islands": {"players": 2}}
"""The games for two."""

TOP = "8@0.05s"
"""The top level where many games are wanted: with so little time it is weaker than when people play against it."""

COUNTED_TOP = "8@2000"
"""The same where the machine is busy: simulations do not notice it."""

STEP = (0.6, 0.75)
"""What a level is to win against the one below."""

MADE = {
    "war-of-masters": {0.05: 4_400, 0.1: 8_700, 1.0: 80_000},
    "maestria": {0.05: 1_600, 0.1: 3_100, 1.0: 28_500},
    "master-islands": {0.05: 6_500, 0.1: 12_000, 1.0: 92_000},
}
"""The simulations that level 8 makes in so many seconds of one core: what `benchmarks/pace.py` found, rounded."""

MADE_BEFORE = {
    "war-of-masters": {0.1: 14_000, 1.0: 123_000},
    "maestria": {0.05: 3_000, 1.0: 54_000},
}
"""The same of level 8 as it was before (`players.BEFORE`), by the estimate made by hand, which takes less time."""

THEIRS = {
    "war-of-masters": {0.1: 60, 1.0: 600},
    "maestria": {0.1: 120, 1.0: 1_200},
    "master-islands": {0.1: 22, 1.0: 220},
}
"""The same of OpenSpiel's search in our games."""


class Trial(NamedTuple):
    """A match of level 8, which thinks for so many seconds an action."""

    seconds: float
    games: int
    least: float | None = None
    """The share of the win that it is to have."""

    def __str__(self) -> str:
        return f"{self.seconds:g} s"


AGAINST_GREEDY = {
    "war-of-masters": (Trial(0.1, 100), Trial(1.0, 100, 0.75)),
    "maestria": (Trial(0.1, 100, 0.75), Trial(1.0, 40, 0.85)),
    "master-islands": (Trial(0.1, 100), Trial(1.0, 100, 0.75)),
}
"""How the top level meets the best that there is without search."""

AGAINST_BEFORE = {
    "war-of-masters": (Trial(0.1, 200), Trial(1.0, 100)),
    "maestria": (Trial(0.05, 200, 0.7), Trial(1.0, 200, 0.6)),
}
"""How the top level meets what it was before, in the same time."""


@dataclass(frozen=True)
class Figure:
    """One figure."""

    what: str
    found: float
    low: float
    high: float
    """The ends of its interval of 95 %; both the figure itself where it is not a mean."""
    games: int
    least: float | None = None
    most: float | None = None

    @property
    def bound(self) -> str:
        if self.least is not None and self.most is not None:
            return f"{self.least:g} to {self.most:g}"
        if self.least is not None:
            return f"at least {self.least:g}"
        return "" if self.most is None else f"at most {self.most:g}"

    @property
    def verdict(self) -> str:
        if self.least is None and self.most is None:
            return ""
        low_enough = self.most is None or self.found <= self.most
        return "yes" if low_enough and (self.least is None or self.found >= self.least) else "NO"


class Run:
    """One run of the program: how many games, and where to tell about them."""

    def __init__(self, progress: Progress, fewer: int | None, jobs: int | None = None) -> None:
        self.progress = progress
        self.fewer = fewer
        self.jobs = jobs

    def contest(
        self, name: str, game: str, table: tuple[str, ...], number: int, talk: bool = True, fixed: bool = False,
        **options: Any,
    ) -> Summary:  # fmt: skip
        """Play a table, or go on playing it."""
        return self.tables(name, game, [table], number, talk, fixed, **options)

    def tables(
        self, name: str, game: str, tables: Sequence[tuple[str, ...]], number: int, talk: bool = True,
        fixed: bool = False, **options: Any,
    ) -> Summary:  # fmt: skip
        """The same with several, on one scale."""
        contest = Contest(
            game, tables, games=self.fewer or number, options=options, talk=talk, fixed=fixed, bots=player
        )
        task = self.progress.add_task(name, total=None)
        file = RESULTS / f"{name.replace(' ', '-').replace(',', '')}.jsonl"
        told = contest.run(file, self.jobs, lambda done, total: self.progress.update(task, completed=done, total=total))
        self.progress.remove_task(task)
        return told


def share(told: Summary, bot: str, what: str, least: float | None, most: float | None = None) -> Figure:
    """The share of the win that a bot had."""
    found = next(standing for standing in told.standings if standing.bot == bot)
    return Figure(what, found.share.mean, found.share.low, found.share.high, told.games, least, most)


def mean(what: str, found: Sequence[float]) -> Figure:
    """The mean of what games tell that have nothing to do with each other."""
    middle, error = fmean(found), NORMAL * stdev(found) / sqrt(len(found))
    return Figure(what, middle, middle - error, middle + error, len(found))


# --- the figures ------------------------------------------------------------------------------------------------------


def levels(game: str) -> Callable[[Run], Iterator[Figure]]:
    """Each level against the one below, and what rating each has by that."""
    names = [*map(str, range(1, len(LEVELS))), COUNTED_TOP]
    steps = [(upper, lower) for lower, upper in pairwise(names)]

    def figures(run: Run) -> Iterator[Figure]:
        told = run.tables(f"levels {game}", game, steps, 100, **DUELS[game])
        for meeting in told.meetings:
            upper, lower = meeting.bots
            had = meeting.shares[upper]
            what = f"{game}: level {upper} against {lower}"
            yield Figure(what, had.mean, had.low, had.high, meeting.games, *STEP)
        for one in sorted(told.standings, key=lambda one: one.bot):
            if one.rating:
                what = f"{game}: rating of {one.bot}, in points of Elo"
                yield Figure(what, one.rating.mean, one.rating.low, one.rating.high, one.games)

    return figures


def naive(run: Run) -> Iterator[Figure]:
    """The naive player against level 4, in each game for two."""
    for game, options in DUELS.items():
        told = run.contest(f"naive {game}", game, ("naive", "4"), 100, **options)
        yield share(told, "naive", f"{game}: naive against level 4", None, 0.5)


def top(game: str, seconds: float) -> str:
    """The top level, with the simulations that it makes in this time."""
    return f"8@{MADE[game][seconds]}"


def greedy(game: str, trial: Trial) -> Callable[[Run], Iterator[Figure]]:
    """The top level against the best that there is without search."""

    def figures(run: Run) -> Iterator[Figure]:
        bot = top(game, trial.seconds)
        told = run.contest(f"greedy {game} {bot}", game, (bot, "greedy"), trial.games, **DUELS[game])
        yield share(told, bot, f"{game}: {bot} ({trial}) against greedy", trial.least)

    return figures


def thinking(game: str) -> Callable[[Run], Iterator[Figure]]:
    """The top level against itself with a tenth of the thinking: what more of it gains."""

    def figures(run: Run) -> Iterator[Figure]:
        longer, shorter = top(game, 1.0), top(game, 0.1)
        told = run.contest(f"thinking {game}", game, (longer, shorter), 100, **DUELS[game])
        yield share(told, longer, f"{game}: {longer} (1 s) against {shorter} (0.1 s)", None)

    return figures


def theirs(game: str, seconds: float) -> Callable[[Run], Iterator[Figure]]:
    """The top level with a tenth of a second for an action against OpenSpiel's search with the same, or a whole one."""

    def figures(run: Run) -> Iterator[Figure]:
        ours, other = top(game, 0.1), f"{OPENSPIEL}{THEIRS[game][seconds]}"
        told = run.contest(f"openspiel {game} {other}", game, (ours, other), 40, **DUELS[game])
        yield share(told, ours, f"{game}: {ours} (0.1 s) against {other} ({seconds:g} s)", 0.95)

    return figures


def regret(game: str) -> Callable[[Run], Iterator[Figure]]:
    """What greedy and the top level give away in a game between them, and what the top level has of the win."""

    def figures(run: Run) -> Iterator[Figure]:
        table, number = (top(game, 0.05), "greedy"), run.fewer or 60
        judge = Judge(find(game), 2, MADE[game][0.1])
        found = [
            given_away(Match(game, seed=seed // 2, **DUELS[game]), table, judge, seed)
            for seed in run.progress.track(range(number), description=f"regret {game}")
        ]
        for i, bot in enumerate(table):
            yield mean(
                f"{game}: what {bot} gives away in a game with {table[1 - i]}", [one.regrets[i] for one in found]
            )
        yield mean(f"{game}: share of {table[0]} in these games", [one.shares[0] for one in found])

    return figures


def before(game: str, trial: Trial) -> Callable[[Run], Iterator[Figure]]:
    """The top level against what it was before it had the game's net and implicit minimax."""

    def figures(run: Run) -> Iterator[Figure]:
        now, then = top(game, trial.seconds), f"{BEFORE}{MADE_BEFORE[game][trial.seconds]}"
        told = run.contest(f"before {game} {now}", game, (now, then), trial.games)
        yield share(told, now, f"{game}: {now} ({trial}) against {then}", trial.least)

    return figures


def citadel(run: Run) -> Iterator[Figure]:
    """Master Citadel, one of the top level against three of level 4."""
    for talk, number in ((False, 60), (True, 200)):
        said = "with talk" if talk else "without talk"
        told = run.contest(f"citadel {said}", "master-citadel", (TOP, "4", "4", "4"), number, talk=talk)
        yield share(told, TOP, f"master-citadel: {TOP} against three of level 4, {said}", 0.45)


def staker(run: Run) -> Iterator[Figure]:
    """Master Citadel, one who stakes a few points every round against three bots."""
    for bot in ("8@150", "8@600"):
        told = run.contest(f"staker {bot}", "master-citadel", ("staker", bot, bot, bot), 200, talk=False)
        yield share(told, "staker", f"master-citadel: the staker against three of {bot}, without talk", None, 0.3)


def equal(run: Run) -> Iterator[Figure]:
    """Master Citadel, four equal bots, seat by seat."""
    told = run.contest("equal", "master-citadel", ("8@150",) * 4, 400, talk=False)
    for seat, had in told.seats.items():
        what = f"master-citadel: four of 8@150 without talk, {seat}"
        yield Figure(what, had.mean, had.low, had.high, told.games, 0.2, 0.3)


def exploitability(run: Run) -> Iterator[Figure]:
    """How far each level can be taken advantage of in small simultaneous games."""
    for name in SMALL:
        for what, found in measured(name):
            yield Figure(f"exploitability, {what}", found, found, found, 0)


def islands(run: Run) -> Iterator[Figure]:
    """Master Islands with four, one of the top level against three of level 4."""
    told = run.contest("islands", "master-islands", (TOP, "4", "4", "4"), 60, players=4)
    yield share(told, TOP, f"master-islands with 4: {TOP} against three of level 4", 0.45)


def corsair(run: Run) -> Iterator[Figure]:
    """The Corsair against the mission, the top level on both sides: what the Corsair wins."""
    for conquest in ("each", "team"):
        for mission, number in (("easy", 12), ("medium", 24), ("hard", 12)):
            told = run.contest(
                f"corsair {mission} {conquest}", "master-islands", (TOP, TOP, TOP, TOP), number, fixed=True,
                mode="corsair", mission=mission, conquest=conquest,
            )  # fmt: skip
            won = list(told.seats.values())[-1]
            asked = (0.25, 0.75) if mission == "medium" and conquest == "each" else (None, None)
            what = f"corsair, {mission} mission, conquest={conquest}: won by the Corsair"
            yield Figure(what, won.mean, won.low, won.high, told.games, *asked)


def simulations(run: Run) -> Iterator[Figure]:
    """Simulations a second with full random playouts, pieces leaping, one core, against OpenSpiel's on backgammon."""
    from benchmarks import openspiel

    match = Match("war-of-masters", path="leap", seed=1)
    ours, theirs = 0.0, 0.0
    for seed in range(3):
        search = Search(match.game, 2, settings=Settings(evaluate_children=False, playout_plies=1 << 40))
        search.set_root(match.view(0), rng.seeded(seed))
        start = perf_counter()
        search.simulate(20_000)
        ours = max(ours, 20_000 / (perf_counter() - start))
        theirs = max(theirs, openspiel.simulations_per_second("backgammon", 1000, seed))
    yield Figure("war-of-masters: simulations a second", ours, ours, ours, 0)
    yield Figure("OpenSpiel's MCTSBot on backgammon: simulations a second", theirs, theirs, theirs, 0)
    yield Figure("war-of-masters against backgammon", ours / theirs, ours / theirs, ours / theirs, 0, 15)


def memory(run: Run) -> Iterator[Figure]:
    """The memory of a process in which a bot of the top level has thought for 10 seconds, in megabytes."""
    for game in games():
        with get_context("spawn").Pool(1) as pool:
            used = pool.apply(megabytes, (game, 2.0 if run.fewer else 10.0))
        yield Figure(f"{game}: memory of level 8 after 10 s, MB", used, used, used, 0, most=500)


def megabytes(game: str, seconds: float) -> float:
    match = Match(game, seed=1)
    Player(find(game), 8, seconds=seconds).choose(match.view(match.pending[0]))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def endurance(run: Run) -> Iterator[Figure]:
    """Ten thousand games over all games and modes, with every level at a low budget: what went wrong."""
    variants = [(game, dict[str, Any](options)) for game in games() for options in find(game).variants()]
    number = -(-(run.fewer or 10_000) // len(variants))
    contests = []
    for i, (game, options) in enumerate(variants):
        seats = len(find(game).seats(find(game).settle(options)))
        table = tuple(f"{(i + seat * 3) % len(LEVELS) + 1}@4" for seat in range(seats))
        contests.append(Contest(game, [table], games=number, options=options))
    to_play = [(contest, fixture) for contest in contests for fixture in contest.fixtures()]
    faults, longest = 0, 0.0
    with closing(spread(Task(play_one), to_play)) as played:
        for _, result in run.progress.track(played, total=len(to_play), description="endurance"):
            faults += len(result.outcome.faults)
            longest = max(longest, *result.outcome.longest)
    yield Figure("illegal actions, exceptions, talk out of order", faults, faults, faults, len(to_play), most=0)
    yield Figure("the longest that a bot thought, its compilation included, s", longest, longest, longest, len(to_play))


@cache
def compile_once(game: Game) -> None:
    compiled.use_compiled_rules(game)


def play_one(game: tuple[Contest, Fixture]) -> Result:
    contest, fixture = game
    compile_once(contest.game)
    return contest.play(fixture)


NAMES: dict[str, Callable[[Run], Iterator[Figure]]] = {
    "simulations": simulations,
    "memory": memory,
    "citadel": citadel,
    "staker": staker,
    "equal": equal,
    "naive": naive,
    **{
        f"before-{game}-{trial.seconds:g}s": before(game, trial)
        for game, trials in AGAINST_BEFORE.items()
        for trial in trials
    },
    "exploitability": exploitability,
    "islands": islands,
    "corsair": corsair,
    **{
        f"greedy-{game}-{trial.seconds:g}s": greedy(game, trial)
        for game, trials in AGAINST_GREEDY.items()
        for trial in trials
    },
    **{f"thinking-{game}": thinking(game) for game in DUELS},
    **{f"regret-{game}": regret(game) for game in DUELS},
    **{f"openspiel-{game}": theirs(game, 1.0) for game in DUELS},
    **{f"openspiel-{game}-0.1s": theirs(game, 0.1) for game in DUELS},
    **{f"levels-{game}": levels(game) for game in DUELS},
    "endurance": endurance,
}


def keep(name: str, figures: list[Figure]) -> None:
    """Write down what was found, and let go of the games."""
    kept = {**circumstances(), "figures": [asdict(figure) | {"holds": figure.verdict} for figure in figures]}
    (RESULTS / f"{name}.json").write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def show(figures: list[Figure]) -> Table:
    table = Table("what", "found", "interval of 95 %", "games", "claimed", "")
    for figure in figures:
        ends = f"{figure.low:.3f} to {figure.high:.3f}" if figure.games and figure.low != figure.high else ""
        games = str(figure.games or "")
        table.add_row(figure.what, f"{figure.found:,.3f}", ends, games, figure.bound, figure.verdict)
    return table


def main() -> int:
    """Measure, print and keep; the exit code says whether every figure holds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description="Measure the bots.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(NAMES)}")
    parser.add_argument("--games", type=int, help="play so many games at each table, and keep nothing")
    parser.add_argument("--keep", action="store_true", help="with another number of games too, keep what was found")
    parser.add_argument("--jobs", type=int, help="play so many games at a time (one for each core)")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(NAMES):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    RESULTS.mkdir(exist_ok=True)
    console, found = Console(), []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        for name in arguments.names or NAMES:
            figures = list(NAMES[name](Run(progress, arguments.games, arguments.jobs)))
            found += figures
            if arguments.keep or not arguments.games:
                keep(name, figures)
    console.print(show(found))
    return 1 if any(figure.verdict == "NO" for figure in found) else 0


if __name__ == "__main__":
    sys.exit(main())
