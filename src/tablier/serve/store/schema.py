"""The schema; migrations/ leads an older store to it."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa

METADATA = sa.MetaData()

TABLIER: Final = sa.Table(  # its name says whose database it is
    "tablier",
    METADATA,
    sa.Column("id", sa.Integer, sa.CheckConstraint("id = 1", name="one_row"), primary_key=True, autoincrement=False),
    sa.Column("oldest", sa.Text, nullable=False),  # the oldest version whose programs may use it
)


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
    sa.Column("sum", sa.BigInteger, nullable=False),
    sa.Index(
        "events_command",
        "table_id",
        "command",
        unique=True,
        sqlite_where=sa.text("command IS NOT NULL"),
        postgresql_where=sa.text("command IS NOT NULL"),
    ),
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
SIGNER: Final = sa.Table(
    "signer",
    METADATA,
    sa.Column("id", sa.Integer, sa.CheckConstraint("id = 1", name="one_row"), primary_key=True, autoincrement=False),
    sa.Column("secret", sa.Text, nullable=False),
)
ALIVE: Final = sa.Table(
    "alive",
    METADATA,
    sa.Column("id", sa.Integer, sa.CheckConstraint("id = 1", name="one_row"), primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("grace", sa.Text, nullable=False, server_default="{}"),
)
OPENERS: Final = sa.Table(
    "openers",
    METADATA,
    _table_id(primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Index("tables_of_address", "address"),
)
BANS: Final = sa.Table(
    "bans",
    METADATA,
    sa.Column("kind", sa.Text, primary_key=True, nullable=False),
    sa.Column("who", sa.Text, primary_key=True, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger),
    sa.Column("why", sa.Text, nullable=False),
)
REPORTS: Final = sa.Table(
    "reports",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("table_id", sa.Text, nullable=False),  # no foreign key: a report outlives its table
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("about", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("settled", sa.BigInteger),
    sa.Index("reports_to_settle", "settled", "at"),
    sa.Index("reports_of_table", "table_id"),
)

# --- of servers that share a store in PostgreSQL; none of it is worth keeping once they are gone

PASSING: Final = {"passing": True}

NODES: Final = sa.Table(
    "nodes",
    METADATA,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("address", sa.Text, nullable=False),  # how other nodes reach it
    sa.Column("version", sa.Text, nullable=False),  # of its program
    sa.Column("alive", sa.BigInteger, nullable=False),  # when it was last known to run, by its own clock
    sa.Column("grace", sa.Text, nullable=False),  # what its clocks showed then that no event tells
    sa.Column("beat", sa.BigInteger, nullable=False),  # when it last said that it is there, by the database's clock
    sa.Column("gone", sa.Boolean, nullable=False),
    info=PASSING,
)
LEASES: Final = sa.Table(
    "leases",
    METADATA,
    _table_id(primary_key=True),
    sa.Column("node", sa.Integer, nullable=False),
    sa.Index("leases_of_node", "node"),
    info=PASSING,
)
KEPT: Final = [table for table in METADATA.sorted_tables if not table.info]
"""What a store is, wherever it is."""
