"""One server at a time."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from tablier.serve.store.records import StoreTrouble
from tablier.serve.store.trouble import cannot

_taken_here: Final[set[Path]] = set()


class Lock:
    """A lock on a store, which the system takes back however the process ends.

    It is of the kind that a forked process does not share; so what this very process has locked must be noted as well.
    """

    def __init__(self, store: Path) -> None:
        self._store = store
        self._path = store.resolve().with_name(store.resolve().name + ".lock")
        self._file: int | None = None

    def take(self) -> None:
        in_use = StoreTrouble(f"{self._store}: another tablier serve is using it; end that one, or give another file")
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
