"""What follows from an act: a new state with its events, or a named refusal; and in the end an outcome."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from cartable.kernel.seats import Seat

State = TypeVar("State", covariant=True)


def _tag(class_name: str) -> str:
    """`PushCardTurned` is written `card-turned`: the first word is the game's."""
    _, *words = re.findall("[A-Z][a-z0-9]*", class_name)
    return "-".join(words).lower()


class Event(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="event", tag=_tag):
    """One thing that happened, as data: sentences are made from events in each reader's own language.

    `to` is who hears of it: one seat alone, or None for everybody, spectators included. A card that only its owner
    may see makes two events: an open one without the card, and a private one with it. A class is named after its
    game and what happened; in JSON the event's name leaves the game out.
    """

    to: Seat | None = None

    @classmethod
    def name(cls) -> str:
        """The event's name in JSON and in the catalogue of sentences."""
        return str(cls.__struct_config__.tag)


class TurnStarted(Event, frozen=True, gc=False, tag="turn-started"):
    """It is this seat's turn now: the same in every game of turns."""

    seat: Seat


class Stepped(msgspec.Struct, Generic[State], frozen=True, gc=False):
    """The act was accepted: the state after it, and what happened, in order."""

    state: State
    events: tuple[Event, ...]


class Refused(msgspec.Struct, frozen=True, gc=False):
    """The act is not allowed now. The state is the very same object as before.

    `code` is from the game's closed list, `rule` the rule behind it, `about` what the sentence needs to be precise.
    """

    code: str
    rule: str
    about: tuple[tuple[str, str | int], ...] = ()

    def because(self, **about: str | int) -> "Refused":
        """The same refusal with details for its sentence: `because(column=2, colour="red")`."""
        return Refused(self.code, self.rule, tuple(about.items()))


class Refusals(Mapping[str, Refused]):
    """A game's closed list of refusals, from code to rule id. Asking for another code is a bug and raises."""

    def __init__(self, rule_of: Mapping[str, str]) -> None:
        self._by_code = {code: Refused(code, rule) for code, rule in rule_of.items()}

    def __getitem__(self, code: str) -> Refused:
        return self._by_code[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_code)

    def __len__(self) -> int:
        return len(self._by_code)


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended: why, and everybody's place. `scores` is None in games that are won without points."""

    reason: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """All seats in first place: a victory can be shared."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


def ranks(merits: Sequence[Any]) -> tuple[int, ...]:
    """Places by merit, best first. Equal merits share a place and the next place is left out: 1 2 2 4."""
    return tuple(1 + sum(other > merit for other in merits) for merit in merits)
