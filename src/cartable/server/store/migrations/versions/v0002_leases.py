"""Hosts, their leases of tables, and under which lease a line was written."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    op.add_column("lines", sa.Column("epoch", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "hosts",
        sa.Column("host", sa.String(24), primary_key=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("host", sa.String(24), nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("leases_by_host", "leases", ["host"])
