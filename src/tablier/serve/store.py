"""What the server knows, as an append-only log of events for each table, in one SQLite file.

Durable before visible: `await store.commit(change)` returns when the change is on the disk. Changes that wait at the
same time share one transaction and one fsync, and yet succeed or fail each by itself.
"""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import astuple, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError

from tablier.core.errors import TablierError
from tablier.serve import migrations

__all__ = [
    "BadStore",
    "Change",
    "Duplicate",
    "Entry",
    "Holder",
    "Key",
    "NoSuchTable",
    "Store",
    "StoreTrouble",
    "TableRow",
    "TableUpdate",
    "default_path",
]


# --- what can be refused


class StoreTrouble(TablierError):
    """The disk is full, read-only, busy or broken. Nothing was stored; it may work later."""

    code = "store/unavailable"


class BadStore(TablierError):
    """This file is damaged, is not a store, or is newer than this program."""

    code = "store/invalid"


class Duplicate(TablierError):
    """This is there already. Nothing of the change was stored."""

    code = "store/duplicate"

    def __init__(self, problem: str, what: str = "") -> None:
        super().__init__(problem)
        self.what = what
        """What is there already: 'number', 'command', 'table' or 'key'."""


class NoSuchTable(TablierError):
    """The change is about a table that there is not, or not any more. Nothing of it was stored."""

    code = "store/no-table"


# --- what is stored


@dataclass(frozen=True, slots=True)
class Entry:
    """One event in a table's log."""

    table: str
    number: int
    """Counted from 1 in each table; no two have the same."""
    at: int
    """Milliseconds since 1970, as all times here."""
    kind: str
    body: str
    """JSON, kept as it is given."""
    command: str | None = None
    """Who sent which command ('seat:id'), where a command brought it about; a table takes each only once."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, as far as lists of tables show it."""

    id: str
    game: str
    status: str
    """'open' (seats are being taken), 'playing' or 'over'."""
    listed: bool
    created: int
    changed: int
    host: str
    """Hash of the secret of the person who opened it."""
    about: str
    """JSON, small: what a list of tables shows."""


@dataclass(frozen=True, slots=True)
class TableUpdate:
    """What is new about a table; None leaves a thing as it is."""

    table: str
    status: str | None = None
    listed: bool | None = None
    changed: int | None = None
    about: str | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """The secret link of a seat."""

    hash: str
    table: str
    seat: int


@dataclass(frozen=True, slots=True)
class Holder:
    """A person who holds a seat."""

    person: str
    """Hash of the person's secret."""
    table: str
    seat: int


@dataclass(frozen=True, slots=True)
class Change:
    """What is stored together or not at all. What goes, goes first: a key can be dropped and made anew."""

    forget: str | None = None
    """A table to delete with everything about it."""
    dropped_keys: tuple[str, ...] = ()
    """Their hashes."""
    dropped_holders: tuple[Holder, ...] = ()
    new_table: TableRow | None = None
    update: TableUpdate | None = None
    new_keys: tuple[Key, ...] = ()
    new_holders: tuple[Holder, ...] = ()
    """Who holds the seat already goes on holding it."""
    entries: tuple[Entry, ...] = ()
    alive: int | None = None
    """The server runs at this time."""

    @property
    def is_plain(self) -> bool:
        """Entries and an update alone, as nearly all are: these can be written many at a time, in any order."""
        return (
            self.forget is None
            and self.new_table is None
            and self.alive is None
            and not (self.dropped_keys or self.dropped_holders or self.new_keys or self.new_holders)
        )


# --- the schema; migrations/ leads an older store to it

METADATA = sa.MetaData()


def _table_id(**more: Any) -> sa.Column[str]:
    return sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, **more)


TABLES: Final = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.CheckConstraint("status IN ('open', 'playing', 'over')", name="known_status"),
    sa.Index("tables_to_list", "status", "listed", "changed"),
)
EVENTS: Final = sa.Table(
    "events",
    METADATA,
    _table_id(primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("command", sa.Text),
    sa.Index("events_command", "table_id", "command", unique=True, sqlite_where=sa.text("command IS NOT NULL")),
    sqlite_with_rowid=False,
)
KEYS: Final = sa.Table(
    "keys",
    METADATA,
    sa.Column("hash", sa.Text, primary_key=True, nullable=False),
    _table_id(),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Index("keys_of_table", "table_id"),
)
HOLDERS: Final = sa.Table(
    "holders",
    METADATA,
    sa.Column("person", sa.Text, primary_key=True, nullable=False),
    _table_id(primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, nullable=False),
    sa.Index("holders_of_table", "table_id"),
    sa.Index("seats_of_person", "person"),
)
ALIVE: Final = sa.Table(
    "alive",
    METADATA,
    sa.Column("id", sa.Integer, sa.CheckConstraint("id = 1", name="one_row"), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)


# --- writing: in SQL, since SQLAlchemy's own statements cost three times what SQLite takes to carry them out

_FORGET: Final = "DELETE FROM tables WHERE id = ?"
_DROP_KEY: Final = "DELETE FROM keys WHERE hash = ?"
_DROP_HOLDER: Final = "DELETE FROM holders WHERE person = ? AND table_id = ? AND seat = ?"
_ADD_TABLE: Final = """
    INSERT INTO tables (id, game, status, listed, created, changed, host, about) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
_UPDATE_TABLE: Final = """
    UPDATE tables SET status = coalesce(?, status), listed = coalesce(?, listed),
    changed = coalesce(?, changed), about = coalesce(?, about) WHERE id = ?"""
_ADD_KEY: Final = "INSERT INTO keys (hash, table_id, seat) VALUES (?, ?, ?)"
_ADD_HOLDER: Final = "INSERT INTO holders (person, table_id, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_ADD_ENTRY: Final = "INSERT INTO events (table_id, number, at, kind, body, command) VALUES (?, ?, ?, ?, ?, ?)"
_MARK_ALIVE: Final = "INSERT INTO alive (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"


def _write(connection: sa.Connection, changes: Sequence[Change]) -> None:
    """Write changes in their order, those next to each other that are plain together."""
    for plain, some in groupby(changes, lambda change: change.is_plain):
        if plain:
            _write_plain(connection, list(some))
        else:
            for change in some:
                _write_other(connection, change)


def _write_other(connection: sa.Connection, change: Change) -> None:
    if change.forget is not None:
        _do(connection, _FORGET, [(change.forget,)])
    _do(connection, _DROP_KEY, [(hash,) for hash in change.dropped_keys])
    _do(connection, _DROP_HOLDER, [astuple(holder) for holder in change.dropped_holders])
    if change.new_table is not None:
        _do(connection, _ADD_TABLE, [astuple(change.new_table)])
    _do(connection, _ADD_KEY, [astuple(key) for key in change.new_keys])
    _do(connection, _ADD_HOLDER, [astuple(holder) for holder in change.new_holders])
    if change.alive is not None:
        _do(connection, _MARK_ALIVE, [(change.alive,)])
    _write_plain(connection, [change])


def _write_plain(connection: sa.Connection, changes: Sequence[Change]) -> None:
    updates = [change.update for change in changes if change.update is not None]
    found = _do(connection, _UPDATE_TABLE, [(u.status, u.listed, u.changed, u.about, u.table) for u in updates])
    if found != len(updates):
        raise NoSuchTable("there is no such table")
    entries = [(e.table, e.number, e.at, e.kind, e.body, e.command) for change in changes for e in change.entries]
    _do(connection, _ADD_ENTRY, entries)


def _do(connection: sa.Connection, statement: str, rows: list[tuple[Any, ...]]) -> int:
    """Carry out a statement for each row of values. How many rows of the store were concerned."""
    return connection.exec_driver_sql(statement, rows).rowcount if rows else 0


Waiting = tuple[Change, "asyncio.Future[None]"]
Outcome = Exception | None


class _Writer:
    """The one thread that writes. Whatever waits when it comes round is one transaction: a group."""

    MOST = 1000
    """Changes in a group; more only make the first of them wait longer."""
    PACE = 0.004
    """Seconds between the beginnings of groups: whoever comes first waits for nothing, and many share an fsync."""

    def __init__(self, engine: sa.Engine, path: Path) -> None:
        self._engine = engine
        self._path = path
        self._connection: sa.Connection | None = None
        self._arrival = threading.Condition()
        self._waiting: list[Waiting] = []
        self._closing = False
        self._begun = 0.0
        self._thread = threading.Thread(target=self._run, name="tablier-store", daemon=True)
        self._thread.start()

    def put(self, change: Change, future: asyncio.Future[None]) -> None:
        with self._arrival:
            if self._closing:
                raise StoreTrouble(f"{self._path}: the store is closed")
            self._waiting.append((change, future))
            self._arrival.notify()

    def close(self) -> None:
        """Write what waits, then end."""
        with self._arrival:
            self._closing = True
            self._arrival.notify()
        self._thread.join()

    def _run(self) -> None:
        while group := self._next_group():
            _tell(group, self._stored([change for change, _ in group]))
        self._disconnect()

    def _next_group(self) -> list[Waiting]:
        """Wait for something to write; an empty group is the end."""
        with self._arrival:
            while not self._waiting and not self._closing:
                self._arrival.wait()
        time.sleep(max(0.0, self._begun + self.PACE - time.monotonic()))
        self._begun = time.monotonic()
        with self._arrival:
            group, self._waiting = self._waiting[: self.MOST], self._waiting[self.MOST :]
            return group

    def _stored(self, changes: Sequence[Change]) -> list[Outcome]:
        """One transaction. What became of each change."""
        try:
            connection = self._connected()
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            outcomes = self._written(connection, changes)
            connection.exec_driver_sql("COMMIT")
            return outcomes
        except Exception as problem:
            self._disconnect()  # which rolls back; a new connection also finds a disk that was mounted anew
            return [_meaning(problem, self._path) for _ in changes]

    def _written(self, connection: sa.Connection, changes: Sequence[Change]) -> list[Outcome]:
        try:
            _write(connection, changes)
            return [None] * len(changes)
        except Exception as problem:
            if _is_trouble(problem):
                raise
        connection.exec_driver_sql("ROLLBACK")  # one of them is wrong by itself: find it, and keep the others
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        return [self._written_alone(connection, change) for change in changes]

    def _written_alone(self, connection: sa.Connection, change: Change) -> Outcome:
        outcome: Outcome = None
        connection.exec_driver_sql("SAVEPOINT one")
        try:
            _write(connection, [change])
        except Exception as problem:
            if _is_trouble(problem):
                raise
            outcome = _meaning(problem, self._path)
            connection.exec_driver_sql("ROLLBACK TO one")
        connection.exec_driver_sql("RELEASE one")
        return outcome

    def _connected(self) -> sa.Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.invalidate()
            with suppress(Exception):
                connection.close()


def _tell(group: Sequence[Waiting], outcomes: Sequence[Outcome]) -> None:
    """Let those who wait go on, each in its event loop: with one call for all of a loop."""
    told = [(future, outcome) for (_, future), outcome in zip(group, outcomes, strict=True)]
    for loop in {future.get_loop() for future, _ in told}:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_resolve, [one for one in told if one[0].get_loop() is loop])


def _resolve(told: Iterable[tuple[asyncio.Future[None], Outcome]]) -> None:
    for future, outcome in told:
        if future.done():  # cancelled; what it asked for is stored all the same
            continue
        if outcome is None:
            future.set_result(None)
        else:
            future.set_exception(outcome)


# --- what SQLite's errors mean

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


def _sqlite_error(problem: Exception) -> tuple[int, str]:
    """SQLite's extended code and message, (0, '') if it is no error of SQLite's."""
    origin = problem.orig if isinstance(problem, DBAPIError) else problem
    if not isinstance(origin, sqlite3.Error):
        return 0, ""
    return getattr(origin, "sqlite_errorcode", 0), str(origin)


def _is_trouble(problem: Exception) -> bool:
    """Whether it concerns the whole file, and not a single change."""
    code = _sqlite_error(problem)[0] & 0xFF
    return code in _TROUBLE or code in _DAMAGE


def _meaning(problem: Exception, path: Path) -> Exception:
    """The error to raise for one of SQLite's; any other is left as it is: it is a fault of ours."""
    code, text = _sqlite_error(problem)
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
def _told_of(path: Path) -> Iterator[None]:
    """SQLite's errors are raised as ours."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as problem:
        raise _meaning(problem, path) from None


# --- one server at a time

_taken_here: Final[set[Path]] = set()


class _Lock:
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
            raise _cannot(self._store, problem) from None
        try:
            _lock(file)
        except OSError as problem:
            os.close(file)
            taken = isinstance(problem, BlockingIOError | PermissionError)
            raise (in_use if taken else _cannot(self._store, problem)) from None
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


# --- the store


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
        self._lock = _Lock(self.path)
        self._engine: sa.Engine | None = None
        self._writer: _Writer | None = None
        self._readers: ThreadPoolExecutor | None = None

    def open(self) -> None:
        """Make or check the file, bring it to this program's version, and begin to take changes."""
        self._lock.take()
        try:
            doubtful = _make_file(self.path)
            self._engine = _engine(self.path, self._patience)
            with _told_of(self.path), self._engine.connect() as connection:
                self._prepare(connection, doubtful)
            self._readers = ThreadPoolExecutor(READERS, "tablier-store-reader")
            self._writer = _Writer(self._engine, self.path)
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
        """The log of a table, in order, from the entry after this number."""
        rows = await self._read(_ENTRIES, {"table": table, "after": after})
        return [Entry(*row) for row in rows]

    async def find(self, table: str) -> TableRow | None:
        rows = await self._read(_FIND, {"table": table})
        return TableRow(*rows[0]) if rows else None

    async def listed(self, status: str, most: int = 50, game: str | None = None) -> list[TableRow]:
        """The tables of this status that want to be found, those that changed last first."""
        statement = _LISTED if game is None else _LISTED_OF_GAME
        rows = await self._read(statement, {"wanted": status, "most": most, "of_game": game})
        return [TableRow(*row) for row in rows]

    async def playing(self) -> list[str]:
        """The tables whose game is on."""
        return [row[0] for row in await self._read(_PLAYING, {})]

    async def seat_of_key(self, hash: str) -> tuple[str, int] | None:
        """The table and the seat that this key opens."""
        rows = await self._read(_SEAT_OF_KEY, {"wanted": hash})
        return (rows[0][0], rows[0][1]) if rows else None

    async def held_by(self, person: str, most: int = 100) -> list[tuple[str, int]]:
        """The tables and seats of a person, those whose table changed last first."""
        rows = await self._read(_HELD_BY, {"wanted": person, "most": most})
        return [(row[0], row[1]) for row in rows]

    def alive(self) -> int | None:
        """When the server was last known to run."""
        rows = self._fetch(sa.select(ALIVE.c.at), {})
        return rows[0][0] if rows else None

    async def mark_alive(self, at: int) -> None:
        await self.commit(Change(alive=at))

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
            with _told_of(self.path), closing(_only_read(self.path, self._patience)) as original:
                if original.execute("PRAGMA application_id").fetchone()[0] != self.OURS:
                    raise BadStore(f"{self.path}: this is not a tablier store")
                with _told_of(draft):
                    original.backup(copy)  # in one step: a copy in several begins anew whenever somebody writes
            with _told_of(draft):
                copy.execute("PRAGMA journal_mode = DELETE")  # so that it is a single file
                found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise BadStore(f"{self.path}: it is damaged ({_one_line(found)}); this is no backup to rely on")

    async def _read(self, statement: sa.Select[Any], values: dict[str, Any]) -> Sequence[Any]:
        if self._readers is None:
            raise StoreTrouble(f"{self.path}: the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._fetch, statement, values)

    def _fetch(self, statement: sa.Select[Any], values: dict[str, Any]) -> Sequence[Any]:
        if self._engine is None:
            raise StoreTrouble(f"{self.path}: the store is closed")
        with _told_of(self.path), self._engine.connect() as connection:
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
    .where(HOLDERS.c.person == sa.bindparam("wanted"))
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
        for place in (path, path.parent):  # SQLite would read it all the same, and leave files that nobody can write
            if not os.access(place, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        left_behind = path.with_name(path.name + "-wal").exists()  # SQLite removes it when it closes a file
        return left_behind or path.stat().st_size <= SMALL
    except OSError as problem:
        raise _cannot(path, problem) from None


def _cannot(path: Path, problem: OSError) -> StoreTrouble:
    return StoreTrouble(f"{path}: the store cannot be opened ({problem.strerror or problem}); give a file that can be")


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
        if _sqlite_error(problem)[0] != sqlite3.SQLITE_INTERRUPT:
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
