"""Where a SQLite file keeps what was appended last."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    op.create_table(
        "journal",
        sa.Column("at", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("appends", sa.LargeBinary, nullable=False),
    )
