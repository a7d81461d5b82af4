"""A hint for a person: what a strong player would do, and why, in one line."""

from importlib import import_module
from typing import Any

import msgspec

from cartable.bots.registry import has_part
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
    if not legal or not can_hint(game_id):
        return None
    given: Hint = import_module(f"{__package__}.{game_id}.hints").hint(view, me, legal)
    return given


def can_hint(game_id: str) -> bool:
    """Does this game leave time for hints?"""
    return has_part(game_id, "hints")
