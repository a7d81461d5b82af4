"""Hexa: who won, and the places behind (HEXA-26 to 28)."""

from typing import Final

from cartable.games.hexa.state import HexaState
from cartable.kernel import Outcome, Seat, ranks

LAST_CARD: Final = "last-card"
LAST_PLAYER: Final = "last-player"
REASONS: Final = (LAST_CARD, LAST_PLAYER)


def outcome_of(state: HexaState) -> Outcome:
    """How a finished match came out. There are no points."""
    reason = LAST_PLAYER if len(state.out) == state.seats - 1 else LAST_CARD
    return Outcome(reason, ranks([_merit(state, seat) for seat in range(state.seats)]))


def _merit(state: HexaState, seat: Seat) -> tuple[int, int, int]:
    """HEXA-28: the winner; fewer cards left, then fewer chips; the eliminated, the latest ahead."""
    if seat in state.out:
        return 0, state.out.index(seat), 0
    if seat == state.turner:
        return 2, 0, 0
    return 1, -len(state.piles[seat]), -state.chips[seat]
