"""Input from outside the game: options, and the error for what cannot be read. A player's bad act is a `Refused`."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import inspect


class BadInput(ValueError):
    """Something given to us cannot be read. `where` names the place, `expected` what should have been there."""

    def __init__(self, where: str, expected: str) -> None:
        super().__init__(f"{where}: {expected}")
        self.where = where
        self.expected = expected

    def inside(self, outer: str) -> "BadInput":
        """The same error, named from further out: the key of a file, for example."""
        return BadInput(f"{outer}: {self.where}" if self.where else outer, self.expected)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What may be varied at a table. Every field has a default; `msgspec.Meta(extra={"rule": id})` names its rule.

    `"later": True` beside the rule marks an option that is younger than logs which must still be read: those leave it
    out, so its default is how the game was played before, and never changes.
    """


O = TypeVar("O", bound=Options)  # noqa: E741 - the customary letter; there is no zero near it


def options_in_every_log(kind: type[Options]) -> tuple[str, ...]:
    """The options that a log must name: all but those that came later."""
    info = inspect.type_info(kind)
    fields = info.fields if isinstance(info, inspect.StructType) else ()
    return tuple(field.name for field in fields if not _came_later(field.type))


def _came_later(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.Metadata) and bool((kind.extra or {}).get("later"))


def read_options(kind: type[O], given: Mapping[str, Any], *, typed: bool = True) -> O:
    """The options as a struct. `typed=False` also takes numbers and truth values written as text (a command line)."""
    known = ", ".join(kind.__struct_fields__) or "none"
    for name in given:
        if name not in kind.__struct_fields__:
            raise BadInput(f"option {name}", f"unknown; expected one of: {known}")
    try:
        return msgspec.convert(dict(given), kind, strict=typed)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$.")
        raise BadInput(f"option {place.rstrip('`')}" if place else "options", reason) from error
