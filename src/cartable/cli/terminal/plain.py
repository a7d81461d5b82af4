"""A view told without knowing its game: what lies on the table, what each player has, in the reader's words."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from cartable.kernel import View
from cartable.words import Teller

MANY: Final = 12
"""A longer list of cards is counted by kind: nobody reads so many one by one."""

NOTHING: Final = "-"


def on_the_table(view: View[Any], preview: msgspec.Struct, teller: Teller) -> Iterator[tuple[str, str]]:
    """What belongs to nobody, name and value: fields of the view, then of the preview."""
    for name, value in _fields(view):
        if not _is_by_seat(name, value, teller):
            yield field_name(name, teller), field_value(name, value, teller)
    for name in preview.__struct_fields__:
        yield field_name(name, teller), field_value(name, getattr(preview, name), teller)


def of_seats(view: View[Any], teller: Teller) -> Iterator[tuple[str, list[str]]]:
    """What each player has: a field's name, and its value for each seat."""
    for name, value in _fields(view):
        if _is_by_seat(name, value, teller):
            yield field_name(name, teller), [value_text(each, teller) for each in value]


def field_name(name: str, teller: Teller) -> str:
    """What a field is called: `field.<name>` of the game's words, or its name in the code."""
    return teller.own_or(f"field.{name}", name.replace("_", " "))


def field_value(name: str, value: Any, teller: Teller) -> str:
    """What it holds, by a sentence `value.<name>` of the game's words if there is one: seats are told by name there."""
    own = teller.has(f"value.{name}") and value not in ((), None)
    return teller.own(f"value.{name}", value=value) if own else value_text(value, teller)


def value_text(value: Any, teller: Teller) -> str:
    """A value in the reader's words."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return teller.say("web.yes" if value else "web.no")
    if isinstance(value, str):
        card = teller.card(value)
        return teller.word(value) if card == value else card
    if isinstance(value, dict):
        told = (teller.told(value_text(key, teller), value_text(each, teller)) for key, each in value.items())
        return ", ".join(told) or NOTHING
    if isinstance(value, msgspec.Struct):
        return value_text({name: getattr(value, name) for name in value.__struct_fields__}, teller)
    if isinstance(value, tuple | list):
        return _list(list(value), teller)
    return str(value)


def _list(values: list[Any], teller: Teller) -> str:
    if len(values) > MANY and all(isinstance(each, str) for each in values):
        counts = Counter(values)
        return ", ".join(
            value_text(card, teller) if n == 1 else f"{n} x {value_text(card, teller)}" for card, n in counts.items()
        )
    between = " | " if any(isinstance(each, tuple | list | dict) for each in values) else ", "
    return between.join(value_text(each, teller) for each in values) or NOTHING


def _fields(view: View[Any]) -> Iterator[tuple[str, Any]]:
    for name in view.__struct_fields__:
        if name not in View.__struct_fields__:
            yield name, getattr(view, name)


def _is_by_seat(name: str, value: Any, teller: Teller) -> bool:
    """One value for each seat: a list as long as there are players, and not a list of cards, nor told as a whole."""
    some = isinstance(value, tuple | list) and len(value) == len(teller.names) and not teller.has(f"value.{name}")
    return some and not any(isinstance(each, str) for each in value)
