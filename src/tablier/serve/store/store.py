"""The store: one SQLite file."""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError

from tablier.serve.store import migrations
from tablier.serve.store.gate import Gate
from tablier.serve.store.lock import Lock
from tablier.serve.store.records import BadStore, Change, Damaged, Entry, StoreTrouble, TableRow
from tablier.serve.store.schema import ALIVE, EVENTS, HOLDERS, KEYS, METADATA, SIGNER, TABLES
from tablier.serve.store.trouble import RESTORE, cannot, sqlite_error, told_of
from tablier.serve.store.writer import Writer

T = TypeVar("T")


def default_path() -> Path:
    """Where the store is if nobody says otherwise."""
    from platformdirs import user_data_path

    return user_data_path("tablier") / "tables.db"


class Store:
    """The file that a server keeps everything in. One process at a time writes it; any may make a backup."""

    OURS: Final = 0x7461626C
    """SQLite's application id of a store: 'tabl'."""

    def __init__(self, path: str | Path, *, patience: float = 5.0) -> None:
        """`path` may be an SQLAlchemy URL of SQLite. `patience`: seconds to wait for a file that others have locked."""
        self.path = _path_of(path)
        self._patience = patience
        self._lock = Lock(self.path)
        self._gate = Gate()
        self._engine: sa.Engine | None = None
        self._writer: Writer | None = None
        self._readers: ThreadPoolExecutor | None = None

    def open(self) -> None:
        """Make or check the file, bring it to this program's version, and begin to take changes."""
        self._lock.take()
        try:
            doubtful = _make_file(self.path)
            self._lock.take_itself()
            self._engine = _engine(self.path, self._patience)
            with told_of(self.path), self._engine.connect() as connection:
                self._prepare(connection, doubtful)
            self._readers = ThreadPoolExecutor(READERS, "tablier-store-reader")
            self._writer = Writer(self._engine, self.path, self._gate)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Commit everything that waits, and let go of the file."""
        if self._writer is not None:
            self._writer.close()
        if self._readers is not None:
            self._readers.shutdown()
        if self._engine is not None:
            self._engine.dispose()
        self._writer = self._readers = self._engine = None
        self._lock.release()

    async def commit(self, change: Change) -> None:
        """Store a change, for good. If it raises, nothing of the change was stored.

        A caller who is cancelled while waiting cannot know: the change may be stored or not.
        """
        if self._writer is None:
            raise StoreTrouble(f"{self.path}: the store is closed")
        future = asyncio.get_running_loop().create_future()
        self._writer.put(change, future)
        await future

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table, in order, from the entry after this number; raises Damaged."""
        return await self._beside(self._entries, table, after)

    async def find(self, table: str) -> TableRow | None:
        rows = await self.read(_FIND, {"table": table})
        return TableRow(*rows[0]) if rows else None

    async def listed(self, status: str, most: int = 50, game: str | None = None) -> list[TableRow]:
        """The tables of this status that want to be found, those that changed last first."""
        statement = _LISTED if game is None else _LISTED_OF_GAME
        rows = await self.read(statement, {"wanted": status, "most": most, "of_game": game})
        return [TableRow(*row) for row in rows]

    async def playing(self) -> list[str]:
        """The tables whose game is on."""
        return [row[0] for row in await self.read(_PLAYING, {})]

    async def seat_of_key(self, hash: str) -> tuple[str, int] | None:
        """The table and the seat that this key opens."""
        rows = await self.read(_SEAT_OF_KEY, {"wanted": hash})
        return (rows[0][0], rows[0][1]) if rows else None

    async def held_by(self, person: str, most: int = 100, *, over: bool = False) -> list[tuple[str, int]]:
        """The seats of a person at tables whose game is over, or is not; those whose table changed last first."""
        rows = await self.read(_HELD_BY, {"wanted": person, "most": most, "over": over})
        return [(row[0], row[1]) for row in rows]

    def alive(self) -> int | None:
        """When the server was last known to run."""
        rows = self._fetch(sa.select(ALIVE.c.at), {})
        return rows[0][0] if rows else None

    def signer(self) -> bytes:
        """The secret with which the server signs: drawn when the store was made, and never told to anybody."""
        return bytes.fromhex(self._fetch(sa.select(SIGNER.c.secret), {})[0][0])

    def grace(self) -> str:
        """What clocks showed then that no event tells: JSON."""
        rows = self._fetch(sa.select(ALIVE.c.grace), {})
        return rows[0][0] if rows else "{}"

    async def mark_alive(self, at: int, grace: str = "{}") -> None:
        await self.commit(Change(alive=at, grace=grace))

    def backup(self, to: Path) -> None:
        """Write a copy, which is whole and of one moment, also while a server is using the store. It must not exist."""
        if to.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(to))
        if not self.path.exists():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path))
        draft = to.with_name(f".{to.name}.{os.getpid()}")
        try:
            draft.touch(0o600)
            self._copy(draft)
            _settle(draft, to)
        finally:
            draft.unlink(missing_ok=True)

    def _copy(self, draft: Path) -> None:
        with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
            with told_of(self.path), closing(_only_read(self.path, self._patience)) as original:
                if original.execute("PRAGMA application_id").fetchone()[0] != self.OURS:
                    raise BadStore(f"{self.path}: this is not a tablier store")
                with told_of(draft):
                    original.backup(copy)  # in one step: a copy in several begins anew whenever somebody writes
            with told_of(draft):
                copy.execute("PRAGMA journal_mode = DELETE")  # so that it is a single file
                found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise BadStore(f"{self.path}: it is damaged ({_one_line(found)}); this is no backup to rely on")

    async def read(self, statement: sa.Select[Any], values: dict[str, Any]) -> Sequence[Any]:
        """The rows that a question has found."""
        return await self._beside(self._fetch, statement, values)

    async def _beside(self, work: Callable[..., T], *given: Any) -> T:
        """Read in a thread."""
        if self._readers is None:
            raise StoreTrouble(f"{self.path}: the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, work, *given)

    def _entries(self, table: str, after: int) -> list[Entry]:
        try:
            rows = self._fetch(_ENTRIES, {"table": table, "after": after})
        except (BadStore, OverflowError, UnicodeError) as problem:
            raise Damaged(f"{table}: {problem}") from None
        entries = [Entry(*row[:-1]) for row in rows]
        for number, (entry, row) in enumerate(zip(entries, rows, strict=True), start=after + 1):
            if entry.number != number or entry.sum != row[-1]:
                raise Damaged(f"{table}: its event {number} is damaged")
        return entries

    def _fetch(self, statement: sa.Select[Any], values: dict[str, Any]) -> Sequence[Any]:
        if self._engine is None:
            raise StoreTrouble(f"{self.path}: the store is closed")
        with told_of(self.path), self._gate.reading(), self._engine.connect() as connection:
            return connection.execute(statement, values).fetchall()

    def _prepare(self, connection: sa.Connection, doubtful: bool) -> None:
        """Whatever is to be done before the file is used."""
        if doubtful:
            _check(connection, self.path)
        version = self._version(connection)
        if connection.exec_driver_sql("PRAGMA journal_mode = WAL").scalar_one() != "wal":
            raise StoreTrouble(
                f"{self.path}: a store cannot be kept on a disk of this kind; give a file on a local disk"
            )
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        if version is None:
            METADATA.create_all(connection)
            connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
            connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (migrations.NEWEST,))
            connection.execute(sa.insert(SIGNER).values(id=1, secret=secrets.token_hex(32)))
        elif version != migrations.NEWEST:
            migrations.migrate(connection)
        connection.exec_driver_sql(f"PRAGMA application_id = {self.OURS}")  # always: who cannot write learns it now
        connection.exec_driver_sql("COMMIT")

    def _version(self, connection: sa.Connection) -> str | None:
        """None if the file is empty, '' if it has none yet. Refuses a file that is not ours, or newer."""
        names = set(connection.exec_driver_sql("SELECT name FROM sqlite_schema").scalars())
        if not names:
            return None
        if connection.exec_driver_sql("PRAGMA application_id").scalar_one() != self.OURS:
            raise BadStore(
                f"{self.path}: this is a database of another program, not a tablier store; give another file"
            )
        found = ""
        if "alembic_version" in names:
            found = connection.exec_driver_sql("SELECT max(version_num) FROM alembic_version").scalar_one() or ""
        if found > migrations.NEWEST:
            raise BadStore(
                f"{self.path}: this store was written by a newer tablier (version {found}; this one knows "
                f"{migrations.NEWEST}); install the newer tablier, or put an older backup in its place"
            )
        return found


# --- reading

READERS: Final = 2

_ENTRIES: Final = (
    sa.select(EVENTS)
    .where(EVENTS.c.table_id == sa.bindparam("table"), EVENTS.c.number > sa.bindparam("after"))
    .order_by(EVENTS.c.number)
)
_FIND: Final = sa.select(TABLES).where(TABLES.c.id == sa.bindparam("table"))
_LISTED: Final = (
    sa.select(TABLES)
    .where(TABLES.c.status == sa.bindparam("wanted"), TABLES.c.listed == sa.true())
    .order_by(TABLES.c.changed.desc())
    .limit(sa.bindparam("most"))
)
_LISTED_OF_GAME: Final = _LISTED.where(TABLES.c.game == sa.bindparam("of_game"))
_PLAYING: Final = sa.select(TABLES.c.id).where(TABLES.c.status == "playing").order_by(TABLES.c.changed.desc())
_SEAT_OF_KEY: Final = sa.select(KEYS.c.table_id, KEYS.c.seat).where(KEYS.c.hash == sa.bindparam("wanted"))
_HELD_BY: Final = (
    sa.select(HOLDERS.c.table_id, HOLDERS.c.seat)
    .join(TABLES, TABLES.c.id == HOLDERS.c.table_id)
    .where(HOLDERS.c.person == sa.bindparam("wanted"), (TABLES.c.status == "over") == sa.bindparam("over"))
    .order_by(TABLES.c.changed.desc(), HOLDERS.c.table_id, HOLDERS.c.seat)
    .limit(sa.bindparam("most"))
)


# --- the file

SMALL: Final = 16 << 20
"""Bytes: a store up to this size is checked at every opening, a larger one if it was not closed properly."""
LONGEST_CHECK: Final = 3.0
"""Seconds: a check that finds nothing wrong for so long is enough."""


def _path_of(path: str | Path) -> Path:
    if isinstance(path, str) and "://" in path:
        try:
            url = sa.make_url(path)
        except ArgumentError:
            url = sa.make_url("sqlite://")
        if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
            raise BadStore(f"{path.partition(':')[0]}: a store is an SQLite file: sqlite:///tables.db, or its path")
        path = str(url.database)
    return Path(path).absolute()


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
        raise BadStore(f"{path}: it is damaged ({_one_line(found)}); {RESTORE}")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _only_read(path: Path, patience: float) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=patience, isolation_level=None)


def _settle(draft: Path, to: Path) -> None:
    """Give a file its name when all of it is on the disk."""
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    draft.rename(to)
    if os.name == "posix":
        folder = os.open(to.absolute().parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
