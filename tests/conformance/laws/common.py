"""What the laws share."""

from collections.abc import Callable
from typing import Any, Final

from cartable.kernel import CLOCK, DEALER, Act, AnyGame, Seat
from tests.kit.sample import Sampled

Law = Callable[[AnyGame, Sampled], None]

FEW: Final = 15
"""How many states of a match are looked at where much is asked of each."""

MANY: Final = 60

NO_SEATS: Final = (-3, 99)
"""Nobody ever sits there."""


def everybody(match: Sampled) -> tuple[Seat, ...]:
    """Every seat that can ever act."""
    return (*match.seats, DEALER, CLOCK)


def allowed(game: AnyGame, state: Any, seat: Seat) -> set[Act]:
    """What a seat may do, each act with all that a log holds of it."""
    return {game.with_defaults(state, act) for act in game.legal(state, seat)}


def verb(act: Act) -> str:
    """The first word of an act."""
    return str(act).split(" ")[0]
