"""A hint for a person: what an expert would do, and why, in one line."""

from typing import Any

import msgspec

from cartable.games import registry
from cartable.kernel import Act, Seat


class HintedAct(msgspec.Struct, frozen=True):
    """An act and a reason: the sentence `hint.<why>` of the game's catalogue, and what fills it in."""

    act: Act
    why: str
    about: dict[str, Any]


def hint(game_id: str, view: Any, me: Seat, legal: tuple[Act, ...]) -> HintedAct | None:
    """Return the hint for the player to move; None for a game without hints."""
    find = registry.package(game_id).load("hint") if legal else None
    found: HintedAct | None = None if find is None else find(view, me, legal)
    return found


def can_hint(game_id: str) -> bool:
    """Return whether this game has hints. Its bots are not loaded for that."""
    return registry.package(game_id).hint is not None
