"""The store: the same questions and changes, whatever database keeps them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from tablier.serve.store.database import Database
from tablier.serve.store.records import BadStore, Change, Damaged, Entry, Lost, StoreTrouble, TableRow, words
from tablier.serve.store.schema import ALIVE, EVENTS, HOLDERS, KEYS, SIGNER, TABLES
from tablier.serve.store.sqlite import Sqlite
from tablier.serve.store.writer import Guard, Writer

T = TypeVar("T")

AGAIN: Final = 0.2
"""Seconds until a database that is away is tried once more."""


def default_path() -> Path:
    """Where the store is if nobody says otherwise."""
    from platformdirs import user_data_path

    return user_data_path("tablier") / "tables.db"


class Store:
    """Everything that servers keep: in an SQLite file, for one of them, or in PostgreSQL, for any number."""

    def __init__(self, where: str | Path, *, patience: float = 5.0) -> None:
        """`where`: a path, or an URL of either database. `patience`: seconds to wait for what others have locked."""
        self.database = _database(where, patience)
        self._engine: sa.Engine | None = None
        self._writer: Writer | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._guard: Guard | None = None
        self.outage = 0.0
        """Seconds for which the database may be away until anybody is refused something for it."""

    @property
    def where(self) -> str:
        """How it is called: a path, or an address without its password."""
        return self.database.where

    @property
    def is_shared(self) -> bool:
        """Whether several servers may use it at the same time."""
        return self.database.IS_SHARED

    @property
    def path(self) -> Path:
        """The file of a store that is one."""
        assert isinstance(self.database, Sqlite), f"{self.where} is no file"
        return self.database.path

    def exists(self) -> bool:
        """Whether there is one, as far as one can tell without opening it."""
        return self.database.exists()

    @property
    def guard(self) -> Guard | None:
        """What begins every transaction that stores changes, if it is not the database itself; it may raise Fenced."""
        return self._guard

    @guard.setter
    def guard(self, guard: Guard | None) -> None:
        self._guard = guard
        if self._writer is not None:
            self._writer.guard = guard

    def open(self) -> None:
        """Make or check it, bring it to this program's version, and begin to take changes."""
        try:
            self._engine = self.database.open()
            self._readers = ThreadPoolExecutor(self.database.READERS, "tablier-store-reader")
            self._writer = Writer(self._engine, self.database)
            self._writer.guard = self._guard
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Commit everything that waits, and let go of it."""
        if self._writer is not None:
            self._writer.close()
        if self._readers is not None:
            self._readers.shutdown()
        if self._engine is not None:
            self._engine.dispose()
        self._writer = self._readers = self._engine = None
        self.database.close()

    async def commit(self, change: Change) -> None:
        """Store a change, for good. If it raises, nothing of the change was stored.

        A caller who is cancelled while waiting cannot know: the change may be stored or not.
        """
        await self.patiently(partial(self._commit, change))

    async def _commit(self, change: Change) -> None:
        if self._writer is None:
            raise self._closed
        future = asyncio.get_running_loop().create_future()
        self._writer.put(change, future)
        await future

    async def patiently(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something; where the database is away, again until it is back, or has been away for too long."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self.outage
        while True:
            try:
                return await work()
            except StoreTrouble:
                if self._writer is None or loop.time() > end:
                    raise
                await asyncio.sleep(AGAIN)

    def session(self) -> sa.Connection:
        """A connection of one's own, in whatever thread one is; each statement is a transaction."""
        if self._engine is None:
            raise self._closed
        return self._engine.connect()

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

    async def keys_of(self, table: str) -> int:
        """How many keys open chairs of a table."""
        count: int = (await self.read(_KEYS_OF, {"table": table}))[0][0]
        return count

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
        """Write a copy, which is whole and of one moment, also while servers are using the store. It must not exist."""
        self.database.backup(to)

    async def size(self) -> int:
        """Bytes on the disk."""
        return await self._beside(self._with_connection, self.database.size)

    async def transact(self, work: Callable[[sa.Connection], T]) -> T:
        """Do something small in a transaction of its own, in a thread. If it raises, nothing of it was stored.

        Where the connection is lost at its very end StoreTrouble is raised, and nobody knows: `work` should be such
        that it can be done again.
        """
        return await self._beside(self._with_connection, self._in_transaction, work)

    async def read(self, statement: sa.Select[Any], values: dict[str, Any]) -> Sequence[Any]:
        """The rows that a question has found."""
        return await self._beside(self._fetch, statement, values)

    async def _beside(self, work: Callable[..., T], *given: Any) -> T:
        """Read in a thread."""
        return await self.patiently(partial(self._in_thread, work, *given))

    async def _in_thread(self, work: Callable[..., T], *given: Any) -> T:
        if self._readers is None:
            raise self._closed
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
        try:
            return self._with_connection(_rows, statement, values)
        except Lost:  # a connection from before the database was started anew: another one may do
            return self._with_connection(_rows, statement, values)

    def _with_connection(self, work: Callable[..., T], *given: Any) -> T:
        if self._engine is None:
            raise self._closed
        with self.database.told(), self.database.reading(), self._engine.connect() as connection:
            return work(connection, *given)

    def _in_transaction(self, connection: sa.Connection, work: Callable[[sa.Connection], T]) -> T:
        connection.exec_driver_sql(self.database.BEGIN)
        try:
            outcome = work(connection)
            connection.exec_driver_sql("COMMIT")
        except BaseException:
            connection.invalidate()  # which rolls back, in whatever state it is
            raise
        return outcome

    @property
    def _closed(self) -> StoreTrouble:
        return StoreTrouble(words("closed", where=self.where))


# --- reading


def _rows(connection: sa.Connection, statement: sa.Select[Any], values: dict[str, Any]) -> Sequence[Any]:
    return connection.execute(statement, values).fetchall()


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
_KEYS_OF: Final = sa.select(sa.func.count()).where(KEYS.c.table_id == sa.bindparam("table"))
_HELD_BY: Final = (
    sa.select(HOLDERS.c.table_id, HOLDERS.c.seat)
    .join(TABLES, TABLES.c.id == HOLDERS.c.table_id)
    .where(HOLDERS.c.person == sa.bindparam("wanted"), (TABLES.c.status == "over") == sa.bindparam("over"))
    .order_by(TABLES.c.changed.desc(), HOLDERS.c.table_id, HOLDERS.c.seat)
    .limit(sa.bindparam("most"))
)


# --- where


_LIKE_AN_ADDRESS: Final = re.compile(r"(postgres|sqlite)[a-z]*(\+[a-z0-9]+)?:", re.IGNORECASE)


def is_address(where: str) -> bool:
    """Whether it is, or was meant to be, the address of a database, and no path: it may have a password in it.

    >>> [is_address(where) for where in ("tables.db", "postgresql:/ann:secret@house/games", "http://house/")]
    [False, True, True]
    """
    return "://" in where or _LIKE_AN_ADDRESS.match(where) is not None


def _database(where: str | Path, patience: float) -> Database:
    """What keeps the store; raises BadStore."""
    if isinstance(where, Path) or not is_address(where):
        return Sqlite(Path(where), patience)
    scheme = where.partition(":")[0].partition("+")[0].lower()
    if "://" not in where:
        raise BadStore(words("other_address", scheme=scheme))
    if scheme in ("postgresql", "postgres"):
        return _postgres(where, patience)
    try:
        url = sa.make_url(where)
    except ArgumentError:
        url = sa.make_url("sqlite://")
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        raise BadStore(words("other_address", scheme=scheme))
    return Sqlite(Path(str(url.database)), patience)


def _postgres(url: str, patience: float) -> Database:
    try:
        from tablier.serve.store.postgres import Postgres
    except ImportError as problem:
        raise BadStore(words("no_driver", text=problem)) from None
    return Postgres(url, patience)
