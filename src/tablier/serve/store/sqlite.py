"""A store in one SQLite file, for one process at a time."""

from __future__ import annotations

import errno
import logging
import os
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from tablier.serve.store import migrations
from tablier.serve.store.database import Database, driver
from tablier.serve.store.gate import Gate
from tablier.serve.store.lock import Lock
from tablier.serve.store.records import BadStore, StoreTrouble, words
from tablier.serve.store.sqlite_trouble import cannot, is_trouble, meaning, sqlite_error, told_of

_log = logging.getLogger(__name__)

OURS: Final = 0x7461626C
"""SQLite's application id of a store: 'tabl'."""

READ_VERSION, WITHOUT_LOG = 19, 1
"""Where the header of a file says whether it has a log, and what it says if it has none."""

SMALL: Final = 16 << 20
"""Bytes: a store up to this size is checked at every opening, a larger one if it was not closed properly."""

LONGEST_CHECK: Final = 3.0
"""Seconds: a check that finds nothing wrong for so long is enough."""

AGAIN: Final = 0.1
"""Seconds from one try to have SQLite's log written to the next."""

_ADDING: Final = re.compile(r"\s*INSERT .* VALUES (\([?, ]+\))", re.DOTALL)
"""A statement that adds a row and ends with its values; these are the part that is found."""

AT_ONCE: Final = 100
"""Rows that are added by one statement: SQLite takes at least 999 values."""

TRIES: Final = 20
"""To have what is in SQLite's log, and may not be on the disk, written once more."""


class Sqlite(Database):
    """The file that a server keeps everything in. One process at a time writes it; any may make a backup."""

    BEGIN = "BEGIN IMMEDIATE"
    IS_SHARED = False
    READERS = 2
    ERROR = sqlite3.Error

    def __init__(self, path: Path, patience: float) -> None:
        """`patience`: seconds to wait for a file that others have locked."""
        self.path = path.absolute()
        self.where = str(self.path)
        resolved = self.path.resolve()
        self.hatch = resolved.with_name(resolved.name + ".admin")
        self._patience = patience
        self._lock = Lock(self.path)
        self._gate = Gate()

    def exists(self) -> bool:
        return self.path.is_file()

    def open(self) -> sa.Engine:
        return self._opened(anew=True)

    def _opened(self, *, anew: bool) -> sa.Engine:
        """`anew`: whether a file in which there is nothing becomes a store."""
        _see_that_it_is_no_folder(self.path)
        self._lock.take()
        _set_aside_another_log(self.path)
        doubtful = _make_file(self.path)
        self._lock.take_itself()
        engine = _engine(self.path, self._patience)
        try:
            with self.told(), engine.connect() as connection:
                self._prepare(connection, doubtful, anew)
        except BaseException:
            engine.dispose()
            raise
        return engine

    def close(self) -> None:
        self._lock.release()

    def writing(self, engine: sa.Engine) -> sa.Connection:
        return engine.connect()

    def reading(self) -> AbstractContextManager[object]:
        return self._gate.reading()

    def in_doubt(self) -> AbstractContextManager[object]:
        """Nobody reads: SQLite looks at what is there once all connections are closed."""
        return self._gate.closed()

    def look_again(self, engine: sa.Engine) -> sa.Connection:
        """What had been written may be found again, now or after the next start.

        Once all connections are closed SQLite looks at what is there, as it does at a start; and whatever it finds is
        from then on what has happened.
        """
        engine.dispose()
        connection = engine.connect()
        for _ in range(TRIES):
            with suppress(Exception):  # such as a disk that is full: then what can be read has to do
                if _is_settled(connection):
                    break
            time.sleep(AGAIN)
        return connection

    def begin(self, connection: sa.Connection) -> None:
        driver(connection).execute(self.BEGIN)

    def carry_out(self, connection: sa.Connection, statement: str, rows: Sequence[Sequence[Any]]) -> int:
        """Rows that are added go in one call: at each, the thread that answers has to make way for this one."""
        adding = _ADDING.fullmatch(statement)
        if not adding:
            return int(driver(connection).executemany(statement, rows).rowcount)
        groups = [rows[first : first + AT_ONCE] for first in range(0, len(rows), AT_ONCE)]
        return sum(self._add(connection, statement + f", {adding[1]}" * (len(group) - 1), group) for group in groups)

    def _add(self, connection: sa.Connection, statement: str, rows: Sequence[Sequence[Any]]) -> int:
        return int(driver(connection).execute(statement, [*chain.from_iterable(rows)]).rowcount)

    def commit(self, connection: sa.Connection) -> None:
        driver(connection).execute("COMMIT")

    def meaning(self, problem: Exception) -> Exception:
        return meaning(problem, self.path)

    def is_trouble(self, problem: Exception) -> bool:
        return is_trouble(problem)

    def is_passing(self, problem: Exception) -> bool:
        return False  # SQLite itself waits for others

    def size(self, connection: sa.Connection) -> int:
        files = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def backup(self, to: Path) -> None:
        if not self.path.exists():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path))
        with drafted(to) as draft:
            self._copy(draft)

    @contextmanager
    def moment(self) -> Iterator[sa.Connection]:
        if not self.exists():
            _see_that_it_is_no_folder(self.path)
            raise BadStore(words("no_file", where=self.path))
        try:
            engine = self._opened(anew=False)
            with self.told(), engine.connect() as connection:
                connection.exec_driver_sql("BEGIN")
                yield connection
            engine.dispose()
        finally:
            self.close()

    @contextmanager
    def receiving(self) -> Iterator[sa.Connection]:
        with drafted(self.path) as draft:
            engine = sa.create_engine(sa.URL.create("sqlite", database=str(draft)), isolation_level="AUTOCOMMIT")
            with told_of(draft), engine.connect() as connection:
                connection.exec_driver_sql(f"PRAGMA application_id = {OURS}")
                connection.exec_driver_sql(self.BEGIN)
                migrations.create(connection)
                yield connection
                connection.exec_driver_sql("COMMIT")
            engine.dispose()

    def users(self, connection: sa.Connection) -> int:
        return 0  # nobody else, while we have its lock

    def _copy(self, draft: Path) -> None:
        with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
            with self.told(), closing(_only_read(self.path, self._patience)) as original:
                if original.execute("PRAGMA application_id").fetchone()[0] != OURS:
                    raise BadStore(words("foreign", where=self.path))
                with told_of(draft):
                    original.backup(copy)  # in one step: a copy in several begins anew whenever somebody writes
            with told_of(draft):
                copy.execute("PRAGMA journal_mode = DELETE")  # so that it is a single file
                found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise BadStore(words("damaged_original", where=self.path, text=_one_line(found)))

    def _prepare(self, connection: sa.Connection, doubtful: bool, anew: bool) -> None:
        """Whatever is to be done before the file is used."""
        if doubtful:
            _check(connection, self.path)
        version = self._version(connection)
        if version is None and not anew:
            raise BadStore(words("no_tables", where=self.path))
        if connection.exec_driver_sql("PRAGMA journal_mode = WAL").scalar_one() != "wal":
            raise StoreTrouble(words("wrong_disk", where=self.path))
        connection.exec_driver_sql(self.BEGIN)
        migrations.bring_up(connection, version)
        connection.exec_driver_sql(f"PRAGMA application_id = {OURS}")  # always: who cannot write learns it now
        connection.exec_driver_sql("COMMIT")

    def _version(self, connection: sa.Connection) -> str | None:
        """None if the file is empty, '' if it has none yet. Refuses a file that is not ours, or newer."""
        names = set(connection.exec_driver_sql("SELECT name FROM sqlite_schema").scalars())
        if not names:
            return None
        if connection.exec_driver_sql("PRAGMA application_id").scalar_one() != OURS:
            raise BadStore(words("of_another", where=self.path))
        return migrations.found(connection, names, self.where)


def _see_that_it_is_no_folder(path: Path) -> None:
    """Before anything is left beside it."""
    try:
        if path.is_dir():
            raise BadStore(words("is_directory", where=path))
    except OSError as problem:
        raise cannot(path, problem) from None


def _set_aside_another_log(path: Path) -> None:
    """A backup that was put in the place of a store may come to lie beside that one's log.

    SQLite would play it over the backup. A backup is no file with a log, which its header says; one with a log says so
    as long as there is any.
    """
    log = path.with_name(path.name + "-wal")
    try:
        if log.exists() and log.stat().st_size and _has_no_log(path):
            aside = path.with_name(f"{log.name}.{time.time_ns() // 1_000_000}")
            log.rename(aside)
            path.with_name(path.name + "-shm").unlink(missing_ok=True)
            _log.warning("%s is no part of the backup that was put in its place; it is kept as %s", log, aside.name)
    except OSError as problem:
        raise cannot(path, problem) from None


def _has_no_log(path: Path) -> bool:
    if not path.exists():
        return False
    with path.open("rb") as file:
        header = file.read(READ_VERSION + 1)
    return header.startswith(b"SQLite format 3\0") and header[READ_VERSION] == WITHOUT_LOG


def _make_file(path: Path) -> bool:
    """Make sure that there is a file, for our eyes only. Return whether it should be checked."""
    try:
        path.touch(0o600)
        for needed in (path, path.parent):  # SQLite would read it all the same, and leave files that nobody can write
            if not os.access(needed, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        left_behind = path.with_name(path.name + "-wal").exists()  # SQLite removes it when it closes a file
        return left_behind or path.stat().st_size <= SMALL
    except OSError as problem:
        raise cannot(path, problem) from None


def _engine(path: Path, patience: float) -> sa.Engine:
    # Transactions are begun by our own BEGIN IMMEDIATE: sqlite3's own are deferred, and can fail half-way.
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)), isolation_level="AUTOCOMMIT", connect_args={"timeout": patience}
    )

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    return engine


def _check(connection: sa.Connection, path: Path) -> None:
    """Refuse a damaged file, as far as a short look can tell."""
    raw: Any = connection.connection.driver_connection
    deadline = time.monotonic() + LONGEST_CHECK
    raw.set_progress_handler(lambda: time.monotonic() > deadline, 100_000)
    try:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    except DBAPIError as problem:
        if sqlite_error(problem)[0] != sqlite3.SQLITE_INTERRUPT:
            raise
        found = "ok"
    finally:
        raw.set_progress_handler(None, 0)
    if found != "ok":
        raise BadStore(words("damaged", where=path, text=_one_line(found)))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _is_settled(connection: sa.Connection) -> bool:
    """Have all that can be read written to the file itself, and begin a new log.

    The end of the old log may be on no disk, though it can be read: after a loss of power its beginning would be found
    alone, and played over what is newer. Once a new log is begun, and on the disk, nothing of the old one counts.
    """
    if connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]:
        return False
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        connection.exec_driver_sql("UPDATE tablier SET id = 1")
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        with suppress(Exception):
            connection.exec_driver_sql("ROLLBACK")
        raise
    return True


def _only_read(path: Path, patience: float) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=patience, isolation_level=None)


@contextmanager
def drafted(to: Path) -> Iterator[Path]:
    """A file beside one that does not exist yet, for our eyes only; it gets its name when all of it is on the disk."""
    if to.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(to))
    draft = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        draft.touch(0o600)
        yield draft
        _settle(draft, to)
    finally:
        draft.unlink(missing_ok=True)


def _settle(draft: Path, to: Path) -> None:
    """Give a file its name when all of it is on the disk."""
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    draft.rename(to)
    if os.name == "posix":
        folder = os.open(to.absolute().parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
