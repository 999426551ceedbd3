"""Nodes and leases as the store keeps them: each function is one step of a transaction in PostgreSQL.

A node is there as long as its session holds an advisory lock, which the database lets go when the process or its
machine is no more, and as long as it says so every second, which one that is frozen does not. Who finds that one of the
two is not so declares the node gone. From that moment it can store nothing: every transaction of a node begins by
seeing that it is still there (`fence`), and holds on to that until it ends.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from tablier.serve import note
from tablier.serve.store import Fenced
from tablier.serve.store.database import Database
from tablier.serve.store.schema import ALIVE, LEASES, NODES, TABLES
from tablier.serve.table.clock import Graces
from tablier.serve.timing import Standstill

LOCKS: Final = 0x7461626C
"""The kind of our advisory locks, 'tabl'; the number of a node says which."""

PATIENCE: Final = 500
"""Milliseconds to wait for a node that is just storing something."""

NOW: Final = sa.text("(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
"""The database's own time, in milliseconds: nodes' clocks may differ."""


class NodeRow(NamedTuple):
    """A node as the others see it."""

    number: int
    address: str
    is_locked: bool
    """Whether its session is there."""
    silent: int
    """Milliseconds since it last said that it is."""


class Left(NamedTuple):
    """A table that nobody looks after any more."""

    table: str
    at: int
    """When somebody last did, as far as is known."""
    graces: Graces
    """For how long its clocks had stood still then, by seat."""
    stood: list[Standstill]
    """When nobody's time was taken before."""

    @classmethod
    def by(cls, table: str, at: int | None, noted: str | None) -> Left:
        """By what was noted last."""
        found = note.read(noted or "")
        return cls(table, at or 0, note.graces(found, table), note.stood(found, table))


def join(line: sa.Connection, address: str, version: str, at: int) -> int:
    """Become a node. Return its number: the higher, the later it came."""
    line.execute(sa.delete(NODES).where(NODES.c.gone, ~sa.exists().where(LEASES.c.node == NODES.c.number)))
    values = {"address": address, "version": version, "alive": at, "grace": "{}", "beat": NOW, "gone": False}
    number: int = line.execute(sa.insert(NODES).values(values).returning(NODES.c.number)).scalar_one()
    return number


def lock(line: sa.Connection, number: int) -> None:
    """Hold a node's lock for as long as this session lives; an older session of its may still do so."""
    line.execute(sa.select(sa.func.pg_try_advisory_lock(LOCKS, number)))


def beat(line: sa.Connection, number: int) -> bool:
    """Say that a node is there; False: the others have declared it gone."""
    own = sa.update(NODES).where(NODES.c.number == number, ~NODES.c.gone).values(beat=NOW)
    return line.execute(own).rowcount > 0


def nodes(line: sa.Connection, number: int) -> list[NodeRow]:
    """All nodes but this one that nobody has declared gone."""
    rows = line.execute(_NODES, {"me": number, "locks": LOCKS})
    return [NodeRow(*row) for row in rows]


def declare_gone(line: sa.Connection, number: int) -> None:
    """A node owns nothing any more. What it is just storing is stored first; where that takes long, it is for later."""
    line.execute(sa.text(f"SET LOCAL lock_timeout = {PATIENCE}"))
    line.execute(sa.update(NODES).where(NODES.c.number == number).values(gone=True))


def mark_alive(line: sa.Connection, number: int, at: int, graces: str) -> None:
    line.execute(sa.update(NODES).where(NODES.c.number == number).values(alive=at, grace=graces))


def fence(database: Database, number: int, line: sa.Connection) -> None:
    """Begin a transaction by seeing that a node is still there; it holds on to that until it ends. Raises Fenced."""
    if database.begin_asking(line, f"SELECT gone FROM nodes WHERE number = {number:d} FOR SHARE") != "f":
        raise Fenced(f"node {number} was gone, and others have taken over")


def claim(line: sa.Connection, number: int, table: str) -> Left | int | None:
    """Let a node own a table that nobody owns.

    Return what is to be known of it, or the number of the node that owns it; None: there is no such table.
    """
    if line.execute(_NEW_LEASE, {"table": table, "me": number}).rowcount:
        return _never_owned(line, table)
    found = line.execute(_LEASE, {"table": table}).first()
    if found is None:
        return None
    owner, is_there, alive, graces = found
    if is_there:
        return int(owner)
    line.execute(sa.update(LEASES).where(LEASES.c.table_id == table).values(node=number))
    return Left.by(table, alive, graces)


def adopt(line: sa.Connection, number: int, most: int) -> list[Left]:
    """Let a node own some tables whose games are on, and that nobody owns."""
    orphans = [row[0] for row in line.execute(_ORPHANS, {"most": most})]
    claimed = [claim(line, number, table) for table in orphans]
    return [left for left in claimed if isinstance(left, Left)]


def _never_owned(line: sa.Connection, table: str) -> Left:
    """A table that a server alone has looked after, if anybody."""
    row: Any = line.execute(sa.select(ALIVE.c.at, ALIVE.c.grace)).first()
    return Left.by(table, row.at, row.grace) if row else Left.by(table, 0, "")


_NODES: Final = sa.text(f"""
    SELECT number, address, EXISTS (
        SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database AND datname = current_database()
        WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = :locks AND objid = number
    ), {NOW.text} - beat
    FROM nodes WHERE NOT gone AND number != :me ORDER BY number
""")
_NEW_LEASE: Final = sa.text(
    "INSERT INTO leases (table_id, node) SELECT id, :me FROM tables WHERE id = :table ON CONFLICT DO NOTHING"
)
_LEASE: Final = (
    sa.select(LEASES.c.node, sa.func.coalesce(~NODES.c.gone, sa.false()), NODES.c.alive, NODES.c.grace)
    .select_from(LEASES.outerjoin(NODES, NODES.c.number == LEASES.c.node))
    .where(LEASES.c.table_id == sa.bindparam("table"))
    .with_for_update(of=LEASES)
)
_ORPHANS: Final = (
    sa.select(TABLES.c.id)
    .select_from(
        TABLES.outerjoin(LEASES, LEASES.c.table_id == TABLES.c.id).outerjoin(NODES, NODES.c.number == LEASES.c.node)
    )
    .where(TABLES.c.status == "playing", sa.func.coalesce(NODES.c.gone, sa.true()))
    .order_by(TABLES.c.changed.desc())
    .limit(sa.bindparam("most"))
    .with_for_update(of=TABLES, skip_locked=True)
)
