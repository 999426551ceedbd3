"""The third version, for hosts: from where tables were opened, who is banned, and what was reported."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "openers",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_index("tables_of_address", "openers", ["address"])
    op.create_table(
        "bans",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("why", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("kind", "who"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("about", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("settled", sa.BigInteger),
    )
    op.create_index("reports_to_settle", "reports", ["settled", "at"])
    op.create_index("reports_of_table", "reports", ["table_id"])
