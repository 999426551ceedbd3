"""The one who writes: in SQL, since SQLAlchemy's own statements cost three times what SQLite takes for them.

It is the SQL that both databases understand, with ? for each value, and goes to their drivers directly.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple
from functools import partial
from itertools import groupby, islice
from queue import SimpleQueue
from typing import Any, Final

import sqlalchemy as sa

from tablier.serve.store.database import Database
from tablier.serve.store.records import Change, Fenced, NoSuchTable, StoreTrouble, words

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
_ADD_ENTRY: Final = "INSERT INTO events (table_id, number, at, kind, body, command, sum) VALUES (?, ?, ?, ?, ?, ?, ?)"
_ADD_OPENER: Final = "INSERT INTO openers (table_id, address) VALUES (?, ?)"
_LIFT_BAN: Final = "DELETE FROM bans WHERE kind = ? AND who = ?"
_ADD_BAN: Final = """
    INSERT INTO bans (kind, who, at, until, why) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (kind, who) DO UPDATE SET at = excluded.at, until = excluded.until, why = excluded.why"""
_ADD_REPORT: Final = """
    INSERT INTO reports (id, at, table_id, person, seat, about, body, settled) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
_PURGE_OPENERS: Final = """
    DELETE FROM openers WHERE table_id IN (SELECT id FROM tables WHERE status = 'over' AND created < ?)"""
_PURGE_REPORTS: Final = "DELETE FROM reports WHERE at < ?"
_SETTLE_REPORT: Final = "UPDATE reports SET settled = ? WHERE id = ?"
_MARK_ALIVE: Final = """
    INSERT INTO alive (id, at, grace) VALUES (1, ?, ?)
    ON CONFLICT (id) DO UPDATE SET at = excluded.at, grace = excluded.grace"""


Rows = list[tuple[Any, ...]]

Do = Callable[[str, Rows], int]
"""Carries out a statement for each row of values, of which there are some. How many rows of the store it concerned."""


def _write(do: Do, changes: Sequence[Change]) -> None:
    """Write changes in their order, those next to each other that are plain together."""
    for plain, some in groupby(changes, lambda change: change.is_plain):
        if plain:
            _write_plain(do, list(some))
        else:
            for change in some:
                _write_other(do, change)


def _each(do: Do, statement: str, rows: Rows) -> int:
    return do(statement, rows) if rows else 0


def _write_other(do: Do, change: Change) -> None:
    if change.forget is not None:
        _each(do, _FORGET, [(change.forget,)])
    _each(do, _DROP_KEY, [(hash,) for hash in change.dropped_keys])
    _each(do, _DROP_HOLDER, [astuple(holder) for holder in change.dropped_holders])
    if change.new_table is not None:
        _each(do, _ADD_TABLE, [astuple(change.new_table)])
    _each(do, _ADD_KEY, [astuple(key) for key in change.new_keys])
    _each(do, _ADD_HOLDER, [astuple(holder) for holder in change.new_holders])
    if change.alive is not None:
        _each(do, _MARK_ALIVE, [(change.alive, change.grace)])
    _write_for_host(do, change)
    _write_plain(do, [change])


def _write_for_host(do: Do, change: Change) -> None:
    if change.opener is not None:
        _each(do, _ADD_OPENER, [astuple(change.opener)])
    _each(do, _LIFT_BAN, [*change.lifted_bans])
    _each(do, _ADD_BAN, [astuple(ban) for ban in change.new_bans])
    _each(do, _ADD_REPORT, [astuple(report) for report in change.new_reports])
    _each(do, _SETTLE_REPORT, [(at, id) for id, at in change.settled_reports])
    if change.purge is not None:
        _each(do, _PURGE_OPENERS, [(change.purge.openers,)])
        _each(do, _PURGE_REPORTS, [(change.purge.reports,)])


def _write_plain(do: Do, changes: Sequence[Change]) -> None:
    updates = [change.update for change in changes if change.update is not None]
    updates.sort(key=lambda update: update.table)  # who changes the same tables elsewhere waits, and is not waited for
    found = _each(do, _UPDATE_TABLE, [(u.status, u.listed, u.changed, u.about, u.table) for u in updates])
    if found != len(updates):
        raise NoSuchTable("there is no such table")
    entries = [
        (e.table, e.number, e.at, e.kind, e.body, e.command, e.sum) for change in changes for e in change.entries
    ]
    _each(do, _ADD_ENTRY, entries)


Row = tuple[str, dict[str, object]]
"""A table of the file, and what some columns of a row of it are."""


def _are_stored(connection: sa.Connection, changes: Sequence[Change]) -> bool:
    """Whether the file holds what these changes have brought: all of a transaction are there, or none."""
    if brought := [row for change in changes for row in _brought(change)]:
        return _found(connection, brought[-1])
    gone = [row for change in changes for row in _gone(change)]
    return bool(gone) and not any(_found(connection, row) for row in gone)


def _brought(change: Change) -> Iterator[Row]:
    """Rows that are there only if it was stored."""
    for entry in change.entries:
        yield "events", {"table_id": entry.table, "number": entry.number, "body": entry.body, "command": entry.command}
    for key in change.new_keys:
        yield "keys", {"hash": key.hash}
    if change.new_table is not None:
        yield "tables", {"id": change.new_table.id}
    for ban in change.new_bans:
        yield "bans", {"kind": ban.kind, "who": ban.who, "at": ban.at, "until": ban.until}
    for report in change.new_reports:
        yield "reports", {"id": report.id}
    for id, at in change.settled_reports:
        yield "reports", {"id": id, "settled": at}
    if change.alive is not None:
        yield "alive", {"at": change.alive}


def _gone(change: Change) -> Iterator[Row]:
    """Rows that are there only if it was not."""
    for holder in change.dropped_holders:
        yield "holders", {"person": holder.person, "table_id": holder.table, "seat": holder.seat}
    for kind, who in change.lifted_bans:
        yield "bans", {"kind": kind, "who": who}
    if change.forget is not None:
        yield "tables", {"id": change.forget}


def _found(connection: sa.Connection, row: Row) -> bool:
    table, values = row
    where = " AND ".join(f"{name} IS NULL" if value is None else f"{name} = :{name}" for name, value in values.items())
    return connection.execute(sa.text(f"SELECT 1 FROM {table} WHERE {where}"), values).first() is not None


Waiting = tuple[Change, "asyncio.Future[None]"]
Outcome = Exception | None
Guard = Callable[[sa.Connection], None]
"""Begins every transaction, in the place of the database's own `begin`; raises Fenced."""


class Writer:
    """The one thread that writes. Whatever waits when it comes round is one transaction: a group."""

    MOST = 1000
    """Changes in a group; more only make the first of them wait longer."""
    PACE = 0.004
    """Seconds between the beginnings of groups: whoever comes first waits for nothing, and many share an fsync."""

    AGAIN = 0.1
    """Seconds until a database that could not be reached again is tried once more."""
    TRIES = 5
    """Of a group that failed only because of what others did at the same moment."""

    def __init__(self, engine: sa.Engine, database: Database) -> None:
        self.guard: Guard | None = None
        self._engine = engine
        self._database = database
        self._connection: sa.Connection | None = None
        self._waiting: SimpleQueue[Waiting | None] = SimpleQueue()
        """None: nothing more comes."""
        self._closing = False
        self._begun = 0.0
        self._thread = threading.Thread(target=self._run, name="tablier-store", daemon=True)
        self._thread.start()

    def put(self, change: Change, future: asyncio.Future[None]) -> None:
        if self._closing:
            raise self._closed
        self._waiting.put((change, future))

    def close(self) -> None:
        """Write what waits, then end."""
        self._closing = True
        self._waiting.put(None)
        self._thread.join()
        self._turn_away(self._closed)

    @property
    def _closed(self) -> StoreTrouble:
        return StoreTrouble(words("closed", where=self._database.where))

    def _run(self) -> None:
        while group := self._next_group():
            _tell(group, self._stored([change for change, _ in group]))
        self._disconnect()

    def _next_group(self) -> list[Waiting]:
        """Wait for something to write; an empty group is the end."""
        if (first := self._waiting.get()) is None:
            return []
        if (early := self._begun + self.PACE - time.monotonic()) > 0:
            time.sleep(early)
        self._begun = time.monotonic()
        return [first, *islice(self._others(), self.MOST - 1)]

    def _others(self) -> Iterator[Waiting]:
        """Who waits as well, one after the other."""
        while not self._waiting.empty():
            if (one := self._waiting.get()) is None:
                self._waiting.put(None)  # it is still to be found when all else is done
                return
            yield one

    def _stored(self, changes: Sequence[Change]) -> list[Outcome]:
        """One transaction. What became of each change."""
        try:
            connection, outcomes = self._tried(changes)
        except Exception as problem:
            self._disconnect()  # which rolls back; a new connection also finds a disk that was mounted anew
            return [self._meaning(problem) for _ in changes]
        try:
            self._database.commit(connection)
        except Exception as problem:
            if not self._found_stored(
                [change for change, outcome in zip(changes, outcomes, strict=True) if not outcome]
            ):
                return [outcome or self._meaning(problem) for outcome in outcomes]
        return outcomes

    def _tried(self, changes: Sequence[Change]) -> tuple[sa.Connection, list[Outcome]]:
        """Write all, to be committed: again, if others were in the way."""
        for tries in range(1, self.TRIES + 1):
            try:
                connection = self._begin()
                return connection, self._written(connection, changes)
            except Exception as problem:
                if tries == self.TRIES or not self._database.is_passing(problem):
                    raise
                self._disconnect()
        raise AssertionError

    def _begin(self) -> sa.Connection:
        """Begin a transaction; raises Fenced, if this process may not write any more."""
        if self._connection is None:
            self._connection = self._database.writing(self._engine)
        (self.guard or self._database.begin)(self._connection)
        return self._connection

    def _meaning(self, problem: Exception) -> Exception:
        """Each who waits raises an error of their own."""
        if isinstance(problem, Fenced | StoreTrouble):
            return type(problem)(*problem.args)
        return self._database.meaning(problem)

    def _found_stored(self, changes: Sequence[Change]) -> bool:
        """Whether a transaction that went wrong at its very end was stored: nobody knows before it is looked for."""
        with self._database.in_doubt():
            while not self._closing:
                self._disconnect()
                try:
                    self._connection = self._database.look_again(self._engine)
                    return _are_stored(self._connection, changes)
                except Exception as problem:
                    self._turn_away(problem)
                    time.sleep(self.AGAIN)
        return False

    def _turn_away(self, problem: Exception) -> None:
        """Nothing can be stored now: those who have come meanwhile need not wait until it can."""
        group = [*self._others()]
        _tell(group, [self._meaning(problem) for _ in group])

    def _written(self, connection: sa.Connection, changes: Sequence[Change]) -> list[Outcome]:
        try:
            _write(self._do(connection), changes)
            return [None] * len(changes)
        except Exception as problem:
            if self._database.is_trouble(problem) or self._database.is_passing(problem):
                raise
        connection.exec_driver_sql("ROLLBACK")  # one of them is wrong by itself: find it, and keep the others
        connection = self._begin()
        return [self._written_alone(connection, change) for change in changes]

    def _do(self, connection: sa.Connection) -> Do:
        return partial(self._database.carry_out, connection)

    def _written_alone(self, connection: sa.Connection, change: Change) -> Outcome:
        outcome: Outcome = None
        connection.exec_driver_sql("SAVEPOINT one")
        try:
            _write(self._do(connection), [change])
        except Exception as problem:
            if self._database.is_trouble(problem) or self._database.is_passing(problem):
                raise
            outcome = self._meaning(problem)
            connection.exec_driver_sql("ROLLBACK TO one")
        connection.exec_driver_sql("RELEASE one")
        return outcome

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
