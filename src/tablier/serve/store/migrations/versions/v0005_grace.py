"""The fifth version: for how long clocks have stood still for those whose connection is lost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    before = op.get_bind().exec_driver_sql("SELECT id, at FROM alive").fetchall()
    op.drop_table("alive")
    alive = op.create_table(
        "alive",
        sa.Column("id", sa.Integer, sa.CheckConstraint("id = 1", name="one_row"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("grace", sa.Text, nullable=False, server_default="{}"),
    )
    if before:
        op.bulk_insert(alive, [{"id": id, "at": at} for id, at in before])
