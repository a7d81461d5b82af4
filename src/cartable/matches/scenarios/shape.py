"""Whether what a scenario expects could be true at all: keys, types and cards that the game knows."""

from collections.abc import Iterator
from typing import Any, Final

from cartable.kernel import AnyGame, BadInput
from cartable.matches.scenarios.compare import value_text

_KINDS: Final[tuple[tuple[tuple[type, ...], str], ...]] = (
    ((bool,), "true or false"),  # before int: in Python true is a number
    ((int,), "a whole number"),
    ((str,), "a text"),
    ((list, tuple), "a list"),
    ((dict,), "a table"),
)


def check_shape(game: AnyGame, expected: dict[str, Any], found: dict[str, Any]) -> None:
    """Raise BadInput for a key, a type or a card in `expected` that no position described like `found` can have."""
    for key, value in expected.items():
        if key not in found:
            raise BadInput(key, f"unknown key; expected one of: {', '.join(found)}")
        _check_types(game, value, found[key], key, key)
        for word in _words(value, in_keys=key in game.whole):
            if word not in game.vocabulary:
                raise BadInput(key, f"expected cards or other words of {game.id}, got {word!r}")


def _check_types(game: AnyGame, expected: Any, found: Any, key: str, where: str) -> None:
    if _kind(expected) != _kind(found):
        raise BadInput(where, f"expected {_kind(found)}, got {value_text(expected)}")
    if isinstance(expected, dict) and found and key not in game.whole:
        for name, value in expected.items():
            if name not in found:
                raise BadInput(f"{where}: {name}", f"unknown key; expected one of: {', '.join(found)}")
            _check_types(game, value, found[name], f"{key}.{name}", f"{where}: {name}")
    elif isinstance(expected, list) and found:
        for place, value in enumerate(expected):
            # Parts of a list are alike: where there are more of them than were found, the last tells their type.
            _check_types(game, value, found[min(place, len(found) - 1)], key, f"{where}[{place}]")


def _kind(value: Any) -> str:
    return next((name for types, name in _KINDS if isinstance(value, types)), "something else")


def _words(value: Any, *, in_keys: bool) -> Iterator[str]:
    """Every text in a value, and the names in a mapping that grows. The empty text stands for no card."""
    if isinstance(value, str):
        if value:
            yield value
    elif isinstance(value, list):
        for part in value:
            yield from _words(part, in_keys=in_keys)
    elif isinstance(value, dict):
        if in_keys:
            yield from value
        for part in value.values():
            yield from _words(part, in_keys=in_keys)
