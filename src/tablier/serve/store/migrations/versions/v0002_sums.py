"""The second version: each event has a sum, by which damage to it is seen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tablier.serve.store.records import Entry

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.drop_index("events_command", "events")
    op.rename_table("events", "events_without_sums")
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("command", sa.Text),
        sa.Column("sum", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number"),
        sqlite_with_rowid=False,
    )
    only_commands = sa.text("command IS NOT NULL")
    op.create_index("events_command", "events", ["table_id", "command"], unique=True, sqlite_where=only_commands)
    driver = op.get_bind().connection.driver_connection
    assert driver is not None
    driver.create_function("sum_of_entry", 6, lambda *columns: Entry(*columns).sum, deterministic=True)
    columns = "table_id, number, at, kind, body, command"
    op.execute(f"INSERT INTO events SELECT {columns}, sum_of_entry({columns}) FROM events_without_sums")
    op.drop_table("events_without_sums")
