"""What is read from a store, whichever database it is in: SQL with named places, and their values."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from cartable.server.store.schema import MATCHES, TABLES

_TABLE: Final = f"{TABLES.selected} WHERE code = :code"
_LISTED: Final = f"{TABLES.selected} WHERE public = TRUE ORDER BY last_act DESC LIMIT :most"
_EXPIRED: Final = "SELECT code FROM tables WHERE last_act < :before"
_MATCH: Final = f"{MATCHES.selected} WHERE id = :match"
_NEWEST: Final = f"{MATCHES.selected} WHERE code = :code ORDER BY number DESC LIMIT 1"
_DEAL: Final = (
    f"{MATCHES.selected} WHERE deal = :deal AND deal <> '' AND state IN ('over', 'imported') "
    "ORDER BY ended DESC, id LIMIT :most"
)
_LINES: Final = "SELECT part, lines FROM lines WHERE match = :match ORDER BY part"


class Query(NamedTuple):
    """What to read, as SQLite's driver takes it."""

    sql: str
    values: dict[str, Any]

    def numbered(self) -> tuple[str, list[Any]]:
        """The same as PostgreSQL takes it: with $1, $2 and so on, and the values in this order."""
        sql, names = _numbered(self.sql)
        return sql, [self.values[name] for name in names]


@cache  # there are few
def _numbered(sql: str) -> tuple[str, tuple[str, ...]]:
    names = tuple(dict.fromkeys(re.findall(r":(\w+)", sql)))
    return re.sub(r":(\w+)", lambda found: f"${names.index(found[1]) + 1}", sql), names


def table(code: str) -> Query:
    return Query(_TABLE, {"code": code})


def public_tables(most: int) -> Query:
    return Query(_LISTED, {"most": most})


def expired(before: int) -> Query:
    return Query(_EXPIRED, {"before": before})


def match(match_id: str) -> Query:
    return Query(_MATCH, {"match": match_id})


def last_match(code: str) -> Query:
    return Query(_NEWEST, {"code": code})


def matches_of_deal(number: str, most: int) -> Query:
    return Query(_DEAL, {"deal": number, "most": most})


def lines(match_id: str) -> Query:
    return Query(_LINES, {"match": match_id})


def log_of(rows: Sequence[Sequence[Any]], more: Mapping[int, bytes]) -> tuple[int, bytes]:
    """How many parts, and all of them together: rows that end with a part each, and `more` by its part, of which some
    may be in the rows."""
    parts = rows[-1][0] + 1 if rows else 0
    further = sorted(part for part in more if part >= parts)
    lines = [*(row[1] for row in rows), *(more[part] for part in further)]
    return (further[-1] + 1 if further else parts), b"".join(lines)
