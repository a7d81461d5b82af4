"""Hexa in calm play: what the others have chosen, until the window ends (HEXA-C2). In a race all see the same."""

from random import Random

from msgspec.structs import replace

from cartable.games.hexa.acts import CHOICES, CLOSE, HexaCall, HexaPass
from cartable.games.hexa.state import UNDECIDED, HexaState
from cartable.kernel import Act, Seat, with_entry


def twin(state: HexaState, viewer: Seat | None, rng: Random) -> HexaState | None:
    """Another choice of somebody else."""
    decided = [seat for seat, choice in enumerate(state.choices) if choice != UNDECIDED and seat != viewer]
    if not decided:
        return None
    return replace(state, choices=with_entry(state.choices, rng.choice(decided), str(rng.choice(CHOICES))))


def disguise(state: HexaState, viewer: Seat | None, seat: Seat, act: Act, rng: Random) -> Act | None:
    """Another choice, where it is not the last."""
    hides = state.options.calm and isinstance(act, HexaCall | HexaPass) and len(state.undecided) > 1
    return rng.choice(CHOICES) if hides and seat != viewer else None


def reveals(one: HexaState, two: HexaState, seat: Seat, act: Act) -> bool:
    """The last to choose, or the clock, shows what all have chosen."""
    return one.choices != two.choices and (act == CLOSE or len(one.undecided) == 1)
