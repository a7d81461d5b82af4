"""Hexa: what happens at the table. Everything is open to everybody."""

from typing import Final

from cartable.kernel import Event, Seat


class StartingCardLaid(Event, frozen=True, gc=False):
    """HEXA-05: a card begins the row at its side."""

    row: int
    card: str


class StartingCardReturned(Event, frozen=True, gc=False):
    """HEXA-06: the card clashes with its side; the deck is shuffled again."""

    row: int
    card: str


class PilesDealt(Event, frozen=True, gc=False):
    """HEXA-07, HEXA-08: `each` cards to every player, the rest to the neutral pile."""

    each: int
    neutral: int


class TurnAwaited(Event, frozen=True, gc=False):
    """It is for this seat to turn the next card, from the `neutral` pile or the `own` one."""

    seat: Seat
    source: str


class CardTurned(Event, frozen=True, gc=False):
    """A card lies open: who may call, may call now."""

    seat: Seat
    card: str
    source: str


class RowRight(Event, frozen=True, gc=False):
    """HEXA-13: the card is put at the end of the row."""

    seat: Seat
    card: str
    row: int


class RowWrong(Event, frozen=True, gc=False):
    """HEXA-14, HEXA-17: a chip for the caller, `chips` in all; the card goes under the neutral pile."""

    seat: Seat
    card: str
    row: int
    chips: int


class ImpossibleRight(Event, frozen=True, gc=False):
    """HEXA-15: the card goes under the neutral pile."""

    seat: Seat
    card: str


class ImpossibleWrong(Event, frozen=True, gc=False):
    """HEXA-16: a chip for the caller, `chips` in all; the card goes under the neutral pile."""

    seat: Seat
    card: str
    chips: int


class PlayerEliminated(Event, frozen=True, gc=False):
    """HEXA-25: the player leaves with the `cards` left of the own pile."""

    seat: Seat
    cards: int


class CallsTied(Event, frozen=True, gc=False):
    """HEXA-21: nobody was first; the card goes under the neutral pile. `calls` runs along `seats`, as written."""

    seats: tuple[Seat, ...]
    calls: tuple[str, ...]
    card: str


class NobodyCalled(Event, frozen=True, gc=False):
    """HEXA-20: the card goes under the neutral pile."""

    card: str


class MatchEnded(Event, frozen=True, gc=False):
    winners: tuple[Seat, ...]
    reason: str


EVENTS: Final = (
    StartingCardLaid,
    StartingCardReturned,
    PilesDealt,
    TurnAwaited,
    CardTurned,
    RowRight,
    RowWrong,
    ImpossibleRight,
    ImpossibleWrong,
    PlayerEliminated,
    CallsTied,
    NobodyCalled,
    MatchEnded,
)
