"""Tables, their matches, and the lines of the logs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("room", sa.LargeBinary, nullable=False),
        sa.Column("keys", sa.LargeBinary, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("last_act", sa.Integer, nullable=False),
    )
    op.create_index("tables_by_last_act", "tables", ["last_act"])
    op.create_table(
        "matches",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("code", sa.String(12), sa.ForeignKey("tables.code", ondelete="CASCADE"), nullable=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("header", sa.LargeBinary, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("nonces", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("started", sa.Integer, nullable=False),
        sa.Column("ended", sa.Integer, nullable=True),
    )
    op.create_index("matches_by_table", "matches", ["code", "number"])
    op.create_table(
        "lines",
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("part", sa.Integer, primary_key=True),
        sa.Column("lines", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
