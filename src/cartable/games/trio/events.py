"""Trio: what happens at the table. What a player takes in hand is told to that player alone."""

from typing import Final

from cartable.kernel import Event, Seat


class PileBegun(Event, frozen=True, gc=False):
    """TRIO-04: a starting card."""

    pile: str
    card: str


class RoundReady(Event, frozen=True, gc=False):
    """TRIO-05, TRIO-07: the cards are dealt, and `seat` gives the start signal."""

    seat: Seat
    round: int
    each: int


class PlayStarted(Event, frozen=True, gc=False):
    """The start signal, by the dealer or in the dealer's place."""

    seat: Seat


class PlayResumed(Event, frozen=True, gc=False):
    """TRIO-18: the signal of the penalised player, or in that player's place."""

    seat: Seat


class HandFilled(Event, frozen=True, gc=False):
    """TRIO-12: a card went from the own pile into the hand; `left` are still in the pile."""

    seat: Seat
    left: int


class CardDrawn(Event, frozen=True, gc=False):
    """Which card it was, for its owner alone."""

    seat: Seat
    card: str


class CardLaid(Event, frozen=True, gc=False):
    """TRIO-08. Nothing here tells whether it was right."""

    seat: Seat
    card: str
    pile: str


class LastCardLaid(Event, frozen=True, gc=False):
    """TRIO-22: play stops; the opponents may accuse it for a while."""

    seat: Seat
    card: str
    pile: str


class FaultProved(Event, frozen=True, gc=False):
    """TRIO-15: `seat` was right to say so; `culprit` laid a wrong card."""

    seat: Seat
    culprit: Seat
    card: str
    pile: str


class FaultDisproved(Event, frozen=True, gc=False):
    """TRIO-16: the card was right; `seat` accused in vain."""

    seat: Seat
    accused: Seat
    card: str
    pile: str


class CardReturned(Event, frozen=True, gc=False):
    """TRIO-19: a wrong card goes back under the culprit's pile."""

    seat: Seat
    card: str
    pile: str


class CardsGiven(Event, frozen=True, gc=False):
    """TRIO-17: face down, from pile to pile."""

    seat: Seat
    receiver: Seat
    count: int


class LastCardWrong(Event, frozen=True, gc=False):
    """TRIO-22: nobody said so, but it was wrong."""

    seat: Seat
    card: str
    pile: str


class CentreLaidOut(Event, frozen=True, gc=False):
    """TRIO-24: the central cards were shuffled and laid out again, so many in each pile."""

    sizes: tuple[int, ...]


class TopShown(Event, frozen=True, gc=False):
    """A card nobody had seen on top of a pile was turned."""

    pile: str
    card: str


class HandsExchanged(Event, frozen=True, gc=False):
    """TRIO-24: everybody puts the hand under the own pile and takes new cards."""


class RoundEnded(Event, frozen=True, gc=False):
    """Who won the round, and how many cards everybody had left."""

    winners: tuple[Seat, ...]
    left: tuple[int, ...]
    blocked: bool
    totals: tuple[int, ...]


class MatchEnded(Event, frozen=True, gc=False):
    winners: tuple[Seat, ...]


EVENTS: Final = (
    PileBegun,
    RoundReady,
    PlayStarted,
    PlayResumed,
    HandFilled,
    CardDrawn,
    CardLaid,
    LastCardLaid,
    FaultProved,
    FaultDisproved,
    CardReturned,
    CardsGiven,
    LastCardWrong,
    CentreLaidOut,
    TopShown,
    HandsExchanged,
    RoundEnded,
    MatchEnded,
)
