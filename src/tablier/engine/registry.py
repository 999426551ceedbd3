"""Which games there are. A game is a folder under `tablier.games`; this is the only place that looks for them."""

from __future__ import annotations

from difflib import get_close_matches
from importlib.util import find_spec
from pkgutil import iter_modules

from tablier.engine.errors import UnknownGame
from tablier.engine.game import Game, load
from tablier.engine.words import shorten

FOLDER = "tablier.games"


def games() -> list[str]:
    """The names of the games, in alphabetical order."""
    folder = find_spec(FOLDER)
    paths = folder.submodule_search_locations if folder else None
    return sorted(module.name.replace("_", "-") for module in iter_modules(paths) if module.ispkg)


def find(name: str) -> Game:
    """The game of this name, loaded when it is first asked for; raises UnknownGame."""
    if not isinstance(name, str) or name not in games():
        wanted = shorten(name).lower()
        part = [game for game in games() if wanted and game.startswith(wanted)]
        close = part or get_close_matches(wanted, games(), n=1, cutoff=0.3)
        hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(games())}"
        raise UnknownGame(f"{shorten(name)!r} is not a game we have; {hint}")
    return load(f"{FOLDER}.{name.replace('-', '_')}")
