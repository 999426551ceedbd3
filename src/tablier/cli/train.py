"""`tablier train`: a net learns a game by playing it, and matches say whether it is kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from tablier.arena import Contest, GamesLost
from tablier.arena.contest import one_core
from tablier.bots import Bot, Player
from tablier.cli.machines import chosen_cluster
from tablier.cli.refusal import FAILED, INTERRUPTED, Refusal
from tablier.cli.saves import shown, trouble
from tablier.cli.screen import Screen
from tablier.cli.session import given_options, known_game, known_seed
from tablier.cli.texts import say
from tablier.engine.compiled import enabled
from tablier.engine.errors import BadNet
from tablier.engine.game import Game
from tablier.engine.net import TrainedNet, save_net
from tablier.engine.options import Settled
from tablier.engine.words import shorten
from tablier.lab.training import BadCheckpoint, NotTrainable, OtherTraining, Training
from tablier.language import language
from tablier.work.cluster import Cluster, NoCluster
from tablier.work.executor import Executor, Here, Threads, WorkerLost

EVEN = 0.5


@dataclass
class TrainArguments:
    """What the command line asked for."""

    game: str
    file: str
    games: int
    options: Sequence[str]
    """name=value."""
    matches: int
    """Games by which the net is judged."""
    simulations: int
    """Of each bot in these, for an action."""
    seed: int
    jobs: int | None
    together: int = 1
    """Pieces that are learnt at the same time."""
    ray: str | None = None
    """The address of a cluster."""


NEW = "new"
"""The bot with the net on trial."""


@dataclass(frozen=True)
class Trial:
    """Makes bots for the matches. The net goes with it: other machines need no file."""

    net: TrainedNet
    simulations: int

    def __call__(self, spec: str, game: Game, seed: int) -> Bot:
        if spec == NEW:
            return Player(game, 8, simulations=self.simulations, seed=seed, threads=1, net=self.net)
        return one_core(spec, game, seed)


def train(args: TrainArguments, screen: Screen) -> None:
    """Train, or go on; then let the net play against what bots play by today, and keep it if it is better."""
    lang, file = screen.lang, Path(args.file)
    game = known_game(args.game, lang)
    options = game.settle(given_options(args.options, game, lang))
    if not enabled():
        raise Refusal(say(lang, "train_interpreted"), FAILED)
    if not file.absolute().parent.is_dir():
        raise Refusal(say(lang, "no_directory", path=shown(file.parent)))
    cluster = chosen_cluster(args.ray, lang)
    with _told(args, lang), _held(cluster):
        training = Training(game, options, args.games, seed=known_seed(args.seed, lang), together=args.together)
        net = _trained(training, file, cluster or (Threads(args.jobs) if args.together > 1 else Here()), screen)
        _judge(net, options, file, cluster, args, screen)


@contextmanager
def _told(args: TrainArguments, lang: str) -> Iterator[None]:
    """Say what ends it before its end."""
    try:
        yield
    except NotTrainable:
        raise Refusal(say(lang, "train_no_net", game=args.game)) from None
    except OtherTraining:
        raise Refusal(say(lang, "train_other", path=shown(_beside(Path(args.file), "checkpoint")))) from None
    except BadCheckpoint:
        raise Refusal(say(lang, "train_damaged", path=shown(_beside(Path(args.file), "checkpoint")))) from None
    except BadNet as problem:
        raise Refusal(say(lang, "train_bad", problem=problem)) from None
    except GamesLost as problem:
        words = say(lang, "arena_lost", games=problem.games, code=problem.ended, first=", ".join(problem.first))
        raise Refusal(words, FAILED) from None
    except WorkerLost as problem:
        raise Refusal(say(lang, "arena_unprepared", code=problem.code), FAILED) from None
    except NoCluster as problem:
        words = say(lang, "arena_no_cluster", address=shorten(args.ray or ""), problem=problem)
        raise Refusal(words, FAILED) from None
    except OSError as problem:
        raise trouble(problem.filename or args.file, problem, lang, writing=True) from None


@contextmanager
def _held(cluster: Cluster | None) -> Iterator[None]:
    """Stay connected, if there is a cluster; what Ray prints is not for a program that reads our output."""
    if cluster is None:
        yield
        return
    with redirect_stdout(sys.stderr), cluster.held():
        yield


def _beside(file: Path, what: str) -> Path:
    return file.with_name(f"{file.stem}.{what}.npz")


def _trained(training: Training, file: Path, where: Executor, screen: Screen) -> TrainedNet:
    """Train to the end."""
    checkpoint, lang = _beside(file, "checkpoint"), screen.lang
    if training.resume(checkpoint):
        screen.say("train_resumed", games=language(lang).number(training.played), path=shown(checkpoint))
    try:
        with screen.progress(say(lang, "train_playing")) as tell:
            return training.run(checkpoint, lambda now: tell(now.games, now.total), where)
    except KeyboardInterrupt:
        words = say(lang, "train_stopped", path=shown(checkpoint)) if training.played else say(lang, "train_unlearnt")
        raise Refusal(words, INTERRUPTED) from None


def _judge(
    net: TrainedNet, options: Settled, file: Path, where: Executor | None, args: TrainArguments, screen: Screen
) -> None:
    """Matches at equal simulations: the net is kept if its share is surely above a half."""
    lang, spoken, makes = screen.lang, language(screen.lang), Trial(net, args.simulations)
    tables = [(NEW, f"8@{args.simulations}")]
    contest = Contest(net.game, tables, games=args.matches, options=options, seed=args.seed, bots=makes)
    try:
        with screen.progress(say(lang, "train_judging")) as tell:
            found = contest.run(jobs=args.jobs, tell=tell, executor=where)
    except KeyboardInterrupt:
        words = say(lang, "train_unjudged", path=shown(_beside(file, "checkpoint")))
        raise Refusal(words, INTERRUPTED) from None
    share = next(one.share for one in found.standings if one.bot == NEW)
    told = {"share": spoken.share(share.mean), "low": spoken.share(share.low), "high": spoken.share(share.high)}
    screen.say("train_judged", games=spoken.number(found.games), simulations=args.simulations, **told)
    better = share.low > EVEN
    kept = file if better else _beside(file, "trial")
    save_net(net, kept)
    if not better:
        raise Refusal(say(lang, "train_refused", path=shown(kept)), FAILED)
    screen.say("train_kept", "bold", path=shown(file), bot=f"8:{file}")
