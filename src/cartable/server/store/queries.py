"""What is read from a store, whichever database it is in."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, select

from cartable.server.store.schema import LINES, MATCHES, TABLES


def table(code: str) -> Select[Any]:
    return select(TABLES).where(TABLES.c.code == code)


def public_tables(most: int) -> Select[Any]:
    return select(TABLES).where(TABLES.c.public).order_by(TABLES.c.last_act.desc()).limit(most)


def expired(before: int) -> Select[Any]:
    return select(TABLES.c.code).where(TABLES.c.last_act < before)


def match(match_id: str) -> Select[Any]:
    return select(MATCHES).where(MATCHES.c.id == match_id)


def last_match(code: str) -> Select[Any]:
    return select(MATCHES).where(MATCHES.c.code == code).order_by(MATCHES.c.number.desc()).limit(1)


def lines(match_id: str) -> Select[Any]:
    return select(LINES.c.lines).where(LINES.c.match == match_id).order_by(LINES.c.part)


def log_of(rows: Sequence[Sequence[Any]]) -> tuple[int, bytes]:
    """How many parts, and all of them together."""
    return len(rows), b"".join(row[0] for row in rows)
