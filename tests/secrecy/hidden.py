"""What is hidden in each game: the module `tests/hidden.py` in the game's folder, which can swap it.

A game in which everybody sees the same (`Game.same_for_all`) has none; any other game without one fails the tests.

- `twin(state, viewer, rng)`: a state that the viewer cannot tell from this one, or None where there is none.
- `disguise(state, viewer, seat, act, rng)`: another act that looks like this one to the viewer, or None.
- `reveals(one, two, seat, act)`: does this act bring the difference between two such states to light?
"""

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol

from cartable.games import registry
from cartable.kernel import Act, AnyGame, Seat
from tests.kit.toy import TOY


class Hidden(Protocol):
    """What such a module offers."""

    def twin(self, state: Any, viewer: Seat | None, rng: Random) -> Any: ...

    def disguise(self, state: Any, viewer: Seat | None, seat: Seat, act: Act, rng: Random) -> Act | None: ...

    def reveals(self, one: Any, two: Any, seat: Seat, act: Act) -> bool: ...


def hidden(game: AnyGame) -> Hidden | None:
    """Return what is hidden in a game; None where everybody sees the same."""
    if game.same_for_all:
        return None
    name = "tests.secrecy.hidden_toy" if game.id == TOY.id else f"{registry.package(game.id).folder}.tests.hidden"
    assert find_spec(name) is not None, (
        f"write tests/hidden.py in the folder of {game.id}: what can be swapped without a seat noticing? "
        "If everybody sees the same, say `same_for_all=True` in the game"
    )
    found: Any = import_module(name)
    return found  # type: ignore[no-any-return]
