"""For games in which everybody sees the same: there is nothing to swap."""

from random import Random
from typing import Any

from cartable.kernel import Act, Seat


def twin(state: Any, viewer: Seat | None, rng: Random) -> Any:
    return None


def disguise(state: Any, viewer: Seat | None, seat: Seat, act: Act, rng: Random) -> Act | None:
    return None


def reveals(one: Any, two: Any, seat: Seat, act: Act) -> bool:
    return False
