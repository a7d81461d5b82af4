"""A hint for a person: what a strong player would do, and why, in one line."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec

from cartable.kernel import Act, Seat


class Hint(msgspec.Struct, frozen=True):
    """An act and a reason: the sentence `hint.<why>` of the game's catalogue, and what fills it in."""

    act: Act
    why: str
    about: dict[str, Any]


def hint(game_id: str, view: Any, me: Seat, legal: tuple[Act, ...]) -> Hint | None:
    """The hint for one who is to move; None in games where there is no time for one.

    It comes from the function `hint` in `cartable.bots.<id>.hints`.
    """
    package = f"{__package__}.{game_id}"
    found = find_spec(package)
    if not legal or found is None or found.submodule_search_locations is None or not find_spec(f"{package}.hints"):
        return None
    given: Hint = import_module(f"{package}.hints").hint(view, me, legal)
    return given
