"""The tables of the database. The migrations in `migrations/versions` lead there, step by step."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

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
    Index("tables_public", "public", "last_act"),
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

# One row an append, not one a line: an act and the dealer's answer to it belong together. On SQLite a row may hold
# several appends that followed one another; `part` is that of the last.
LINES: Final = Table(
    "lines",
    METADATA,
    Column("match", String(24), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("part", Integer, primary_key=True),
    Column("lines", LargeBinary, nullable=False),
    Column("epoch", BigInteger, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)

# What was appended last, until it is moved to `lines`: one row a commit, see `journal`. On PostgreSQL it stays empty.
JOURNAL: Final = Table(
    "journal",
    METADATA,
    Column("at", Integer, primary_key=True, autoincrement=False),
    Column("appends", LargeBinary, nullable=False),
)

# Who writes which table. On SQLite both stay empty: there is one process, and it writes all of them.
HOSTS: Final = Table(
    "hosts",
    METADATA,
    Column("host", String(24), primary_key=True),
    Column("until", DateTime(timezone=True), nullable=False),
)

# A lease lasts until its host runs out of time, or until it is given back, whichever is first: however many tables a
# host has, renewing them is writing one row. A lease may be taken before its table is written: it refers to nothing.
LEASES: Final = Table(
    "leases",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("host", String(24), nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("until", DateTime(timezone=True), nullable=False),
    Index("leases_by_host", "host"),
)
