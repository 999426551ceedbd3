"""`tablier train`: a net learns a game by playing it, and matches say whether it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tablier.arena import Contest
from tablier.cli.refusal import FAILED, INTERRUPTED, Refusal
from tablier.cli.saves import shown, trouble
from tablier.cli.screen import Screen
from tablier.cli.session import given_options, known_game, known_seed
from tablier.cli.texts import say
from tablier.engine.compiled import enabled
from tablier.engine.errors import BadNet
from tablier.engine.game import Game
from tablier.engine.net import save_net
from tablier.engine.options import Settled
from tablier.lab.training import Training
from tablier.language import language

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


def train(args: TrainArguments, screen: Screen) -> None:
    """Train, or go on; then let the net play against what bots play by today, and keep it if it is better."""
    lang, file = screen.lang, Path(args.file)
    game = known_game(args.game, lang)
    options = game.settle(given_options(args.options, game, lang))
    if not enabled():
        raise Refusal(say(lang, "train_interpreted"), FAILED)
    if not file.absolute().parent.is_dir():
        raise Refusal(say(lang, "no_directory", path=shown(file.parent)))
    try:
        trial = _trained(Training(game, options, args.games, seed=known_seed(args.seed, lang)), file, screen)
        _judge(game, options, trial, file, args, screen)
    except BadNet as problem:
        raise Refusal(say(lang, "train_bad", problem=problem)) from None
    except OSError as problem:
        raise trouble(problem.filename or args.file, problem, lang, writing=True) from None


def _beside(file: Path, what: str) -> Path:
    return file.with_name(f"{file.stem}.{what}.npz")


def _trained(training: Training, file: Path, screen: Screen) -> Path:
    """Train to the end. Return the file of the net on trial."""
    checkpoint, trial, lang = _beside(file, "checkpoint"), _beside(file, "trial"), screen.lang
    if training.resume(checkpoint):
        screen.say("train_resumed", games=language(lang).number(training.played), path=shown(checkpoint))
    try:
        with screen.progress(say(lang, "train_playing")) as tell:
            save_net(training.run(checkpoint, lambda now: tell(now.games, now.total)), trial)
    except KeyboardInterrupt:
        raise Refusal(say(lang, "train_stopped", path=shown(checkpoint)), INTERRUPTED) from None
    return trial


def _judge(game: Game, options: Settled, trial: Path, file: Path, args: TrainArguments, screen: Screen) -> None:
    """Matches at equal simulations: the net is kept if its share is surely above a half."""
    lang, spoken = screen.lang, language(screen.lang)
    new, today = f"8:{trial}@{args.simulations}", f"8@{args.simulations}"
    contest = Contest(game, [(new, today)], games=args.matches, options=options, seed=args.seed)
    with screen.progress(say(lang, "train_judging")) as tell:
        found = contest.run(jobs=args.jobs, tell=tell)
    share = next(one.share for one in found.standings if one.bot == new)
    told = {"share": spoken.share(share.mean), "low": spoken.share(share.low), "high": spoken.share(share.high)}
    screen.say("train_judged", games=spoken.number(found.games), simulations=args.simulations, **told)
    if share.low <= EVEN:
        raise Refusal(say(lang, "train_refused", path=shown(trial)), FAILED)
    trial.replace(file)
    screen.say("train_kept", "bold", path=shown(file), bot=f"8:{file}")
