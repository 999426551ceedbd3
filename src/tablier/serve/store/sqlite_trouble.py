"""What the errors of SQLite and of the system mean."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy.exc import DBAPIError

from tablier.serve.store.records import BadStore, Duplicate, NoSuchTable, StoreTrouble

_TROUBLE: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it can only be read",
    sqlite3.SQLITE_BUSY: "another program keeps it locked",
    sqlite3.SQLITE_LOCKED: "another program keeps it locked",
    sqlite3.SQLITE_PROTOCOL: "another program keeps it locked",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_PERM: "access is denied",
    sqlite3.SQLITE_AUTH: "access is denied",
    sqlite3.SQLITE_NOMEM: "there is not enough memory",
    sqlite3.SQLITE_INTERRUPT: "it was interrupted",
}
_DAMAGE: Final = {
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_NOTADB: "it is not a tablier store",
}
_REPEATED: Final = {
    "events.table_id, events.number": "number",
    "events.table_id, events.command": "command",
    "tables.id": "table",
    "keys.hash": "key",
}
RESTORE: Final = "put a backup in its place (they are made by tablier backup), or give another file"


def sqlite_error(problem: Exception) -> tuple[int, str]:
    """SQLite's extended code and message, (0, '') if it is no error of SQLite's."""
    origin = problem.orig if isinstance(problem, DBAPIError) else problem
    if not isinstance(origin, sqlite3.Error):
        return 0, ""
    return getattr(origin, "sqlite_errorcode", 0), str(origin)


def is_trouble(problem: Exception) -> bool:
    """Whether it concerns the whole file, and not a single change."""
    code = sqlite_error(problem)[0] & 0xFF
    return code in _TROUBLE or code in _DAMAGE


def meaning(problem: Exception, path: Path) -> Exception:
    """The error to raise for one of SQLite's; any other is left as it is: it is a fault of ours."""
    code, text = sqlite_error(problem)
    if code & 0xFF in _TROUBLE:
        return StoreTrouble(f"{path}: {_TROUBLE[code & 0xFF]} ({text}); nothing was stored, try again later")
    if code & 0xFF in _DAMAGE:
        return BadStore(f"{path}: {_DAMAGE[code & 0xFF]} ({text}); {RESTORE}")
    if code in (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE):
        what = _REPEATED.get(text.partition(": ")[2], "")
        return Duplicate(f"this {what or 'row'} is stored already ({text})", what)
    if code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return NoSuchTable("there is no such table")
    return problem


@contextmanager
def told_of(path: Path) -> Iterator[None]:
    """SQLite's errors are raised as ours."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as problem:
        raise meaning(problem, path) from None


def cannot(path: Path, problem: OSError) -> StoreTrouble:
    return StoreTrouble(f"{path}: the store cannot be opened ({problem.strerror or problem}); give a file that can be")
