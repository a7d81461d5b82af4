"""Hexa: what happens at the table. Everything is open to everybody."""

from typing import Final

from cartable.kernel import Event, Seat


class HexaStartingCardLaid(Event, frozen=True, gc=False):
    """HEXA-05: a card begins the row at its side."""

    row: int
    card: str


class HexaStartingCardReturned(Event, frozen=True, gc=False):
    """HEXA-06: the card clashes with its side; the deck is shuffled again."""

    row: int
    card: str


class HexaPilesDealt(Event, frozen=True, gc=False):
    """HEXA-07, HEXA-08: `each` cards to every player, the rest to the neutral pile."""

    each: int
    neutral: int


class HexaTurnAwaited(Event, frozen=True, gc=False):
    """It is for this seat to turn the next card, from the `neutral` pile or the `own` one."""

    seat: Seat
    source: str


class HexaCardTurned(Event, frozen=True, gc=False):
    """A card lies open: whoever may call can do so now."""

    seat: Seat
    card: str
    source: str


class HexaRowRight(Event, frozen=True, gc=False):
    """HEXA-13: the card is put at the end of the row."""

    seat: Seat
    card: str
    row: int


class HexaRowWrong(Event, frozen=True, gc=False):
    """HEXA-14, HEXA-17: a chip for the caller, `chips` in all; the card goes under the neutral pile."""

    seat: Seat
    card: str
    row: int
    chips: int


class HexaImpossibleRight(Event, frozen=True, gc=False):
    """HEXA-15: the card goes under the neutral pile."""

    seat: Seat
    card: str


class HexaImpossibleWrong(Event, frozen=True, gc=False):
    """HEXA-16: a chip for the caller, `chips` in all; the card goes under the neutral pile."""

    seat: Seat
    card: str
    chips: int


class HexaPlayerEliminated(Event, frozen=True, gc=False):
    """HEXA-25: the player leaves with the `cards` left of their own pile."""

    seat: Seat
    cards: int


class HexaCallsTied(Event, frozen=True, gc=False):
    """HEXA-21: nobody was first; the card goes under the neutral pile. `calls` runs along `seats`, as written."""

    seats: tuple[Seat, ...]
    calls: tuple[str, ...]
    card: str


class HexaNobodyCalled(Event, frozen=True, gc=False):
    """HEXA-20: the card goes under the neutral pile."""

    card: str


class HexaChoiceMade(Event, frozen=True, gc=False):
    """HEXA-C2: somebody has chosen, and nobody else knows what."""

    seat: Seat


class HexaCallChosen(Event, frozen=True, gc=False):
    """HEXA-C2: what oneself has chosen, as it is called."""

    seat: Seat
    call: str


class HexaPassChosen(Event, frozen=True, gc=False):
    """HEXA-C2: oneself has passed."""

    seat: Seat


class HexaTimeUp(Event, frozen=True, gc=False):
    """HEXA-C3: whoever has not chosen passes."""

    seats: tuple[Seat, ...]


class HexaChoicesShown(Event, frozen=True, gc=False):
    """HEXA-C5: everybody's choice, in the order in which it counts; `choices` runs along `seats`: a call, or `pass`."""

    seats: tuple[Seat, ...]
    choices: tuple[str, ...]


class HexaMatchEnded(Event, frozen=True, gc=False):
    winners: tuple[Seat, ...]
    reason: str


EVENTS: Final = (
    HexaStartingCardLaid,
    HexaStartingCardReturned,
    HexaPilesDealt,
    HexaTurnAwaited,
    HexaCardTurned,
    HexaRowRight,
    HexaRowWrong,
    HexaImpossibleRight,
    HexaImpossibleWrong,
    HexaPlayerEliminated,
    HexaCallsTied,
    HexaNobodyCalled,
    HexaChoiceMade,
    HexaCallChosen,
    HexaPassChosen,
    HexaTimeUp,
    HexaChoicesShown,
    HexaMatchEnded,
)
