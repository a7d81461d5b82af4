"""The tables of the database. The migrations in `migrations/versions` lead there, step by step."""

from typing import Final

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table

METADATA: Final = MetaData()

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", LargeBinary, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Column("room", LargeBinary, nullable=False),
    Column("keys", LargeBinary, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", Integer, nullable=False),
    Column("last_act", Integer, nullable=False),
    Index("tables_by_last_act", "last_act"),
)

MATCHES: Final = Table(
    "matches",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("code", String(12), ForeignKey("tables.code", ondelete="CASCADE"), nullable=True),
    Column("number", Integer, nullable=False),
    Column("header", LargeBinary, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("nonces", LargeBinary, nullable=False),
    Column("state", String(12), nullable=False),
    Column("started", Integer, nullable=False),
    Column("ended", Integer, nullable=True),
    Index("matches_by_table", "code", "number"),
)

# One row an append, not one a line: an act and the dealer's answer to it belong together.
LINES: Final = Table(
    "lines",
    METADATA,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("part", Integer, primary_key=True),
    Column("lines", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
