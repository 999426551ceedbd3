"""How a game in the terminal begins: which match, who sits where, and the file it is kept in."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tablier.cli import saves
from tablier.cli.refusal import Refusal
from tablier.cli.saves import SaveFile, shown
from tablier.cli.screen import Screen
from tablier.cli.story import seat_word
from tablier.cli.texts import say
from tablier.engine.errors import BadOption, BrokenGame, UnknownGame
from tablier.engine.game import Game
from tablier.engine.options import Whole, said
from tablier.engine.position import Position
from tablier.engine.registry import broken, find, games
from tablier.engine.words import shorten
from tablier.record.chance import MOST_SEED
from tablier.record.match import Match

BOT = "bot"
"""The name, in a game file, of a seat that the program plays."""

SEED_BITS = 32
"""Of a seed that we choose: enough that no two games are alike, few enough to be read out."""


@dataclass
class PlayArguments:
    """What the command line asked for."""

    game: str
    options: Sequence[str] = ()
    """name=value."""
    seats: Sequence[str] = ()
    hot_seat: bool = False
    seed: int | None = None
    real_dice: bool = False
    file: str | None = None
    resume: bool = False
    resumed: str | None = None
    """The file that follows --resume."""


@dataclass
class Session:
    """A match, the seats that people play in it, and where it is kept."""

    match: Match
    people: frozenset[int]
    save: SaveFile


def known_game(name: str, lang: str) -> Game:
    """The game of this name; refuses in the user's language."""
    if not name:
        raise Refusal(say(lang, "which_game", names=", ".join(games())))
    try:
        return find(name)
    except UnknownGame:
        raise Refusal(say(lang, "unknown_game", name=shorten(name), names=", ".join(games()))) from None
    except BrokenGame:
        raise Refusal(say(lang, "broken_game", name=name, problem=broken()[name])) from None


def known_seat(match: Match | Position, name: str, lang: str) -> int:
    """The seat of this name, as the game file or as people call it."""
    for number, seat in enumerate(match.seats):
        words = [match.game.seat_words[seat][spoken] for spoken in match.game.words.languages]
        if name.casefold() in (seat, *map(str.casefold, words)):
            return number
    raise Refusal(say(lang, "unknown_seat", name=shorten(name), names=", ".join(match.seats)))


def open_game(args: PlayArguments, screen: Screen) -> Session:
    """What `tablier play` is to play."""
    if args.resume and not args.resumed and args.game not in games():
        args = replace(args, game="", resumed=args.game or None)  # the file says which game it is
    game = None if args.resume and not args.game else known_game(args.game, screen.lang)
    _check(args, screen.lang)
    if game is None or args.resume:
        return _resumed(args, game, screen)
    match = _new(args, game, screen.lang)
    people = _people(args, match, screen.lang) or frozenset({0})
    for number, seat in enumerate(match.seats):
        if number not in people:
            match.name(seat, BOT)
    if waiting := saves.unfinished(game.name):
        screen.say("unfinished", "dim", game=game.name, path=waiting)
    path = Path(args.file) if args.file else saves.new_path(game.name)
    return Session(match, people, SaveFile.anew(path, screen.lang))


def _check(args: PlayArguments, lang: str) -> None:
    """Refuse what contradicts itself."""
    given = {
        "--hot-seat": args.hot_seat,
        "--seat": bool(args.seats),
        "--real-dice": args.real_dice,
        "--seed": args.seed is not None,
        "--option": bool(args.options),
        "--resume": args.resume,
    }
    clashes = [("--hot-seat", "--seat"), ("--real-dice", "--seed")]
    clashes += [("--resume", settled) for settled in ("--seed", "--option", "--real-dice")]
    for one, other in clashes:
        if given[one] and given[other]:
            raise Refusal(say(lang, "not_together", one=one, other=other))
    if args.resumed and not args.resume:
        raise Refusal(say(lang, "resume_or_file", path=shown(args.resumed)))
    if args.resumed and args.file:
        raise Refusal(say(lang, "not_together", one="--file", other=f"--resume {shown(args.resumed)}"))


def _new(args: PlayArguments, game: Game, lang: str) -> Match:
    options = given_options(args.options, game, lang)
    seed = secrets.randbits(SEED_BITS) if args.seed is None else known_seed(args.seed, lang)
    return Match(game, seed=None if args.real_dice else seed, **options)


def given_options(texts: Sequence[str], game: Game, lang: str) -> dict[str, Any]:
    """The options of a game, each as name=value; refuses what the game would refuse."""
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refusal(say(lang, "form_of_option", text=shorten(text)))
        options[name.strip()] = value.strip()
    with refusing(lang):
        game.settle(options)
    return options


def known_seed(seed: int, lang: str) -> int:
    """A seed that a match can have."""
    with refusing(lang):
        return Whole(name="--seed", least=0, most=MOST_SEED, default=0).read(seed)


@contextmanager
def refusing(lang: str) -> Iterator[None]:
    """Refuse an option in the user's language."""
    try:
        yield
    except BadOption as problem:
        raise Refusal(said(lang, "told", option=problem.option, value=problem.words[lang])) from None


def _resumed(args: PlayArguments, game: Game | None, screen: Screen) -> Session:
    """A game that is gone on with: of this game, if one is named."""
    lang, name = screen.lang, game.name if game else ""
    path = args.resumed or args.file or saves.unfinished(name)
    if path == saves.STDIN:  # one cannot write there what is played
        raise Refusal(say(lang, "no_file", path=path))
    if path is None:
        raise Refusal(say(lang, "nothing_to_resume" if game else "nothing_unfinished", game=name))
    with screen.progress(say(lang, "loading")) as progress:
        match = saves.load(str(path), lang, progress)
    if game not in (None, match.game):
        raise Refusal(say(lang, "other_game", path=shown(path), found=match.game.name, game=name))
    if match.over:
        raise Refusal(say(lang, "already_over", path=shown(path)))
    people = _people(args, match, lang)
    if not people:
        people = frozenset(i for i, seat in enumerate(match.seats) if match.names.get(seat) != BOT)
    return Session(match, people, SaveFile(Path(path), saves.read(str(path))))


def _people(args: PlayArguments, match: Match, lang: str) -> frozenset[int]:
    """The seats that people play, where the command line says so."""
    if args.hot_seat:
        return frozenset(range(len(match.seats)))
    return frozenset(known_seat(match, name, lang) for name in args.seats)


def seat_names(session: Session, lang: str) -> list[str]:
    """What the seats that people play are called."""
    match = session.match
    return [seat_word(match.game, match.seats[seat], lang) for seat in sorted(session.people)]
