"""Which games have been compiled for bots, and are in the cache: what is there is loaded in a second."""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from platform import python_version

from tablier.engine import compiled
from tablier.engine.registry import find


def is_kept(game: str) -> bool:
    """Whether all that bots of this game need was compiled by these sources."""
    note = _note(game)
    return note is not None and note.exists()


def keep(game: str) -> None:
    """Note that it was."""
    if note := _note(game):
        with suppress(OSError):
            note.touch()


def _note(game: str) -> Path | None:
    """In the cache of the game, which has another name whenever one of its sources, or of ours, changes."""
    folder = compiled.folder_of(find(game).rules)
    directory = compiled.cache_directory(folder, () if compiled.is_ours(folder) else compiled.outside_sources())
    return directory and directory / f"prepared-python-{python_version()}-numba-{version('numba')}"
