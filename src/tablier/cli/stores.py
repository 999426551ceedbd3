"""Where the tables are that a command is about."""

from __future__ import annotations

import errno
import os

from tablier.cli import saves
from tablier.cli.refusal import Refusal
from tablier.cli.texts import say
from tablier.serve.store import Store, default_path


def existing(given: str | None, lang: str) -> Store:
    """The store that is given, or the usual one; refuses one that is not there. Raises BadStore."""
    store = Store(given or default_path())
    if store.exists():
        return store
    if not given:
        raise Refusal(say(lang, "no_store", path=saves.shown(store.where)))
    problem = errno.EISDIR if store.path.is_dir() else errno.ENOENT
    raise saves.trouble(store.where, OSError(problem, os.strerror(problem)), lang)
