"""The first version: tables, their events, the keys and holders of their seats, and when the server last ran."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _create_tables()
    _create_events()
    _create_seats()
    op.create_table(
        "alive",
        sa.Column("id", sa.Integer, sa.CheckConstraint("id = 1", name="one_row"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.CheckConstraint("status IN ('open', 'playing', 'over')", name="known_status"),
    )
    op.create_index("tables_to_list", "tables", ["status", "listed", "changed"])


def _create_events() -> None:
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("command", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "number"),
        sqlite_with_rowid=False,
    )
    only_commands = sa.text("command IS NOT NULL")
    op.create_index("events_command", "events", ["table_id", "command"], unique=True, sqlite_where=only_commands)


def _create_seats() -> None:
    op.create_table(
        "keys",
        sa.Column("hash", sa.Text, primary_key=True, nullable=False),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_index("keys_of_table", "keys", ["table_id"])
    op.create_table(
        "holders",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", "seat"),
    )
    op.create_index("holders_of_table", "holders", ["table_id"])
    op.create_index("seats_of_person", "holders", ["person"])
