"""What is read from a store, whichever database it is in: statements, which are made once, and their values."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Integer, Select, bindparam, select

from cartable.server.store.schema import LINES, MATCHES, TABLES

_TABLE: Final = select(TABLES).where(TABLES.c.code == bindparam("code"))
_PUBLIC: Final = select(TABLES).where(TABLES.c.public).order_by(TABLES.c.last_act.desc())
_LISTED: Final = _PUBLIC.limit(bindparam("most", type_=Integer))
_EXPIRED: Final = select(TABLES.c.code).where(TABLES.c.last_act < bindparam("before"))
_MATCH: Final = select(MATCHES).where(MATCHES.c.id == bindparam("match"))
_NEWEST: Final = select(MATCHES).where(MATCHES.c.code == bindparam("code")).order_by(MATCHES.c.number.desc()).limit(1)
_LINES: Final = select(LINES.c.part, LINES.c.lines).where(LINES.c.match == bindparam("match")).order_by(LINES.c.part)


class Query(NamedTuple):
    """What to read. There are few statements, each always the same object: a store compiles it but once."""

    statement: Select[Any]
    values: dict[str, Any]


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


def lines(match_id: str) -> Query:
    return Query(_LINES, {"match": match_id})


def log_of(rows: Sequence[Sequence[Any]], more: Mapping[int, bytes]) -> tuple[int, bytes]:
    """How many parts, and all of them together: rows that end with a part each, and `more` by its part, of which some
    may be in the rows."""
    parts = rows[-1][0] + 1 if rows else 0
    further = sorted(part for part in more if part >= parts)
    lines = [*(row[1] for row in rows), *(more[part] for part in further)]
    return (further[-1] + 1 if further else parts), b"".join(lines)
