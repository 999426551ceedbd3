"""What the errors of PostgreSQL and of the way to it mean. They are known by their SQLSTATE, or have none."""

from __future__ import annotations

from typing import Final

import psycopg
from sqlalchemy.exc import DBAPIError

from tablier.serve.store.records import BadStore, Duplicate, Lost, NoSuchTable, StoreTrouble

NO_ANSWER: Final = "the database cannot be reached"

_TROUBLE: Final = {  # the longest beginning that fits counts
    "08": NO_ANSWER,
    "57": "the database stops or starts",
    "57014": "it took too long",
    "53": "the database has no room",
    "53100": "the disk is full",
    "53200": "there is not enough memory",
    "53300": "the database has too many connections",
    "25006": "it can only be read",
    "25P03": "the connection stood still for too long",
    "40": "others were in the way",
    "55P03": "another program keeps it locked",
    "58": "the disk cannot be read or written",
    "42501": "access is denied",
}
_DAMAGE: Final = ("XX001", "XX002")
_REPEATED: Final = {
    "events_pkey": "number",
    "events_command": "command",
    "tables_pkey": "table",
    "keys_pkey": "key",
}


def origin_of(problem: Exception) -> psycopg.Error | None:
    """The error of the driver; None if it is another's."""
    origin = problem.orig if isinstance(problem, DBAPIError) else problem
    return origin if isinstance(origin, psycopg.Error) else None


def trouble_of(origin: psycopg.Error) -> str:
    """What is wrong with the database as a whole; '': nothing."""
    if origin.sqlstate is None:
        is_of_the_way = isinstance(origin, psycopg.OperationalError | psycopg.InterfaceError)
        return NO_ANSWER if is_of_the_way else ""
    state = origin.sqlstate
    return next((_TROUBLE[state[:length]] for length in (5, 2) if state[:length] in _TROUBLE), "")


def is_trouble(problem: Exception) -> bool:
    origin = origin_of(problem)
    return origin is not None and bool(trouble_of(origin) or origin.sqlstate in _DAMAGE)


def is_passing(problem: Exception) -> bool:
    """Two transactions were in each other's way, and this one was given up; or the connection was lost meanwhile."""
    origin = origin_of(problem)
    return _is_lost(problem) or (origin is not None and (origin.sqlstate or "").startswith("40"))


def _is_lost(problem: Exception) -> bool:
    return isinstance(problem, Lost) or (isinstance(problem, DBAPIError) and problem.connection_invalidated)


def meaning(problem: Exception, where: str) -> Exception:
    """The error to raise for one of PostgreSQL's; any other is left as it is: it is a fault of ours."""
    origin = origin_of(problem)
    if origin is None:
        return problem
    text = " ".join(str(origin).split())
    if trouble := trouble_of(origin):
        kind = Lost if _is_lost(problem) else StoreTrouble
        return kind(f"{where}: {trouble} ({text}); nothing was stored, try again later")
    if origin.sqlstate in _DAMAGE:
        return BadStore(f"{where}: it is damaged ({text}); restore a backup of the database")
    if isinstance(origin, psycopg.errors.UniqueViolation):
        what = _REPEATED.get(origin.diag.constraint_name or "", "")
        return Duplicate(f"this {what or 'row'} is stored already ({text})", what)
    if isinstance(origin, psycopg.errors.ForeignKeyViolation):
        return NoSuchTable("there is no such table")
    return OverflowError(text) if isinstance(origin, psycopg.errors.NumericValueOutOfRange) else problem
