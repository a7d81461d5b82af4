"""Hexa: the state of a match as a value, the options, and the set-up (HEXA-05 to 09)."""

from enum import StrEnum
from functools import cache
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from cartable.games.hexa import events as e
from cartable.games.hexa.cards import DECK, FITS_SIDE, SIDES
from cartable.games.hexa.options import HexaOptions
from cartable.kernel import Seat, Stepped, Unseen, around, with_entry


class HexaPhase(StrEnum):
    """What is awaited."""

    SETUP = "setup"  # DEALER: the starting cards, side by side
    TURN = "turn"  # the turner
    DEAL = "deal"  # DEALER: the card turned
    OPEN = "open"  # a call, or a finding of CLOCK; in calm play everybody's choice
    OVER = "over"


Source = Literal["neutral", "own"]
NEUTRAL: Final = "neutral"
OWN: Final = "own"

CHIPS: Final = 12  # HEXA-03
ELIMINATING: Final = 3  # HEXA-25: the chip too many

UNDECIDED: Final = ""


@cache
def _all_but(seats: int, out: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Made once for each: who may call is asked several times for every act."""
    return tuple([seat for seat in range(seats) if seat not in out])


class HexaState(msgspec.Struct, frozen=True, gc=False):
    """A match at one moment.

    A face-down card is a slot of the last shuffle, or its name where everybody saw it go under the neutral pile.
    A card being turned stays on its pile until DEALER shows it. An eliminated player's slots are in no pile, but
    stay unseen. When the match is over, the turner is the winner. `last_right` is by seat how many cards had been
    turned when it last called right. `choices` has, while everybody chooses in calm play, an entry for each seat: the
    act as it is written, or undecided; nobody else sees it before the window ends (HEXA-C2).
    """

    options: HexaOptions
    seats: int
    phase: HexaPhase
    unseen: Unseen
    rows: tuple[tuple[str, ...], ...]
    piles: tuple[tuple[int, ...], ...]
    neutral: tuple[int | str, ...] = ()
    open: str = ""
    turner: Seat = 0
    source: Source = NEUTRAL
    chips: tuple[int, ...] = ()
    out: tuple[Seat, ...] = ()
    tied: tuple[Seat, ...] = ()
    turned: int = 0
    last_right: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Who is still in play."""
        return _all_but(self.seats, self.out)

    @property
    def callers(self) -> tuple[Seat, ...]:
        """Who may call while a card lies open: everybody in play, or the tied alone (HEXA-11, HEXA-22)."""
        return self.tied or self.playing

    @property
    def undecided(self) -> tuple[Seat, ...]:
        """Who has still to choose about the open card (HEXA-C1)."""
        return tuple([seat for seat in self.playing if self.choices[seat] == UNDECIDED])

    @property
    def order(self) -> tuple[Seat, ...]:
        """HEXA-C4: whose choice counts before whose."""
        seats = [seat for seat in around(self.turner, self.seats) if seat not in self.out]
        return tuple(sorted(seats, key=self.last_right.__getitem__))


# --- the set-up: DEALER turns the starting cards; the piles are then dealt unseen -------------------------------------

PILE: Final = {2: 13, 3: 9, 4: 7, 5: 6}  # HEXA-07
FIRST: Final = 0  # HEXA-09


def start(options: HexaOptions, seats: int) -> HexaState:
    """The deck shuffled, nothing laid yet."""
    return HexaState(
        options=options,
        seats=seats,
        phase=HexaPhase.SETUP,
        unseen=Unseen.of(DECK),
        rows=((),) * SIDES,
        piles=((),) * seats,
        turner=FIRST,
        chips=(0,) * seats,
        last_right=(0,) * seats,
    )


def deck_top(unseen: Unseen) -> int:
    """The slot of the deck's top card, as long as it is turned card by card."""
    return unseen.shuffled.size - unseen.left.size


def begin_row(state: HexaState, card: str) -> Stepped[HexaState]:
    """HEXA-05, HEXA-06: the card begins the next row, or goes back and the deck is shuffled again."""
    side = state.rows.index(())
    row = side + 1
    if not FITS_SIDE[card][side]:
        again = Unseen.of(state.unseen.left, state.unseen.shuffle + 1)
        return Stepped(replace(state, unseen=again), (e.HexaStartingCardReturned(row, card),))
    rows = with_entry(state.rows, side, (card,))
    laid = replace(state, unseen=state.unseen.seen(card), rows=rows)
    told = e.HexaStartingCardLaid(row, card)
    if row < SIDES:
        return Stepped(laid, (told,))
    dealt = _deal_piles(laid)
    return Stepped(
        dealt, (told, e.HexaPilesDealt(PILE[state.seats], len(dealt.neutral)), e.HexaTurnAwaited(FIRST, NEUTRAL))
    )


def _deal_piles(state: HexaState) -> HexaState:
    """HEXA-07, HEXA-08: slots that nobody has looked at."""
    each, top = PILE[state.seats], deck_top(state.unseen)
    cuts = [top + each * seat for seat in range(state.seats + 1)]
    return replace(
        state,
        phase=HexaPhase.TURN,
        piles=tuple(tuple(range(cut, cut + each)) for cut in cuts[:-1]),
        neutral=tuple(range(cuts[-1], state.unseen.shuffled.size)),
    )
