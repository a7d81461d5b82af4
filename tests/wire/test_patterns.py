"""The patterns of texts: msgspec searches for them, so each must say where it begins and where it ends."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import pytest

from cartable.matches.log.entries import Entry, Revealed
from cartable.matches.log.header import Header
from cartable.server.http.routes import ROUTES
from cartable.wire import down, up

SAMPLES = ("", "owl", "0123456789abcdef" * 4)
"""Texts of which each pattern takes at least one."""

READ: tuple[Any, ...] = (
    up.UpMessage,
    down.Down,
    Header,
    Entry,
    Revealed,
    *(kind for route in ROUTES for kind in route.kinds.values()),
)


def patterns(schema: Any) -> Iterator[str]:
    """Return all patterns in a JSON schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        for part in schema.values():
            yield from patterns(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from patterns(part)


def all_patterns() -> list[str]:
    kinds, components = msgspec.json.schema_components(READ)
    return sorted({*patterns(list(kinds)), *patterns(components)})


def takes(pattern: str, text: str) -> bool:
    try:
        msgspec.json.decode(msgspec.json.encode(text), type=Annotated[str, msgspec.Meta(pattern=pattern)])
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("pattern", all_patterns())
def test_nothing_stands_before_or_after_what_a_pattern_describes(pattern: str) -> None:
    """Not even a line break at the end, before which `$` matches too."""
    taken = [text for text in SAMPLES if takes(pattern, text)]
    assert taken, f"expected a text for {pattern} in SAMPLES"
    for text in taken:
        for wrong in (f"{text}\n", f"\n{text}", f"{text}\n{text}", f"{text}\r", f"{text}\u2028", f" {text}"):
            assert not takes(pattern, wrong), repr(wrong)


def test_there_are_patterns() -> None:
    assert len(all_patterns()) >= 2
