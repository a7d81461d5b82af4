"""The acts, events, refusals, state and view of the toy; `tests.kit.toy` tells what it is and has its rules."""

from typing import Annotated, Final, Literal

import msgspec

from cartable.kernel import Act, CardKinds, Deal, Event, Multiset, Options, Pile, Refusals, Seat, View, whole_number

DECK: Final[Multiset] = CardKinds(["ace", "king", "queen"]).count(["ace"] * 4 + ["king"] * 3 + ["queen"] * 3)
STAKES: Final = {"low": 2, "high": 3}


# --- acts ----------------------------------------------------------------------------------------------------------


class Bet(Act, frozen=True, gc=False):
    """Bet points that the open card is of one's own kind. `on` is the card meant; left out, the one that lies open."""

    points: int
    on: str = ""

    def __str__(self) -> str:
        return f"bet {self.points} on {self.on}" if self.on else f"bet {self.points}"


class Unclaimed(Act, frozen=True, gc=False):
    def __str__(self) -> str:
        return "unclaimed"


class Tie(Act, frozen=True, gc=False):
    seats: tuple[Seat, ...]

    def __str__(self) -> str:
        return " ".join(["tie", *map(str, self.seats)])


ToyAct = Bet | Deal | Unclaimed | Tie


def read(text: str) -> ToyAct | None:
    match text.split(" "):
        case ["deal", card] if card in DECK:
            return Deal(card)
        case ["unclaimed"]:
            return Unclaimed()
        case ["bet", points] if (number := whole_number(points)) is not None:
            return Bet(number)
        case ["bet", points, "on", card] if (number := whole_number(points)) is not None and card in DECK:
            return Bet(number, card)
        case ["tie", *seats] if len(seats) > 1 and None not in (numbers := tuple(map(whole_number, seats))):
            return Tie(tuple(number for number in numbers if number is not None))
        case _:
            return None


# --- events, refusals, state ---------------------------------------------------------------------------------------


class ToyHandDealt(Event, frozen=True, gc=False):
    seat: Seat


class ToyHandSeen(Event, frozen=True, gc=False):
    seat: Seat
    card: str


class ToyCardTurned(Event, frozen=True, gc=False):
    card: str


class ToyBetSettled(Event, frozen=True, gc=False):
    seat: Seat
    points: int


class ToyNobodyBet(Event, frozen=True, gc=False):
    card: str


class ToyBetsTied(Event, frozen=True, gc=False):
    seats: tuple[Seat, ...]


class ToyMatchEnded(Event, frozen=True, gc=False):
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


REFUSALS: Final = Refusals(
    {
        "over": "TOY-05",
        "only-the-dealer": "TOY-01",
        "nothing-to-deal": "TOY-01",
        "card-not-left": "TOY-01",
        "being-dealt": "TOY-02",
        "not-a-player": "TOY-03",
        "no-such-stake": "TOY-03",
        "another-card": "TOY-03",
        "only-the-clock": "TOY-04",
        "no-tie": "TOY-04",
    }
)


class ToyOptions(Options, frozen=True, kw_only=True):
    stakes: Literal["low", "high"] = "low"
    doubled: bool = False
    patience_s: Annotated[int, msgspec.Meta(ge=1)] = 5


class ToyState(msgspec.Struct, frozen=True, gc=False):
    options: ToyOptions
    seats: int
    pile: Pile
    hands: tuple[str, ...] = ()
    open: str = ""
    points: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return not self.pile and not self.open


class ToyView(View[str], frozen=True):
    hand: str
    hands: int
    pile: int
    unseen: tuple[str, ...]
    open: str
    points: tuple[int, ...]


class ToyPreview(msgspec.Struct, frozen=True):
    likely: bool
