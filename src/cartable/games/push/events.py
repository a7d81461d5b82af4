"""Push: what happens at the table. Everything is open to everybody."""

from typing import Final

from cartable.kernel import Event, Seat


class CardTurned(Event, frozen=True, gc=False):
    """A card was turned and can be placed."""

    seat: Seat
    card: str


class CardPlaced(Event, frozen=True, gc=False):
    seat: Seat
    card: str
    column: int


class SwitchTurned(Event, frozen=True, gc=False):
    """PUSH-14. `switches` counts those turned this turn, this one included."""

    seat: Seat
    switches: int


class Busted(Event, frozen=True, gc=False):
    """PUSH-29: the card fits nowhere."""

    seat: Seat
    card: str


class ColumnTaken(Event, frozen=True, gc=False):
    seat: Seat
    column: int
    cards: tuple[str, ...]


class DieRolled(Event, frozen=True, gc=False):
    seat: Seat
    face: str


class CardsLost(Event, frozen=True, gc=False):
    """The die took these from a zone."""

    seat: Seat
    cards: tuple[str, ...]


class ColumnsDiscarded(Event, frozen=True, gc=False):
    """PUSH-27: nobody was left to take them."""

    cards: tuple[str, ...]


class ColourProtected(Event, frozen=True, gc=False):
    seat: Seat
    colour: str
    cards: tuple[str, ...]


class TurnStarted(Event, frozen=True, gc=False):
    seat: Seat


class MatchEnded(Event, frozen=True, gc=False):
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


EVENTS: Final = (
    CardTurned,
    CardPlaced,
    SwitchTurned,
    Busted,
    ColumnTaken,
    DieRolled,
    CardsLost,
    ColumnsDiscarded,
    ColourProtected,
    TurnStarted,
    MatchEnded,
)
