"""What the errors of SQLite and of the system mean."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy.exc import DBAPIError

from tablier.serve.store.records import BadStore, Duplicate, NoSuchTable, StoreTrouble, words

_PASSING: Final = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_NOMEM: "memory",
    sqlite3.SQLITE_INTERRUPT: "interrupted",
}
_LASTING: Final = {  # until somebody does something about it
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "not_opened",
    sqlite3.SQLITE_PERM: "denied",
    sqlite3.SQLITE_AUTH: "denied",
}
_TROUBLE: Final = {**_PASSING, **_LASTING}
_DAMAGE: Final = {
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "foreign_file",
}
_REPEATED: Final = {
    "events.table_id, events.number": "number",
    "events.table_id, events.command": "command",
    "tables.id": "table",
    "keys.hash": "key",
}


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
        form = "later" if code & 0xFF in _PASSING else "lasting"
        return StoreTrouble(words(form, where=path, what=words(_TROUBLE[code & 0xFF]), text=text))
    if code & 0xFF in _DAMAGE:
        return BadStore(words(_DAMAGE[code & 0xFF], where=path, text=text))
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
    return StoreTrouble(words("cannot", where=path, text=problem.strerror or problem))
