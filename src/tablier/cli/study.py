"""`tablier study`: what the rules of a game do, as a page with pictures, and as data."""

from __future__ import annotations

import re
import shlex
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tablier.arena import BadResults, OtherContest
from tablier.arena.kept import BadPiece, InUse
from tablier.arena.machine import circumstances
from tablier.arena.merge import MissingResults
from tablier.cli.arena import nothing_of
from tablier.cli.machines import chosen_cluster
from tablier.cli.refusal import FAILED, INTERRUPTED, Refusal
from tablier.cli.saves import shown, trouble
from tablier.cli.screen import Screen
from tablier.cli.session import given_options, known_game, known_seed, refusing
from tablier.cli.story import seat_word
from tablier.cli.texts import say
from tablier.engine.errors import BadLevel, BadOption, TablierError
from tablier.engine.game import Game
from tablier.engine.words import shorten
from tablier.language import language
from tablier.study import BadStudy, Findings, Study
from tablier.study.page import Pace, page
from tablier.work import cluster
from tablier.work.executor import WorkerLost
from tablier.work.shard import Shard

PAGE = ".html"

NONE = "none"
"""In place of options to vary: none is."""

PACE = re.compile(r"(\d{1,4})-(\d{1,4})(/turn)?")


@dataclass
class StudyArguments:
    """What the command line asked for."""

    game: str
    vary: Sequence[str]
    """name=a,b; a name alone: the values that show what it changes; `none`."""
    bots: str
    games: int
    options: Sequence[str]
    """name=value."""
    seed: int
    pace: str
    """Seconds, as 10-20 for a decision or 60-150/turn."""
    jobs: int | None
    out: str | None
    shard: str | None = None
    """Written as 2/4."""
    others: Sequence[str] = ()
    """Files of parts that were played elsewhere."""
    ray: str | None = None
    """The address of a cluster."""

    def command(self, lang: str) -> str:
        """The command again."""
        words = ["tablier", "study", self.game, "--bots", self.bots, "--games", str(self.games)]
        words += [word for text in self.vary for word in ("--vary", text)]
        words += [word for text in self.options for word in ("-o", text)]
        return shlex.join([*words, "--seed", str(self.seed), "--pace", self.pace, "--lang", lang])


def study(args: StudyArguments, screen: Screen) -> None:
    """Make the study, write the page and the data, and say the most important of it."""
    lang = screen.lang
    made, pace = _study(args, lang), _pace(args.pace, lang)
    out = Path(args.out or f"{made.game.name}-study{PAGE}")
    _check_out(out, lang)
    found = _played(made, out.with_suffix(".jsonl"), args, screen)
    if found is None:
        screen.say("study_part", path=shown(out.with_suffix(".jsonl")))
        return
    about = circumstances()
    written = {
        PAGE: page(made.game, found, about, lang=lang, pace=pace, command=args.command(lang)),
        ".json": found.to_json(made=about),
        ".csv": found.to_csv(),
    }
    for ending, text in written.items():
        _write(out.with_suffix(ending), text, lang)
    _tell(found, made.game, out, pace, screen)


# --- before the games


def _study(args: StudyArguments, lang: str) -> Study:
    game = known_game(args.game, lang)
    options = given_options(args.options, game, lang)
    seed, bots = known_seed(args.seed, lang), [bot.strip() for bot in args.bots.split(",")]
    try:
        with refusing(lang):
            vary = _vary(args.vary, game, options)
            return Study(game, options=options, vary=vary, bots=bots, games=args.games, seed=seed)
    except BadStudy as problem:
        raise Refusal(say(lang, f"study_{problem.problem}", **problem.values)) from None
    except BadLevel:
        unknown = next((bot for bot in bots if not _is_bot(bot, game)), args.bots)
        raise Refusal(say(lang, "unknown_bot", name=shorten(unknown))) from None


def _is_bot(name: str, game: Game) -> bool:
    from tablier.bots import named

    try:
        named(name, game, 0)
    except ValueError:
        return False
    return True


def _vary(texts: Sequence[str], game: Game, options: Mapping[str, Any]) -> dict[str, Sequence[Any]] | None:
    """Which values are tried of which options; None: those that show what each changes."""
    if not texts:
        return None
    found: dict[str, list[Any]] = {}
    for text in texts if list(texts) != [NONE] else ():
        name, equals, values = text.partition("=")
        found.setdefault(name.strip(), []).extend(_values(game, options, name.strip(), values) if equals else ())
    return {**found}


def _values(game: Game, options: Mapping[str, Any], name: str, text: str) -> list[str]:
    """Values with commas between them; unless that is how a single one is written."""
    try:
        game.settle({**options, name: text.strip()})
    except BadOption:
        return [value.strip() for value in text.split(",")]
    return [text.strip()]


def _pace(text: str, lang: str) -> Pace:
    found = PACE.fullmatch(text)
    if not found or not 0 < int(found[1]) <= int(found[2]):
        raise Refusal(say(lang, "study_pace", text=shorten(text)))
    unit: Literal["decision", "turn"] = "turn" if found[3] else "decision"
    return Pace(int(found[1]), int(found[2]), unit)


def _check_out(out: Path, lang: str) -> None:
    """Before anything is played, see that it can be written."""
    if out.suffix != PAGE:
        raise Refusal(say(lang, "study_form", path=shown(out)))
    if not out.absolute().parent.is_dir():
        raise Refusal(say(lang, "no_directory", path=shown(out.parent)))


# --- the games


def _played(made: Study, file: Path, args: StudyArguments, screen: Screen) -> Findings | None:
    lang, so_far = screen.lang, [0, 0]
    shard, executor = _shard(args.shard, lang), chosen_cluster(args.ray, lang)
    try:
        # Ray says what it has to say on the standard output, which is for what we have to say.
        with (
            redirect_stdout(sys.stderr) if executor else nullcontext(),
            screen.progress(say(lang, "arena_playing")) as bar,
        ):

            def tell(done: int, total: int) -> None:
                so_far[:] = done, total
                bar(done, total)

            if shard:
                made.run_part(shard, file, args.jobs, tell, executor)
                return None
            return made.run(file, args.jobs, tell, others=args.others, executor=executor)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough: the rest is said in peace
        words = say(lang, "arena_stopped", done=so_far[0], total=so_far[1], path=shown(file))
        raise Refusal(words, INTERRUPTED) from None
    except (WorkerLost, cluster.NoCluster) as problem:
        raise Refusal(say(lang, "trouble", problem=problem), FAILED) from None
    except MissingResults as some:
        raise Refusal(
            say(lang, "study_missing", missing=some.missing, total=some.total) + nothing_of(some, lang)
        ) from None
    except InUse as problem:
        raise Refusal(say(lang, "arena_in_use", path=shown(problem.file))) from None
    except BadPiece as piece:
        raise Refusal(_why_not(piece.file, piece.problem, lang)) from None
    except (OtherContest, BadResults) as problem:
        raise Refusal(_why_not(file, problem, lang)) from None
    except OSError as problem:
        reading = problem.filename in args.others
        raise trouble(problem.filename or file, problem, lang, writing=not reading) from None


def _why_not(file: str | Path, problem: TablierError, lang: str) -> str:
    """Why a file is none of this study."""
    if isinstance(problem, OtherContest):
        differs = {"what": problem.what, "found": problem.found, "wanted": problem.wanted}
        return say(lang, "study_other", path=shown(file), **differs)
    return say(lang, "arena_bad_file", path=shown(file), problem=problem)


def _shard(text: str | None, lang: str) -> Shard | None:
    try:
        return None if text is None else Shard.read(text)
    except ValueError:
        raise Refusal(say(lang, "arena_shard", shard=shorten(text))) from None


# --- after them


def _write(path: Path, text: str, lang: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise trouble(path, problem, lang, writing=True) from None


def _tell(found: Findings, game: Game, out: Path, pace: Pace, screen: Screen) -> None:
    spoken, usual = language(screen.lang), found.variants[0]
    games = spoken.number(found.games)
    screen.say("arena_title", "bold", game=game.title[screen.lang], games=games)
    for seat in usual.seats:
        share = usual.figures[f"share.{seat}"]
        bounds = f"{spoken.number(100 * share.low, 1)}–{spoken.number(100 * share.high, 1)}"
        who = seat_word(game, seat, screen.lang)
        screen.say("study_share", seat=who, share=spoken.share(share.mean), bounds=bounds)
    low, high = (spoken.number(max(1, minutes)) for minutes in pace.minutes(usual))
    medians = {name: spoken.number(length.mean) for name, length in usual.medians.items()}
    screen.say("study_length", **medians, low=low, high=high, draws=spoken.share(usual.figures["draw"].mean))
    screen.say("study_written", path=shown(out), names=", ".join(f"*{end}" for end in (".json", ".csv", ".jsonl")))
