"""What is hidden in each game, found by its id: a module that can swap it. A game without one fails the tests.

- `OPEN`: nothing is hidden from anybody but what lies face down for all; then there is nothing to swap.
- `twin(state, viewer, rng)`: a state that the viewer cannot tell from this one, or None where there is none.
- `disguise(state, viewer, seat, act, rng)`: another act that looks like this one to the viewer, or None.
- `reveals(one, two, seat, act)`: does this act bring the difference between two such states to light?
"""

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol

from cartable.kernel import Act, AnyGame, Seat


class Hidden(Protocol):
    """What such a module offers."""

    OPEN: bool

    def twin(self, state: Any, viewer: Seat | None, rng: Random) -> Any: ...

    def disguise(self, state: Any, viewer: Seat | None, seat: Seat, act: Act, rng: Random) -> Act | None: ...

    def reveals(self, one: Any, two: Any, seat: Seat, act: Act) -> bool: ...


def has_hidden(game: AnyGame) -> bool:
    """Does somebody say what is hidden in this game?"""
    return find_spec(f"{__name__}.{game.id}") is not None


def hidden(game: AnyGame) -> Hidden:
    """What is hidden in a game."""
    found: Any = import_module(f"{__name__}.{game.id}")
    return found  # type: ignore[no-any-return]
