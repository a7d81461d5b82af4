"""Quinto: what happens at the table. Cards drawn and choices not yet shown are told to their owner alone."""

from typing import Final

from cartable.kernel import Event, Seat, TurnStarted


class QuintoCardDrawn(Event, frozen=True, gc=False):
    """A card went into a hand, at set-up or after a turn. `pile` is what is left face down."""

    seat: Seat
    pile: int


class QuintoCardGained(Event, frozen=True, gc=False):
    """The same, for its owner."""

    seat: Seat
    card: str


class QuintoGridDealt(Event, frozen=True, gc=False):
    """One of the first four cards of the grid."""

    place: str
    card: str


class QuintoStarterDrawn(Event, frozen=True, gc=False):
    """The lot (QUIN-10)."""

    seat: Seat


class QuintoCardLaid(Event, frozen=True, gc=False):
    seat: Seat
    card: str
    place: str
    covered: str


class QuintoSumAnnounced(Event, frozen=True, gc=False):
    """QUIN-14. `writable` is false when nobody can write (QUIN-19)."""

    seat: Seat
    sum: int
    colours: tuple[str, ...]
    writable: bool


class QuintoChoiceMade(Event, frozen=True, gc=False):
    """Somebody has decided. What they chose is shown once all have decided (QUIN-17)."""

    seat: Seat


class QuintoCellChosen(Event, frozen=True, gc=False):
    """What was decided, for the one who did."""

    seat: Seat
    cell: str
    number: int


class QuintoPassChosen(Event, frozen=True, gc=False):
    """What was decided, for the one who did."""

    seat: Seat


class QuintoNumberWritten(Event, frozen=True, gc=False):
    seat: Seat
    cell: str
    number: int


class QuintoNothingWritten(Event, frozen=True, gc=False):
    seat: Seat


class QuintoRowFilled(Event, frozen=True, gc=False):
    """QUIN-25. `points` is its rightmost number."""

    seat: Seat
    colour: str
    points: int


class QuintoColumnFilled(Event, frozen=True, gc=False):
    """QUIN-27: a column of three. `points` stands in its bonus cell."""

    seat: Seat
    column: int
    points: int


class QuintoMissTaken(Event, frozen=True, gc=False):
    """QUIN-18. `misses` counts this one too."""

    seat: Seat
    misses: int


class QuintoPileReshuffled(Event, frozen=True, gc=False):
    """QUIN-22: this many covered cards make the new pile."""

    cards: int


class QuintoMatchEnded(Event, frozen=True, gc=False):
    reason: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


EVENTS: Final = (
    QuintoCardDrawn,
    QuintoCardGained,
    QuintoGridDealt,
    QuintoStarterDrawn,
    TurnStarted,
    QuintoCardLaid,
    QuintoSumAnnounced,
    QuintoChoiceMade,
    QuintoCellChosen,
    QuintoPassChosen,
    QuintoNumberWritten,
    QuintoNothingWritten,
    QuintoRowFilled,
    QuintoColumnFilled,
    QuintoMissTaken,
    QuintoPileReshuffled,
    QuintoMatchEnded,
)
