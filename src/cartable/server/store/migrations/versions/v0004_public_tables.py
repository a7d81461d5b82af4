"""The list of public tables is read without looking at all others."""

from alembic import op

revision = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    op.create_index("tables_public", "tables", ["public", "last_act"])
