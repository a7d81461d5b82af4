"""Push: the set-up (PUSH-05 to 07)."""

from cartable.games.push.cards import DECK, SMALL_DECK
from cartable.games.push.state import Phase, PushOptions, PushState, Zone
from cartable.kernel import Multiset, Pile


def deck_for(options: PushOptions, seats: int) -> Multiset:
    """PUSH-07: at two players the Switch cards may be set aside; at more they always stay in."""
    return SMALL_DECK if seats == 2 and options.switch_cards == "removed" else DECK


def start(options: PushOptions, seats: int) -> PushState:
    """One face-down pile of all cards; seat 0 begins (PUSH-06)."""
    return PushState(
        options=options,
        seats=seats,
        phase=Phase.TURN,
        active=0,
        pile=Pile.of(deck_for(options, seats)),
        zones=(Zone(),) * seats,
    )
