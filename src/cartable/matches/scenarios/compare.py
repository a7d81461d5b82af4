"""Comparing what a scenario expects with what is found: only what is named, and heaps of cards without their order."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from cartable.kernel import AnyGame


def value_text(value: Any) -> str:
    """A value in a message: compact, as it might stand in the file."""
    return msgspec.json.encode(value).decode()


def mismatches(game: AnyGame, expected: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    """Every difference in the keys that `expected` names, as `key: expected ..., found ...`."""
    for key, value in expected.items():
        if value == {}:  # as a whole, not in a list: nothing is there (`announced`)
            yield from _differ(value, found[key], key)
        else:
            yield from _compare(game, value, found[key], key, key)


def _compare(game: AnyGame, expected: Any, found: Any, key: str, where: str) -> Iterator[str]:
    """`key` is the path without places in lists, by which a game says how a part of a position compares."""
    if isinstance(expected, dict) and isinstance(found, dict) and key not in game.whole:
        for name, value in expected.items():
            if name in found:
                yield from _compare(game, value, found[name], f"{key}.{name}", f"{where}: {name}")
            else:
                yield f"{where}: {name}: expected {value_text(value)}, found nothing"
    elif _has_parts(expected) and _is_list(found) and len(expected) == len(found):
        for place, (value, there) in enumerate(zip(expected, found, strict=True)):
            yield from _compare(game, value, there, key, f"{where}[{place}]")
    elif _is_list(expected) and _is_list(found) and _lies_in_no_order(game, key) and _same_heap(expected, found):
        return
    else:
        yield from _differ(expected, found, where)


def _differ(expected: Any, found: Any, where: str) -> Iterator[str]:
    if not _same(expected, found):
        yield f"{where}: expected {value_text(expected)}, found {value_text(found)}"


def _lies_in_no_order(game: AnyGame, key: str) -> bool:
    return any(key == heap or key.startswith(f"{heap}.") for heap in game.unordered)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _has_parts(value: Any) -> bool:
    return _is_list(value) and any(isinstance(part, list | tuple | dict) for part in value)


def _same_heap(expected: Sequence[Any], found: Sequence[Any]) -> bool:
    return Counter(map(value_text, expected)) == Counter(map(value_text, found))


def _same(expected: Any, found: Any) -> bool:
    """Equal in type too: true is not 1. In writing both sorts of list look alike, and sorted keys have no order."""
    return msgspec.json.encode(expected, order="sorted") == msgspec.json.encode(found, order="sorted")
