"""Which games there are: the folders under `tablier.games`, and what other packages bring.

A package brings a game by an entry point of the group `tablier.games`, which has the game's name and leads to its GAME:

    [project.entry-points."tablier.games"]
    three-heaps = "three_heaps.game:GAME"

What is brought is tried before it is listed. What cannot be used is told of by `broken`; it is in nobody's way.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import TYPE_CHECKING, NamedTuple

from tablier.engine import parts
from tablier.engine.errors import BrokenGame, UnknownGame
from tablier.engine.game import Game, load
from tablier.engine.kernels import PUBLIC, hide
from tablier.engine.words import shorten
from tablier.language import LANGUAGES

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

FOLDER = GROUP = "tablier.games"


def games() -> list[str]:
    """The names of the games that can be played, in alphabetical order."""
    return sorted([*_ours(), *_brought().games])


def broken() -> dict[str, str]:
    """The games that other packages bring and that cannot be used, with what is wrong with each."""
    return _brought().broken


def find(name: str) -> Game:
    """The game of this name, loaded when it is first asked for; raises UnknownGame, or BrokenGame."""
    if not isinstance(name, str):
        raise _unknown(name)
    if name in _ours():
        return load(f"{FOLDER}.{name.replace('-', '_')}")
    if name in _brought().games:
        return _brought().games[name]
    if name in broken():
        raise BrokenGame(f"{name} cannot be used: {broken()[name]}")
    raise _unknown(name)


def _unknown(name: object) -> UnknownGame:
    wanted = shorten(name).lower()
    part = [game for game in games() if wanted and game.startswith(wanted)]
    close = part or get_close_matches(wanted, games(), n=1, cutoff=0.3)
    hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(games())}"
    return UnknownGame(f"{shorten(name)!r} is not a game we have; {hint}")


@cache
def _ours() -> frozenset[str]:
    folder = find_spec(FOLDER)
    paths = folder.submodule_search_locations if folder else None
    return frozenset(module.name.replace("_", "-") for module in iter_modules(paths) if module.ispkg)


# --- what other packages bring ----------------------------------------------------------------------------------------


class Brought(NamedTuple):
    """Games by their names, and what is wrong with those that cannot be used."""

    games: dict[str, Game]
    broken: dict[str, str]


@cache
def _brought() -> Brought:
    """Looked for once, and only when a game is asked for that is not ours: it takes some hundredths of a second."""
    from importlib.metadata import entry_points

    found = Brought({}, {})
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            if entry.name in _ours() or entry.name in found.games:
                raise BrokenGame(f"{entry.module} brings it, but there is another game of this name")
            found.games[entry.name] = _tried(entry)
        except BrokenGame as problem:
            found.broken[entry.name] = str(problem)
    return found


def _tried(entry: EntryPoint) -> Game:
    """The game that an entry point leads to; raises BrokenGame."""
    game = vars(parts.load(entry.module)).get(entry.attr)
    if not isinstance(game, Game):
        raise BrokenGame(f"{entry.value} is not a Game")
    if game.name != entry.name:
        raise BrokenGame(f"its name is {game.name!r}, which its entry point is to have too")
    try:
        _ask(game)
    except Exception as problem:
        raise problem if isinstance(problem, BrokenGame) else BrokenGame(parts.told(problem)) from problem
    return game


def _ask(game: Game) -> None:
    """Have what lists and pages ask of all games at once, where one that fails would take the others with it."""
    settled, _ = game.settle({}), [*game.parts()]
    seats = {seat for variant in game.variants() for seat in game.seats(variant)}
    told = [game.title, game.summary, *(game.seat_words[seat] for seat in seats)]
    told += [game.option_words[option.name] for option in game.options]
    view = game.open(settled)[0]
    hide(view, PUBLIC)
    for lang in LANGUAGES:
        game.pages.rules(lang)
        game.picture.scene(view, settled, PUBLIC, lang, "wide")
        if not all(words[lang] for words in told):
            raise BrokenGame(f"its words lack a text in {lang}")
