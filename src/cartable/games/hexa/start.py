"""Hexa: the set-up (HEXA-05 to 09). DEALER turns the starting cards; the piles are then dealt unseen."""

from typing import Final

from msgspec.structs import replace

from cartable.games.hexa import events as e
from cartable.games.hexa.cards import DECK, FITS_SIDE, SIDES
from cartable.games.hexa.state import NEUTRAL, HexaOptions, HexaState, Phase
from cartable.kernel import Stepped, Unseen

PILE: Final = {2: 13, 3: 9, 4: 7, 5: 6}  # HEXA-07
FIRST: Final = 0  # HEXA-09


def start(options: HexaOptions, seats: int) -> HexaState:
    """The deck shuffled, nothing laid yet."""
    return HexaState(
        options=options,
        seats=seats,
        phase=Phase.SETUP,
        unseen=Unseen.of(DECK),
        rows=((),) * SIDES,
        piles=((),) * seats,
        turner=FIRST,
        chips=(0,) * seats,
    )


def deck_top(unseen: Unseen) -> int:
    """The slot of the deck's top card, as long as it is turned card by card."""
    return unseen.shuffled.size - unseen.left.size


def lay(state: HexaState, card: str) -> Stepped[HexaState]:
    """HEXA-05, HEXA-06: the card begins the next row, or goes back and the deck is shuffled again."""
    side = state.rows.index(())
    row = side + 1
    if not FITS_SIDE[card][side]:
        again = Unseen.of(state.unseen.left, state.unseen.shuffle + 1)
        return Stepped(replace(state, unseen=again), (e.StartingCardReturned(row, card),))
    rows = (*state.rows[:side], (card,), *state.rows[side + 1 :])
    laid = replace(state, unseen=state.unseen.seen(card), rows=rows)
    told = e.StartingCardLaid(row, card)
    if row < SIDES:
        return Stepped(laid, (told,))
    dealt = _deal_piles(laid)
    return Stepped(dealt, (told, e.PilesDealt(PILE[state.seats], len(dealt.neutral)), e.TurnAwaited(FIRST, NEUTRAL)))


def _deal_piles(state: HexaState) -> HexaState:
    """HEXA-07, HEXA-08: slots that nobody has looked at."""
    each, top = PILE[state.seats], deck_top(state.unseen)
    cuts = [top + each * seat for seat in range(state.seats + 1)]
    return replace(
        state,
        phase=Phase.TURN,
        piles=tuple(tuple(range(cut, cut + each)) for cut in cuts[:-1]),
        neutral=tuple(range(cuts[-1], state.unseen.shuffled.size)),
    )
