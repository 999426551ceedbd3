"""All that is in one store, copied to another that is empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import sqlalchemy as sa

from tablier.serve.store.records import Damaged, Entry
from tablier.serve.store.schema import EVENTS, METADATA

AT_ONCE: Final = 1000
"""Rows."""


def count_rows(store: sa.Connection) -> dict[str, int]:
    """How many rows each table has."""
    return {name: store.scalar(sa.select(sa.func.count()).select_from(table)) or 0
            for name, table in METADATA.tables.items()}  # fmt: skip


def copy_rows(source: sa.Connection, target: sa.Connection, done: Callable[[int], None] = lambda rows: None) -> None:
    """Copy every row, and see that all have arrived as they were stored. `done` is told of so many more rows.

    The caller begins and ends the transactions: `source` is to show one moment, `target` all or nothing.
    """
    for table in METADATA.sorted_tables:
        target.execute(sa.delete(table))  # what every new store has
        for rows in _rows(source, table):
            target.execute(sa.insert(table), [dict(row._mapping) for row in rows])
            done(len(rows))
    _compare(source, target)


def _rows(store: sa.Connection, table: sa.Table) -> Iterator[Any]:
    statement = sa.select(table).order_by(*table.primary_key.columns)
    with store.execution_options(yield_per=AT_ONCE).execute(statement) as found:
        yield from found.partitions()


def _compare(source: sa.Connection, target: sa.Connection) -> None:
    """Raises Damaged where the copy is not the same, or the original was damaged already."""
    if count_rows(source) != count_rows(target):
        raise Damaged("the copy does not have as many rows as the store")
    for rows in _rows(target, EVENTS):
        for row in rows:
            if Entry(*row[:-1]).sum != row[-1]:
                raise Damaged(f"{row[0]}: its event {row[1]} is damaged")
