"""What may be varied at a table, validated once before the match starts."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from cartable.kernel.errors import BadInput


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game's options: every field has a default. Annotate each with `msgspec.Meta(extra={"rule": id})`."""


O = TypeVar("O", bound=Options)  # noqa: E741 - the customary letter; there is no zero near it


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
