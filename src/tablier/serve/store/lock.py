"""One server at a time uses an SQLite file."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from tablier.serve.store.records import StoreTrouble, words
from tablier.serve.store.sqlite_trouble import cannot

_taken_here: Final[set[Path | tuple[int, int]]] = set()
"""Names of locks, and files themselves."""


class Lock:
    """A lock on a store, which the system takes back however the process ends.

    It is of the kind that a forked process does not share; so what this very process has locked must be noted as well.
    """

    def __init__(self, store: Path) -> None:
        self._store = store
        self._path = store.resolve().with_name(store.resolve().name + ".lock")
        self._file: int | None = None
        self._itself: int | None = None
        self._identity = (0, 0)

    def take_itself(self) -> None:
        """Lock the file, which is there by now: it may have several names."""
        if sys.platform == "win32":
            return
        import fcntl

        found = self._store.stat()
        self._identity = found.st_dev, found.st_ino
        if self._identity in _taken_here:  # not even opened: closing it would undo the locks of SQLite
            raise self._in_use
        self._itself = os.open(self._store, os.O_RDONLY)
        try:
            fcntl.flock(self._itself, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise self._in_use from None
        _taken_here.add(self._identity)

    @property
    def _in_use(self) -> StoreTrouble:
        return StoreTrouble(words("in_use", where=self._store))

    def take(self) -> None:
        in_use = self._in_use
        if self._path in _taken_here:
            raise in_use
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as problem:
            raise cannot(self._store, problem) from None
        try:
            _lock(file)
        except OSError as problem:
            os.close(file)
            taken = isinstance(problem, BlockingIOError | PermissionError)
            raise (in_use if taken else cannot(self._store, problem)) from None
        self._file = file
        _taken_here.add(self._path)

    def release(self) -> None:
        if self._itself is not None:
            os.close(self._itself)
            self._itself = None
            _taken_here.discard(self._identity)
        if self._file is not None:
            os.close(self._file)
            self._file = None
            _taken_here.discard(self._path)


def _lock(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
