"""All that is in one store, copied to another that is empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final
from zlib import crc32

import sqlalchemy as sa

from tablier.serve.store.database import Database
from tablier.serve.store.records import BadStore, Entry, StoreTrouble, words
from tablier.serve.store.schema import EVENTS, KEPT

AT_ONCE: Final = 1000
"""Rows."""

Progress = Callable[[int, int], None]
"""Told how many rows are copied, and how many there are."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied."""

    rows: int
    damaged: tuple[str, ...]
    """Tables with events that were damaged before; they are so in the copy."""


def move(source: Database, target: Database, progress: Progress = lambda done, total: None) -> Copied:
    """Copy a store that no server uses to a database that is empty: all of it, or nothing; raises BadStore."""
    with source.moment() as original, target.receiving() as copy:
        if source.users(original):
            raise StoreTrouble(words("in_use_to_move", where=source.where))
        return copy_rows(original, copy, progress)


def copy_rows(source: sa.Connection, target: sa.Connection, progress: Progress = lambda done, total: None) -> Copied:
    """Copy every row, and see that all have arrived as they are; raises BadStore.

    The caller begins and ends the transactions: `source` is to show one moment, `target` all or nothing.
    """
    total, done, damaged = _count(source), 0, dict[str, None]()
    for table in KEPT:
        target.execute(sa.delete(table))  # what every new store has
        seen = 0
        for rows in _rows(source, table):
            target.execute(sa.insert(table), [dict(row._mapping) for row in rows])
            seen += _sum(rows)
            damaged |= dict.fromkeys(row.table_id for row in rows if table is EVENTS and not _is_sound(row))
            done += len(rows)
            progress(done, total)
        if seen != sum(map(_sum, _rows(target, table))):
            raise BadStore(words("not_the_same", table=table.name))
    return Copied(done, tuple(damaged))


def _count(store: sa.Connection) -> int:
    return sum(store.scalar(sa.select(sa.func.count()).select_from(table)) or 0 for table in KEPT)


def _rows(store: sa.Connection, table: sa.Table) -> Iterator[Sequence[sa.Row[Any]]]:
    with store.execute(sa.select(table).execution_options(yield_per=AT_ONCE)) as found:
        yield from found.partitions()


def _sum(rows: Sequence[sa.Row[Any]]) -> int:
    """The same in whatever order they come; and each row counts."""
    return sum((1 << 32) + crc32(repr(tuple(row)).encode()) for row in rows)


def _is_sound(row: sa.Row[Any]) -> bool:
    columns: tuple[Any, ...] = tuple(row)
    return Entry(*columns[:-1]).sum == int(columns[-1])
