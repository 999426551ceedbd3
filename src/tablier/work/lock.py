"""One process at a time writes into a file."""

from __future__ import annotations

import sys
from typing import IO

BEYOND = 1 << 40
"""Where Windows locks a byte: beyond any file's end, since what is locked there nobody else can read."""


def locked(file: IO[bytes]) -> bool:
    """Lock an open file until it is closed, however that comes about; False where somebody else has it.

    Where files cannot be locked at all, as on some shared drives, nothing is known of others.
    """
    try:
        _lock(file)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


def _lock(file: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(BEYOND)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
