"""`tablier prepare`: compile games beforehand, so that bots are at their full strength from the first move on."""

from __future__ import annotations

from collections.abc import Sequence

from tablier.bots import kept, preparation
from tablier.cli.refusal import FAILED, Refusal
from tablier.cli.screen import Screen
from tablier.cli.session import known_game
from tablier.cli.texts import say
from tablier.engine.compiled import enabled
from tablier.engine.registry import find, games
from tablier.work.executor import Here, Task
from tablier.work.processes import Processes
from tablier.work.spread import spread


def prepare(names: Sequence[str], screen: Screen) -> None:
    """Compile what bots of these games need, or of all, where that has not been done."""
    chosen = [known_game(name, screen.lang).name for name in names or games()]
    if not enabled():
        raise Refusal(say(screen.lang, "prepare_interpreted"), FAILED)
    missing = [name for name in chosen if not kept.is_kept(name)]
    where = Here() if len(missing) == 1 else Processes()
    with screen.progress(say(screen.lang, "preparing_games")) as tell:
        tell(0, len(missing))
        for done, (_, name) in enumerate(spread(Task(_prepared), missing, where), start=1):
            tell(done, len(missing))
            screen.say("prepared_one", game=name)
    screen.say("prepared", "bold")


def _prepared(name: str) -> str:
    preparation.prepare(find(name))
    return name
