"""Push: points and places (PUSH-34 to 37)."""

from typing import Final

from cartable.games.push.state import PushState
from cartable.kernel import Outcome, ranks

PILE_EMPTY: Final = "pile-empty"
REASONS: Final = (PILE_EMPTY,)


def outcome_of(state: PushState) -> Outcome:
    """How a finished match came out: most points, then most cards, then shared."""
    scores = tuple(zone.total for zone in state.zones)
    sizes = (zone.size for zone in state.zones)
    return Outcome(PILE_EMPTY, ranks(list(zip(scores, sizes, strict=True))), scores)
