"""`tablier arena`: bots against bots, here or on many machines, and what that tells."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import asdict, dataclass
from pathlib import Path

from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from tablier.arena import BadResults, Contest, GamesLost, OtherContest, Shard, Summary, merge, plot, round_robin
from tablier.arena.intervals import Interval
from tablier.arena.kept import BadPiece, InUse, TwiceThere
from tablier.arena.merge import DoubleResults, MissingResults
from tablier.bots import named
from tablier.cli.machines import chosen_cluster
from tablier.cli.refusal import FAILED, INTERRUPTED, Refusal
from tablier.cli.saves import shown, trouble
from tablier.cli.screen import Screen
from tablier.cli.session import given_options, known_game, known_seed
from tablier.cli.story import seat_word
from tablier.cli.texts import say
from tablier.engine.errors import TablierError
from tablier.engine.game import Game
from tablier.engine.words import shorten
from tablier.language import language
from tablier.work import cluster
from tablier.work.executor import WorkerLost

MERGE = "merge"
"""In the place of a game's name: put the parts of a contest together."""

DAY = 24 * 60 * 60
"""Seconds. The time left is judged by all games so far: a single one may take minutes."""


@dataclass
class ArenaArguments:
    """What the command line asked for."""

    game: str
    pieces: Sequence[str]
    """The files that are to be merged, if any."""
    bots: str | None
    """Separated by commas: everybody meets everybody."""
    tables: Sequence[str]
    """Each with the bots that sit there, separated by commas."""
    games: int
    options: Sequence[str]
    """name=value."""
    seed: int
    talk: bool
    fixed: bool
    jobs: int | None
    shard: str | None
    """Written as 2/4."""
    ray: str | None
    """The address of a cluster."""
    file: str | None
    clock: bool
    plot: str | None


def arena(args: ArenaArguments, as_json: bool, screen: Screen) -> None:
    """Play the contest, and print what it has shown."""
    if args.plot:
        _check_plot(args.plot, screen.lang)
    if args.pieces and args.game != MERGE:
        raise Refusal(say(screen.lang, "too_many"))
    contest, found = _merged(args, screen) if args.game == MERGE else _played(args, screen)
    games, part = language(screen.lang).number(found.games), f" ({args.shard})" if args.shard else ""
    title = say(screen.lang, "arena_title", game=contest.game.title[screen.lang], games=games) + part
    if as_json:
        screen.out.file.write(json.dumps({**contest.terms, **asdict(found)}, indent=2) + "\n")
    else:
        _show(found, contest.game, title, screen)
    if args.plot:
        try:
            plot.save(found, args.plot, title, screen.lang)
        except OSError as problem:
            raise trouble(args.plot, problem, screen.lang, writing=True) from None


# --- before the games


def _contest(args: ArenaArguments, lang: str) -> Contest:
    game = known_game(args.game, lang)
    options = game.settle(given_options(args.options, game, lang))
    return Contest(
        game,
        _tables(args, game, len(game.seats(options)), lang),
        games=args.games,
        options=options,
        seed=known_seed(args.seed, lang),
        talk=args.talk,
        fixed=args.fixed,
    )


def _tables(args: ArenaArguments, game: Game, seats: int, lang: str) -> list[tuple[str, ...]]:
    if (args.bots is None) == (not args.tables):
        raise Refusal(say(lang, "arena_who"))
    if args.bots is not None:
        bots = _known_bots(args.bots, game, lang)
        if len(set(bots)) < len(bots) or len(bots) < 2:
            raise Refusal(say(lang, "arena_different"))
        return round_robin(bots, seats)
    tables = [_known_bots(text, game, lang) for text in args.tables]
    for table in tables:
        if len(table) != seats:
            raise Refusal(say(lang, "arena_seats", table=shorten(",".join(table)), seats=seats, bots=len(table)))
    return tables


def _known_bots(text: str, game: Game, lang: str) -> tuple[str, ...]:
    bots = tuple(bot.strip() for bot in text.split(","))
    for bot in bots:
        try:
            named(bot, game, 0)
        except ValueError:
            raise Refusal(say(lang, "unknown_bot", name=shorten(bot))) from None
    return bots


def _check_plot(path: str, lang: str) -> None:
    """Before anything is played, see that it can be drawn."""
    if not path.endswith(plot.FORMS):
        raise Refusal(say(lang, "arena_forms", path=shown(path), forms=", ".join(plot.FORMS)))
    if not plot.available():
        raise Refusal(say(lang, "arena_no_plot"), FAILED)
    if not Path(path).absolute().parent.is_dir():
        raise Refusal(say(lang, "no_directory", path=shown(Path(path).parent)))


# --- the games


def _played(args: ArenaArguments, screen: Screen) -> tuple[Contest, Summary]:
    contest = _contest(args, screen.lang)
    shard, executor = _shard(args, contest, screen.lang), chosen_cluster(args.ray, screen.lang)
    bar = _Bar(screen)
    # Ray says what it has to say on the standard output, which is for what we have to say.
    with redirect_stdout(sys.stderr) if executor else nullcontext(), _told(args, bar, screen.lang), bar:
        found = contest.run(args.file, args.jobs, bar.tell, shard=shard, clock=args.clock, executor=executor)
    return contest, found


def _shard(args: ArenaArguments, contest: Contest, lang: str) -> Shard | None:
    if args.shard is None:
        return None
    try:
        shard = Shard.read(args.shard)
    except ValueError:
        raise Refusal(say(lang, "arena_shard", shard=shorten(args.shard))) from None
    if not contest.fixtures(shard):
        raise Refusal(say(lang, "arena_empty_shard", shard=args.shard))
    return shard


@contextmanager
def _told(args: ArenaArguments, bar: _Bar, lang: str) -> Iterator[None]:
    """Say what ends the games before their end."""
    file = args.file or ""
    try:
        yield
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough: the rest is said in peace
        if not file or not bar.total:
            raise
        words = say(lang, "arena_stopped", done=bar.done, total=bar.total, path=shown(file))
        raise Refusal(words, INTERRUPTED) from None
    except OtherContest as problem:
        raise Refusal(_differs(file, problem, lang)) from None
    except InUse as problem:
        raise Refusal(say(lang, "arena_in_use", path=shown(problem.file))) from None
    except BadResults as problem:
        raise Refusal(unreadable(file, problem, lang)) from None
    except (GamesLost, WorkerLost, cluster.NoCluster) as problem:
        raise Refusal(_lost(problem, args, bar, lang), FAILED) from None
    except OSError as problem:
        raise trouble(problem.filename or file, problem, lang, writing=True) from None


def _lost(problem: GamesLost | WorkerLost | cluster.NoCluster, args: ArenaArguments, bar: _Bar, lang: str) -> str:
    """What ended the games, and what there is of them."""
    if isinstance(problem, GamesLost):
        first = ", ".join(problem.first)
        words = say(lang, "arena_lost", games=problem.games, code=problem.ended, first=shorten(first))
    elif isinstance(problem, WorkerLost):
        words = say(lang, "arena_unprepared", code=problem.code)
    else:
        words = say(lang, "arena_no_cluster", address=shorten(args.ray or ""), problem=problem)
    if args.file and bar.done:
        words += say(lang, "arena_kept", done=bar.done, total=bar.total, path=shown(args.file))
    return words


def _differs(file: str, problem: OtherContest, lang: str) -> str:
    differs = {"what": problem.what, "found": problem.found, "wanted": problem.wanted}
    return say(lang, "arena_other", path=shown(file), **differs)


def _merged(args: ArenaArguments, screen: Screen) -> tuple[Contest, Summary]:
    """What was played in parts, put together."""
    lang = screen.lang
    if not args.pieces or args.bots or args.tables or args.shard or args.ray:
        raise Refusal(say(lang, "arena_pieces"))
    try:
        return merge(args.pieces, args.file, clock=args.clock)
    except BadPiece as piece:
        raise Refusal(_why_not(piece, lang)) from None
    except MissingResults as some:
        raise Refusal(
            say(lang, "arena_missing", missing=some.missing, total=some.total) + nothing_of(some, lang)
        ) from None
    except DoubleResults as two:
        raise Refusal(say(lang, "arena_double", one=shown(two.one), other=shown(two.other), games=two.games)) from None
    except OSError as problem:
        raise trouble(problem.filename, problem, lang, writing=problem.filename == args.file) from None


def nothing_of(some: MissingResults, lang: str) -> str:
    """Of which parts there is nothing, where that is known."""
    return say(lang, "arena_absent", shards=shorten(", ".join(some.shards))) if some.shards else ""


def _why_not(piece: BadPiece, lang: str) -> str:
    if isinstance(piece.problem, OtherContest):
        return _differs(piece.file, piece.problem, lang)
    return unreadable(piece.file, piece.problem, lang)


def unreadable(file: str | Path, problem: TablierError, lang: str) -> str:
    """What is wrong with a file of results."""
    if isinstance(problem, TwiceThere):
        return say(lang, "arena_twice", path=shown(file), first=problem.first, again=problem.again)
    return say(lang, "arena_bad_file", path=shown(file), problem=problem)


class _Bar:
    """A bar with the games played and the time left; on a terminal it is shown. It also remembers what it was told."""

    def __init__(self, screen: Screen) -> None:
        self.lang = screen.lang
        self.done: int | None = None
        self.total = 0
        text = TextColumn("{task.description}", markup=False)
        self.bars = Progress(
            SpinnerColumn(), text, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
            console=screen.err, transient=True, disable=not screen.err.is_terminal, speed_estimate_period=DAY,
        )  # fmt: skip
        self.task = self.bars.add_task(say(self.lang, "arena_preparing"), total=None)

    def __enter__(self) -> None:
        self.bars.start()

    def __exit__(self, *_: object) -> None:
        self.bars.stop()

    def tell(self, done: int, total: int) -> None:
        """The first time, nothing has been played yet."""
        if self.done is not None:
            self.bars.update(self.task, description=say(self.lang, "arena_playing"))
        self.done, self.total = done, total
        self.bars.update(self.task, completed=done, total=total)


# --- after them


def _show(found: Summary, game: Game, title: str, screen: Screen) -> None:
    lang = screen.lang
    screen.out.print(_standings(found, title, lang))
    if len(found.meetings) > 1:
        screen.out.print(_meetings(found, lang))
    screen.out.print(_seats(found, game, lang))
    turns, even = language(lang).number(found.turns, 1), language(lang).share(found.even)
    screen.say("arena_length", turns=turns, most=found.most_turns, even=even)
    if found.fair is not None and len(found.seats) > 2:
        screen.say("arena_fair", fair=language(lang).share(found.fair))
    screen.say("arena_notes", "dim", sets=language(lang).number(found.sets))
    if any(standing.rating for standing in found.standings):
        screen.say("arena_elo", "dim")
    for standing in found.standings:
        if standing.forfeits or standing.unheard:
            counts = {"forfeits": standing.forfeits, "unheard": standing.unheard}
            screen.warn(say(lang, "arena_faults", bot=standing.bot, fault=standing.fault, **counts))


def _standings(found: Summary, title: str, lang: str) -> Table:
    is_rated, is_timed = any(one.rating for one in found.standings), any(one.longest for one in found.standings)
    columns = ["arena_rating"] if is_rated else []
    columns += ["arena_share", "arena_95", "arena_games"]
    columns += ["arena_think", "arena_longest"] if is_timed else []
    table = _table(lang, "arena_bot", *columns)
    table.title = title
    for one in found.standings:
        rating = [_rating(one.rating)] if is_rated else []
        times = [_duration(one.seconds, lang), _duration(one.longest, lang)] if is_timed else []
        table.add_row(one.bot, *rating, *_share(one.share, lang), language(lang).number(one.games), *times)
    return table


def _meetings(found: Summary, lang: str) -> Table:
    """Where two play, one line for both; where more do, one for each different bot of a table."""
    table = _table(lang, "arena_table", "arena_bot", "arena_share", "arena_95", "arena_games")
    for meeting in found.meetings:
        for bot, share in list(meeting.shares.items())[: 1 if len(meeting.bots) == 2 else None]:
            table.add_row(", ".join(meeting.bots), bot, *_share(share, lang), language(lang).number(meeting.games))
    return table


def _seats(found: Summary, game: Game, lang: str) -> Table:
    table = _table(lang, "arena_seat", "arena_share", "arena_95")
    for seat, share in found.seats.items():
        table.add_row(seat_word(game, seat, lang), *_share(share, lang))
    return table


def _table(lang: str, first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left", title_style="bold")
    table.add_column(say(lang, first), no_wrap=True)
    for key in others:
        table.add_column(say(lang, key), justify="right", no_wrap=True)
    return table


def _rating(rating: Interval | None) -> str:
    if rating is None:
        return ""
    return f"{rating.mean:+.0f} ± {rating.high - rating.mean:.0f}".replace("-", "\u2212")


def _share(share: Interval, lang: str) -> tuple[str, str]:
    spoken = language(lang)
    return spoken.share(share.mean), f"{spoken.number(100 * share.low, 1)}–{spoken.number(100 * share.high, 1)}"


def _duration(seconds: float, lang: str) -> str:
    number = language(lang).number
    return f"{number(seconds, 2)} s" if seconds >= 0.1 else f"{number(1000 * seconds, 1)} ms"
