"""Trio: what happens at the table. What a player takes in hand is told to that player alone."""

from typing import Final

from cartable.kernel import Event, Seat


class TrioPileBegun(Event, frozen=True, gc=False):
    """TRIO-04: a starting card."""

    pile: str
    card: str


class TrioRoundReady(Event, frozen=True, gc=False):
    """TRIO-05, TRIO-07: the cards are dealt, and `seat` gives the start signal."""

    seat: Seat
    round: int
    each: int


class TrioPlayStarted(Event, frozen=True, gc=False):
    """The start signal, by the dealer or in the dealer's place."""

    seat: Seat


class TrioPlayResumed(Event, frozen=True, gc=False):
    """TRIO-18: the signal of the penalised player, or in that player's place."""

    seat: Seat


class TrioHandFilled(Event, frozen=True, gc=False):
    """TRIO-12: a card went from a player's own pile into the hand; `left` are still in the pile."""

    seat: Seat
    left: int


class TrioCardDrawn(Event, frozen=True, gc=False):
    """Which card it was, for its owner alone."""

    seat: Seat
    card: str


class TrioCardLaid(Event, frozen=True, gc=False):
    """TRIO-08. Nothing here tells whether it was right."""

    seat: Seat
    card: str
    pile: str


class TrioLastCardLaid(Event, frozen=True, gc=False):
    """TRIO-22: play stops; the opponents may accuse it for a while."""

    seat: Seat
    card: str
    pile: str


class TrioFaultProved(Event, frozen=True, gc=False):
    """TRIO-15: `seat` was right to say so; `culprit` laid a wrong card."""

    seat: Seat
    culprit: Seat
    card: str
    pile: str


class TrioFaultDisproved(Event, frozen=True, gc=False):
    """TRIO-16: the card was right; `seat` accused in vain."""

    seat: Seat
    accused: Seat
    card: str
    pile: str


class TrioCardReturned(Event, frozen=True, gc=False):
    """TRIO-19: a wrong card goes back under the culprit's pile."""

    seat: Seat
    card: str
    pile: str


class TrioCardsGiven(Event, frozen=True, gc=False):
    """TRIO-17: face down, from pile to pile."""

    seat: Seat
    receiver: Seat
    count: int


class TrioLastCardWrong(Event, frozen=True, gc=False):
    """TRIO-22: nobody said so, but it was wrong."""

    seat: Seat
    card: str
    pile: str


class TrioCentreLaidOut(Event, frozen=True, gc=False):
    """TRIO-24: the central cards were shuffled and laid out again, this many in each pile."""

    sizes: tuple[int, ...]


class TrioTopShown(Event, frozen=True, gc=False):
    """A card nobody had seen on top of a pile was turned."""

    pile: str
    card: str


class TrioHandsExchanged(Event, frozen=True, gc=False):
    """TRIO-24: everybody puts their hand under their own pile and takes new cards."""


class TrioRoundEnded(Event, frozen=True, gc=False):
    """Who won the round, and how many cards everybody had left."""

    winners: tuple[Seat, ...]
    left: tuple[int, ...]
    blocked: bool
    totals: tuple[int, ...]


class TrioChoiceMade(Event, frozen=True, gc=False):
    """TRIO-C2: somebody has chosen, and nobody else knows what."""

    seat: Seat


class TrioLayChosen(Event, frozen=True, gc=False):
    """TRIO-C2: what oneself will lay, and where."""

    seat: Seat
    card: str
    pile: str


class TrioFaultChosen(Event, frozen=True, gc=False):
    """TRIO-C2: which card oneself will accuse."""

    seat: Seat
    card: str
    pile: str


class TrioPassChosen(Event, frozen=True, gc=False):
    """TRIO-C2: oneself will do nothing."""

    seat: Seat


class TrioTimeUp(Event, frozen=True, gc=False):
    """TRIO-C3: whoever has not chosen passes."""

    seats: tuple[Seat, ...]


class TrioCardCameBack(Event, frozen=True, gc=False):
    """TRIO-C5: the top it was meant for is covered or gone, or play has stopped. Which card it was, its owner knows."""

    seat: Seat
    pile: str


class TrioFaultDropped(Event, frozen=True, gc=False):
    """TRIO-C5: the card cannot be accused any more."""

    seat: Seat
    pile: str


class TrioPassed(Event, frozen=True, gc=False):
    """TRIO-C5: somebody did nothing in this window."""

    seat: Seat


class TrioMatchEnded(Event, frozen=True, gc=False):
    winners: tuple[Seat, ...]


EVENTS: Final = (
    TrioPileBegun,
    TrioRoundReady,
    TrioPlayStarted,
    TrioPlayResumed,
    TrioHandFilled,
    TrioCardDrawn,
    TrioCardLaid,
    TrioLastCardLaid,
    TrioFaultProved,
    TrioFaultDisproved,
    TrioCardReturned,
    TrioCardsGiven,
    TrioLastCardWrong,
    TrioCentreLaidOut,
    TrioTopShown,
    TrioHandsExchanged,
    TrioRoundEnded,
    TrioChoiceMade,
    TrioLayChosen,
    TrioFaultChosen,
    TrioPassChosen,
    TrioTimeUp,
    TrioCardCameBack,
    TrioFaultDropped,
    TrioPassed,
    TrioMatchEnded,
)
