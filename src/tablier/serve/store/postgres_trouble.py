"""What the errors of PostgreSQL and of the way to it mean. They are known by their SQLSTATE, or have none."""

from __future__ import annotations

import re
from typing import Final

import psycopg
from sqlalchemy.exc import DBAPIError

from tablier.language import Words
from tablier.serve.store.records import BadStore, Duplicate, Lost, NoSuchTable, StoreTrouble, words

NO_ANSWER: Final = "no_answer"
NO_DATABASE: Final = "no_database"

_TROUBLE: Final = {  # the longest beginning that fits counts
    "08": NO_ANSWER,
    "57": "stopping",
    "57014": "too_long",
    "53": "no_room",
    "53100": "full",
    "53200": "memory",
    "53300": "too_many",
    "25006": "read_only",
    "25P03": "stood_still",
    "40": "in_the_way",
    "55P03": "locked",
    "58": "disk",
    "42501": "denied",
}
_LASTING: Final = ("read_only", "denied", "not_let_in")
"""What is so until somebody does something about it."""
_NO_DATABASE: Final = re.compile(r'FATAL: +database ".*" does not exist')
_NOT_LET_IN: Final = ("password authentication failed", "no password supplied", "pg_hba.conf", "FATAL:  role ")
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
    """The key of what is wrong with the database as a whole; '': nothing."""
    if origin.sqlstate is None:
        is_of_the_way = isinstance(origin, psycopg.OperationalError | psycopg.InterfaceError)
        return _of_the_way(str(origin)) if is_of_the_way else ""
    state = origin.sqlstate
    return next((_TROUBLE[state[:length]] for length in (5, 2) if state[:length] in _TROUBLE), "")


def _of_the_way(text: str) -> str:
    """What is wrong where there is no connection: the server's own words are all that is told, if it speaks English."""
    if _NO_DATABASE.search(text):
        return NO_DATABASE
    return "not_let_in" if any(words in text for words in _NOT_LET_IN) else NO_ANSWER


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
        return (Lost if _is_lost(problem) else StoreTrouble)(_told(trouble, where, text))
    if origin.sqlstate in _DAMAGE:
        return BadStore(words("damaged_database", where=where, text=text))
    if isinstance(origin, psycopg.errors.UniqueViolation):
        what = _REPEATED.get(origin.diag.constraint_name or "", "")
        return Duplicate(f"this {what or 'row'} is stored already ({text})", what)
    if isinstance(origin, psycopg.errors.ForeignKeyViolation):
        return NoSuchTable("there is no such table")
    return OverflowError(text) if isinstance(origin, psycopg.errors.NumericValueOutOfRange) else problem


def _told(trouble: str, where: str, text: str) -> Words:
    if trouble == NO_DATABASE:
        return words(NO_DATABASE, where=where, text=text, name=where.rpartition("/")[2])
    return words("lasting" if trouble in _LASTING else "later", where=where, what=words(trouble), text=text)
