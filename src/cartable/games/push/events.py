"""Push: what happens at the table. Everything is open to everybody."""

from typing import Final

from cartable.kernel import Event, Seat, TurnStarted


class PushCardTurned(Event, frozen=True, gc=False):
    """A card was turned and can be placed."""

    seat: Seat
    card: str


class PushCardPlaced(Event, frozen=True, gc=False):
    seat: Seat
    card: str
    column: int


class PushSwitchTurned(Event, frozen=True, gc=False):
    """PUSH-14. `switches` counts those turned this turn, this one included."""

    seat: Seat
    switches: int


class PushBusted(Event, frozen=True, gc=False):
    """PUSH-29: the card fits nowhere."""

    seat: Seat
    card: str


class PushColumnTaken(Event, frozen=True, gc=False):
    seat: Seat
    column: int
    cards: tuple[str, ...]


class PushDieRolled(Event, frozen=True, gc=False):
    seat: Seat
    face: str


class PushCardsLost(Event, frozen=True, gc=False):
    """The die took these from a zone."""

    seat: Seat
    cards: tuple[str, ...]


class PushColumnsDiscarded(Event, frozen=True, gc=False):
    """PUSH-27: nobody was left to take them."""

    cards: tuple[str, ...]


class PushColourProtected(Event, frozen=True, gc=False):
    seat: Seat
    colour: str
    cards: tuple[str, ...]


class PushMatchEnded(Event, frozen=True, gc=False):
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


EVENTS: Final = (
    PushCardTurned,
    PushCardPlaced,
    PushSwitchTurned,
    PushBusted,
    PushColumnTaken,
    PushDieRolled,
    PushCardsLost,
    PushColumnsDiscarded,
    PushColourProtected,
    TurnStarted,
    PushMatchEnded,
)
