"""A store in a database of PostgreSQL, for any number of processes on any number of machines."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import psycopg
import sqlalchemy as sa
from platformdirs import user_data_path
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.pq.abc import PGresult

from tablier.serve.store import migrations
from tablier.serve.store.copying import copy_rows
from tablier.serve.store.database import Database, driver
from tablier.serve.store.postgres_trouble import is_passing, is_trouble, meaning
from tablier.serve.store.records import BadStore, Lost, words
from tablier.serve.store.sqlite import Sqlite

PREPARING: Final = 0x7461626C
"""The advisory lock of whoever makes or changes the tables: one at a time."""

LIVELY: Final[dict[str, Any]] = {
    "application_name": "tablier",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How a connection is made, so that a database that has vanished is noticed soon. What the address says goes first."""

SESSION: Final = """
    SELECT set_config('lock_timeout', %s, false), set_config('idle_in_transaction_session_timeout', '10s', false),
    set_config('synchronous_commit', CASE current_setting('synchronous_commit')
    WHEN 'off' THEN 'on' WHEN 'local' THEN 'on' ELSE current_setting('synchronous_commit') END, false)"""
"""What is committed is on the disk, also of a standby that the database waits for. A process that is frozen in the
middle of a transaction loses it, so that others can go on."""

UNHURRIED: Final = "SET LOCAL idle_in_transaction_session_timeout = 0"
"""For who copies everything: the other side may be slow."""

END_THE_ONE_BEFORE: Final = """
    SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND classid = %s AND objid = %s"""


USERS: Final = """
    SELECT count(DISTINCT pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""


class Postgres(Database):
    """The database that servers share. It needs one of its own, or a schema: `?options=-csearch_path=NAME`."""

    BEGIN = "BEGIN"
    IS_SHARED = True
    READERS = 4
    ERROR = psycopg.Error

    def __init__(self, url: str, patience: float) -> None:
        """`patience`: seconds to wait for what others have locked."""
        scheme, _, rest = url.partition("://")
        try:
            self._address = conninfo_to_dict(f"postgresql://{rest}")
        except psycopg.ProgrammingError:
            raise BadStore(words("no_address", scheme=scheme)) from None
        if not _are_ports(str(self._address.get("port", ""))):
            raise BadStore(words("no_address", scheme=scheme))
        self.where = _shown(self._address)
        self.hatch = user_data_path("tablier") / f"{sha256(self.where.encode()).hexdigest()[:16]}.admin"
        self._patience = patience
        self._key = secrets.randbits(63)
        """Of the lock that the connection of the one who writes holds."""

    def exists(self) -> bool:
        return True

    def open(self) -> sa.Engine:
        engine = self._engine()
        try:
            with self.told(), engine.connect() as connection:
                self._prepare(connection)
        except BaseException:
            engine.dispose()
            raise
        return engine

    def close(self) -> None: ...

    def writing(self, engine: sa.Engine) -> sa.Connection:
        """With a lock that goes with it. Once we have it whoever held it has ended: nothing of theirs follows."""
        connection = engine.connect()
        try:
            connection.exec_driver_sql(END_THE_ONE_BEFORE, (self._key >> 32, self._key & 0xFFFFFFFF))
            connection.exec_driver_sql("SELECT pg_advisory_lock(%s)", (self._key,))
        except BaseException:
            connection.invalidate()
            connection.close()
            raise
        return connection

    def reading(self) -> AbstractContextManager[object]:
        return nullcontext()

    def in_doubt(self) -> AbstractContextManager[object]:
        return nullcontext()

    def look_again(self, engine: sa.Engine) -> sa.Connection:
        return self.writing(engine)

    def begin(self, connection: sa.Connection) -> None:
        self._say(connection, b"BEGIN")

    def begin_asking(self, connection: sa.Connection, question: str) -> str | None:
        """In one go: to wait for the database costs more than what it is asked."""
        answer = self._answer(connection, f"BEGIN; {question}".encode())
        found = answer.get_value(0, 0) if answer.ntuples else None
        return None if found is None else found.decode()

    def carry_out(self, connection: sa.Connection, statement: str, rows: Sequence[Sequence[Any]]) -> int:
        """By a statement that each connection prepares once."""
        prepared, pgconn = connection.info.setdefault("prepared", {}), driver(connection).pgconn
        if (name := prepared.get(statement)) is None:
            name = b"tablier%d" % len(prepared)
            self._checked(connection, pgconn.prepare(name, _numbered(statement)))
            prepared[statement] = name
        answers = [self._checked(connection, pgconn.exec_prepared(name, [*map(_as_text, row)])) for row in rows]
        return sum(answer.command_tuples or 0 for answer in answers)

    def commit(self, connection: sa.Connection) -> None:
        self._say(connection, b"COMMIT")

    def meaning(self, problem: Exception) -> Exception:
        return meaning(problem, self.where)

    def is_trouble(self, problem: Exception) -> bool:
        return is_trouble(problem)

    def is_passing(self, problem: Exception) -> bool:
        return is_passing(problem)

    def size(self, connection: sa.Connection) -> int:
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())

    def backup(self, to: Path) -> None:
        """An SQLite file of what is there at one moment; such a file is a store of its own."""
        with Sqlite(to, self._patience).receiving() as copy, self.moment() as original:
            copy_rows(original, copy)

    @contextmanager
    def moment(self) -> Iterator[sa.Connection]:
        engine = self._engine()
        try:
            with self.told(), engine.connect() as connection:
                if self._version(connection) is None:
                    raise BadStore(words("no_tables", where=self.where))
                self._prepare(connection)
            with self.told(), engine.connect() as connection:
                connection.execution_options(isolation_level="REPEATABLE READ").exec_driver_sql(UNHURRIED)
                yield connection
        finally:
            engine.dispose()

    @contextmanager
    def receiving(self) -> Iterator[sa.Connection]:
        engine = self._engine()
        try:
            with self.told(), engine.connect() as connection:
                self._begin_preparing(connection)
                if self._version(connection) is not None:
                    raise BadStore(words("not_empty", where=self.where))
                connection.exec_driver_sql(UNHURRIED)
                migrations.create(connection)
                yield connection
                connection.exec_driver_sql("COMMIT")
        finally:
            engine.dispose()

    def users(self, connection: sa.Connection) -> int:
        return int(connection.exec_driver_sql(USERS).scalar_one())

    def _engine(self) -> sa.Engine:
        return sa.create_engine(
            "postgresql+psycopg://", creator=self._connect, isolation_level="AUTOCOMMIT", pool_size=self.READERS + 2
        )

    def _connect(self) -> psycopg.Connection[Any]:
        connection = psycopg.connect(**{**LIVELY, **self._address}, autocommit=True)
        try:
            connection.execute(SESSION, (f"{int(self._patience * 1000)}ms",))
        except BaseException:
            connection.close()
            raise
        return connection

    def _say(self, connection: sa.Connection, word: bytes) -> None:
        """A word that has no values and no rows."""
        answer = self._answer(connection, word)
        if answer.command_status != word:  # a COMMIT that was none, since something had failed before
            answered = (answer.command_status or b"").decode()
            raise psycopg.errors.InFailedSqlTransaction(f"{word.decode()} was answered by {answered}")

    def _answer(self, connection: sa.Connection, words: bytes) -> PGresult:
        """What the database answers, by the shortest way: it is asked for every group."""
        return self._checked(connection, driver(connection).pgconn.exec_(words))

    def _checked(self, connection: sa.Connection, answer: PGresult) -> PGresult:
        """An answer of the database that is none of its errors."""
        if driver(connection).pgconn.status != ConnStatus.OK:
            connection.invalidate()
            problem = " ".join(answer.get_error_message().split())
            raise Lost(words("later", where=self.where, what=words("lost"), text=problem))
        if answer.status not in (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK):
            raise psycopg.errors.error_from_result(answer)
        return answer

    def _prepare(self, connection: sa.Connection) -> None:
        """Whatever is to be done before it is used."""
        self._begin_preparing(connection)
        migrations.bring_up(connection, self._version(connection))
        connection.exec_driver_sql("UPDATE tablier SET id = 1")  # always: who cannot write learns it now
        connection.exec_driver_sql("COMMIT")

    def _begin_preparing(self, connection: sa.Connection) -> None:
        """One at a time, where many begin."""
        if connection.exec_driver_sql("SHOW server_encoding").scalar_one() != "UTF8":
            raise BadStore(words("not_unicode", where=self.where))
        connection.exec_driver_sql(self.BEGIN)
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (PREPARING,))

    def _version(self, connection: sa.Connection) -> str | None:
        """None if there is nothing yet. Refuses what is not ours, or newer."""
        names = set(
            connection.exec_driver_sql("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").scalars()
        )
        if not names:
            return None
        if "tablier" not in names:
            raise BadStore(words("of_another", where=self.where))
        return migrations.found(connection, names, self.where)


@cache
def _numbered(statement: str) -> bytes:
    """A statement as PostgreSQL itself wants it: with $1, $2 and so on in the place of each ?."""
    first, *others = statement.split("?")
    return (first + "".join(f"${i}{words}" for i, words in enumerate(others, start=1))).encode()


def _as_text(value: object) -> bytes | None:
    """A value as PostgreSQL reads it."""
    if value is None:
        return None
    text = str(value).encode()
    if b"\0" in text:  # it would be taken for the end
        raise psycopg.DataError("a text with a NUL in it cannot be stored")
    return text


def _are_ports(text: str) -> bool:
    """Whether an address has ports like this; for several hosts there are several, and any may be left out."""
    return all(not port or (port.isascii() and port.isdigit() and int(port) <= 65_535) for port in text.split(","))


def _shown(address: dict[str, Any]) -> str:
    """An address as it may be told to anybody."""
    user = f"{address['user']}@" if address.get("user") else ""
    port = f":{address['port']}" if address.get("port") else ""
    return f"postgresql://{user}{address.get('host', '')}{port}/{address.get('dbname', '')}"
