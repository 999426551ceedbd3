"""`tablier move-store`: all that a server keeps, from a file to a PostgreSQL database, or back."""

from __future__ import annotations

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from tablier.cli import saves
from tablier.cli.refusal import FAILED, Refusal
from tablier.cli.screen import Screen
from tablier.cli.stores import existing
from tablier.cli.texts import say
from tablier.serve.store import BadStore, Copied, Store, StoreTrouble, move


def move_store(source: str, target: str, screen: Screen) -> None:
    """Copy a store that no server uses to where there is nothing yet: all of it, or nothing."""
    if not source or not target:
        raise Refusal(say(screen.lang, "move_what"))
    try:
        kept, wanted = existing(source, screen.lang), Store(target)
        copied = _moved(kept, wanted, screen)
    except FileExistsError:
        raise Refusal(say(screen.lang, "copy_exists", path=saves.shown(wanted.where))) from None
    except OSError as problem:
        raise saves.trouble(wanted.where, problem, screen.lang, writing=True) from None
    except (StoreTrouble, BadStore) as problem:
        raise Refusal(say(screen.lang, "not_moved", problem=problem.said(screen.lang)), FAILED) from None
    screen.say("store_moved", rows=copied.rows, source=saves.shown(kept.where), target=saves.shown(wanted.where))
    if copied.damaged:
        screen.say("store_moved_damaged", tables=", ".join(copied.damaged))


def _moved(source: Store, target: Store, screen: Screen) -> Copied:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=screen.err, transient=True, disable=not screen.err.is_terminal) as bar:
        task = bar.add_task(say(screen.lang, "store_moving"), total=None)
        return move(source.database, target.database, lambda done, total: bar.update(task, completed=done, total=total))
