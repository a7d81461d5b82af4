"""The tables of the database, and the steps that led there, one after another. A step that was released never changes.

SQL is the same for both databases but for a few words, which stand in braces.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cartable.server.store.contract import MatchRow, TableRow


class TableSchema(NamedTuple):
    """A table whose rows are copied from store to store. Its key is the first column."""

    name: str
    columns: tuple[str, ...]
    switches: frozenset[str] = frozenset()
    """Columns that are true or false, which SQLite keeps as numbers."""

    @property
    def key(self) -> str:
        return self.columns[0]

    @property
    def selected(self) -> str:
        """The beginning of a query for whole rows."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name}"

    def inserted(self, places: Sequence[str]) -> str:
        """The statement that adds a row, whose values go to these places."""
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({', '.join(places)})"


TABLES: Final = TableSchema("tables", TableRow.__struct_fields__, frozenset({"public"}))
MATCHES: Final = TableSchema("matches", MatchRow.__struct_fields__)
LINES: Final = TableSchema("lines", ("match", "part", "lines", "epoch"))


class Dialect(NamedTuple):
    """The words in which the databases differ."""

    blob: str
    moment: str
    by_key: str
    """At the end of a table: its rows lie in the order of the key."""


SQLITE: Final = Dialect("BLOB", "DATETIME", " WITHOUT ROWID")
POSTGRES: Final = Dialect("BYTEA", "TIMESTAMP WITH TIME ZONE", "")

VERSIONS: Final = "alembic_version"
"""The table that holds the number of the last step; named after the program that once ran them."""

# Tables, their matches, and the lines of the logs: one row an append, not one a line, as an act and the dealer's answer
# to it belong together. On SQLite a row may hold several appends that followed one another; `part` is that of the last.
_TABLES_AND_MATCHES: Final = """
CREATE TABLE tables (
    code VARCHAR(12) NOT NULL PRIMARY KEY,
    game VARCHAR(40) NOT NULL,
    options {blob} NOT NULL,
    settings {blob} NOT NULL,
    room {blob} NOT NULL,
    keys {blob} NOT NULL,
    public BOOLEAN NOT NULL,
    created INTEGER NOT NULL,
    last_act INTEGER NOT NULL
);
CREATE INDEX tables_by_last_act ON tables (last_act);
CREATE TABLE matches (
    id VARCHAR(24) NOT NULL PRIMARY KEY,
    code VARCHAR(12) REFERENCES tables (code) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    header {blob} NOT NULL,
    secret {blob} NOT NULL,
    nonces {blob} NOT NULL,
    state VARCHAR(12) NOT NULL,
    started INTEGER NOT NULL,
    ended INTEGER
);
CREATE INDEX matches_by_table ON matches (code, number);
CREATE TABLE lines (
    match VARCHAR(24) NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    lines {blob} NOT NULL,
    PRIMARY KEY (match, part)
){by_key}
"""

# Who writes which table, and under which lease a line was written. On SQLite both stay empty: there is one process, and
# it writes all of them. A lease lasts until its host runs out of time, or until it is given back, whichever is first:
# however many tables a host has, renewing them is writing one row. A lease may be taken before its table is written:
# it refers to nothing.
_LEASES: Final = """
ALTER TABLE lines ADD COLUMN epoch BIGINT DEFAULT 0 NOT NULL;
CREATE TABLE hosts (host VARCHAR(24) NOT NULL PRIMARY KEY, until {moment} NOT NULL);
CREATE TABLE leases (
    code VARCHAR(12) NOT NULL PRIMARY KEY,
    host VARCHAR(24) NOT NULL,
    epoch BIGINT NOT NULL,
    until {moment} NOT NULL
);
CREATE INDEX leases_by_host ON leases (host)
"""

# What was appended last, until it is moved to `lines`: one row a commit, see `journal`. On PostgreSQL it stays empty.
_JOURNAL: Final = "CREATE TABLE journal (at INTEGER NOT NULL PRIMARY KEY, appends {blob} NOT NULL)"

# The list of public tables is read without looking at all others.
_PUBLIC_TABLES: Final = "CREATE INDEX tables_public ON tables (public, last_act)"

# Matches with the same cards are found by their deal number, which few have.
_DEALS: Final = """
ALTER TABLE matches ADD COLUMN deal VARCHAR(12) DEFAULT '' NOT NULL;
CREATE INDEX matches_by_deal ON matches (deal) WHERE deal <> ''
"""

STEPS: Final = {
    "0001": _TABLES_AND_MATCHES,
    "0002": _LEASES,
    "0003": _JOURNAL,
    "0004": _PUBLIC_TABLES,
    "0005": _DEALS,
}
PRESENT: Final = max(STEPS)


def statements(present: str | None, dialect: Dialect) -> list[str]:
    """What brings a database with this version, or an empty one, to the present schema; nothing where it is there."""
    steps = [step for version, step in STEPS.items() if present is None or version > present]
    if not steps:
        return []
    words = dialect._asdict()
    made = [] if present else [f"CREATE TABLE {VERSIONS} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"]
    return [
        *made,
        *(statement for step in steps for statement in step.format(**words).split(";")),
        f"DELETE FROM {VERSIONS}",
        f"INSERT INTO {VERSIONS} VALUES ('{PRESENT}')",
    ]
