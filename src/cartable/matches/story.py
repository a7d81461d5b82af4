"""Why a match was won: one sentence, told when it is over.

A game may have a function for it, which names a sentence `story.<why>` of the game's catalogue and what fills it in.
Without one the lead is told, or why the match ended.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from cartable.games import registry
from cartable.kernel import AnyGame, Event


class Story(msgspec.Struct, frozen=True):
    """Why a match was won: a sentence of the catalogue, and what fills it in. An empty `why`: only the reason."""

    why: str
    about: dict[str, Any]


def story(game: AnyGame, state: Any, events: Sequence[Event], head_starts: Sequence[int] = ()) -> Story | None:
    """Why a match that ended in this state was won; None when nobody won it. Sentences about a lead know nothing of
    `head_starts` in points: with these, only the reason is told."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    if head_starts:
        return Story("", {})
    tell = registry.package(game.id).load("story")
    return Story("", {}) if tell is None else Story(*tell(game.view(state, None), outcome, events))
