"""A hint for a person: what an expert would do, and why, in one line."""

from typing import Any

import msgspec

from cartable.bots.registry import bot_module, has_bot_module
from cartable.kernel import Act, Seat


class HintedAct(msgspec.Struct, frozen=True):
    """An act and a reason: the sentence `hint.<why>` of the game's catalogue, and what fills it in."""

    act: Act
    why: str
    about: dict[str, Any]


def hint(game_id: str, view: Any, me: Seat, legal: tuple[Act, ...]) -> HintedAct | None:
    """The hint for the player to move; None for a game without hints.

    It comes from the function `hint` in `cartable.bots.<id>.advice`.
    """
    advice: Any = bot_module(game_id, "advice")
    if not legal or not hasattr(advice, "hint"):
        return None
    found: HintedAct = advice.hint(view, me, legal)
    return found


def can_hint(game_id: str) -> bool:
    """Does this game have hints? Its bots are not loaded for that: every `advice` gives them."""
    return has_bot_module(game_id, "advice")
