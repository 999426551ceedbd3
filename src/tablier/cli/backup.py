"""`tablier backup`: a copy of everything that the server keeps, also while it runs."""

from __future__ import annotations

from pathlib import Path

from tablier.cli import saves
from tablier.cli.refusal import FAILED, Refusal
from tablier.cli.screen import Screen
from tablier.cli.stores import existing
from tablier.cli.texts import say
from tablier.serve.store import BadStore, StoreTrouble, is_address


def backup(file: str, store: str | None, screen: Screen) -> None:
    """Copy the store to a new file."""
    if not file:
        raise Refusal(say(screen.lang, "which_file"))
    if is_address(file):  # which may have a password in it: it is not shown
        raise Refusal(say(screen.lang, "backup_is_file"))
    try:
        existing(store, screen.lang).backup(Path(file))
    except FileExistsError:
        raise Refusal(say(screen.lang, "copy_exists", path=saves.shown(file))) from None
    except OSError as problem:
        raise saves.trouble(file, problem, screen.lang, writing=True) from None
    except (StoreTrouble, BadStore) as problem:
        raise Refusal(say(screen.lang, "no_backup", problem=problem.said(screen.lang)), FAILED) from None
    screen.line(say(screen.lang, "backed_up", path=saves.shown(file)))
