"""The seventh version: nodes that share a store in PostgreSQL, and which of them looks after a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_table(
        "nodes",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("alive", sa.BigInteger, nullable=False),
        sa.Column("grace", sa.Text, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column(
            "table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, nullable=False
        ),
        sa.Column("node", sa.Integer, nullable=False),
    )
    op.create_index("leases_of_node", "leases", ["node"])
