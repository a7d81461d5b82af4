"""Template: what happens at the table. A card that is dealt to a hand is told to its owner alone."""

from typing import Final

from cartable.kernel import Event, Seat, TurnStarted

# To change: one struct for each thing worth a sentence (in text/) or a movement on a board.
# What only one seat may know is told twice: openly without the card, and with it `to` that seat.


class TemplateHandDealt(Event, frozen=True, gc=False):
    """A card went into a hand."""

    seat: Seat


class TemplateHandSeen(Event, frozen=True, gc=False):
    """The same, for its owner."""

    seat: Seat
    card: str


class TemplateCardTurned(Event, frozen=True, gc=False):
    """A card was drawn and lies open."""

    seat: Seat
    card: str


class TemplateCardDropped(Event, frozen=True, gc=False):
    seat: Seat
    card: str


class TemplatePlayerStopped(Event, frozen=True, gc=False):
    seat: Seat


class TemplateHandShown(Event, frozen=True, gc=False):
    """TMPL-09. `points` is what all cards of this seat count in the end."""

    seat: Seat
    cards: tuple[str, ...]
    points: int


class TemplateMatchEnded(Event, frozen=True, gc=False):
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


EVENTS: Final = (
    TemplateHandDealt,
    TemplateHandSeen,
    TurnStarted,
    TemplateCardTurned,
    TemplateCardDropped,
    TemplatePlayerStopped,
    TemplateHandShown,
    TemplateMatchEnded,
)
