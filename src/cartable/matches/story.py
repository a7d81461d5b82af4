"""Why a match was won: one sentence, told when it is over.

A game may have a function `story` in `cartable.games.<id>.story`; it names a sentence `story.<why>` of the game's
catalogue and what fills it in. Without one the lead is told, or why the match ended.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec

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
    module = f"cartable.games.{game.id}.story"
    if find_spec(module) is None:
        return Story("", {})
    return Story(*import_module(module).story(game.view(state, None), outcome, events))
