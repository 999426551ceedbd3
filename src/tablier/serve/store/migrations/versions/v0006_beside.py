"""The sixth version: the oldest version whose programs may go on using the store, beside those of a newer one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    tablier = op.create_table(
        "tablier",
        sa.Column("id", sa.Integer, sa.CheckConstraint("id = 1", name="one_row"), primary_key=True),
        sa.Column("oldest", sa.Text, nullable=False),
    )
    op.bulk_insert(tablier, [{"id": 1, "oldest": "0006"}])
