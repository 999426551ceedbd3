"""The fourth version: the key with which the server signs finished games."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    signer = op.create_table(
        "signer",
        sa.Column("id", sa.Integer, sa.CheckConstraint("id = 1", name="one_row"), primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
    )
    op.bulk_insert(signer, [{"id": 1, "secret": secrets.token_hex(32)}])
