"""The toy: everybody's one card."""

from random import Random

from msgspec.structs import replace

from cartable.kernel import DEALER, Act, Deal, Seat
from tests.kit.toy_state import DECK, Bet, ToyState


def twin(state: ToyState, viewer: Seat | None, rng: Random) -> ToyState | None:
    """Another player's card, exchanged with one of the pile."""
    pairs = [
        (seat, card)
        for seat, held in enumerate(state.hands)
        for card in set(state.pile.left)
        if seat != viewer and card != held
    ]
    if not pairs:
        return None
    seat, card = rng.choice(pairs)
    left = DECK.kinds.count([*state.pile.left.without(card), state.hands[seat]])
    hands = (*state.hands[:seat], card, *state.hands[seat + 1 :])
    return replace(state, hands=hands, pile=replace(state.pile, left=left))


def disguise(state: ToyState, viewer: Seat | None, seat: Seat, act: Act, rng: Random) -> Act | None:
    """Another card dealt to another player."""
    if seat != DEALER or len(state.hands) in (viewer, state.seats):
        return None
    return Deal(rng.choice(list(state.pile.left)))


def reveals(one: ToyState, two: ToyState, seat: Seat, act: Act) -> bool:
    """A bet tells whether its card was of the player's own kind."""
    return isinstance(act, Bet) and one.hands[seat] != two.hands[seat]
