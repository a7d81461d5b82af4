"""Push: the whole of a position, as a value."""

from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from cartable.games.push.cards import value
from cartable.kernel import Options, Pile, Seat


class PushOptions(Options, frozen=True, kw_only=True):
    """What may be varied."""

    risk: Annotated[bool, msgspec.Meta(extra={"rule": "PUSH-38"})] = False
    switch_cards: Annotated[Literal["removed", "kept"], msgspec.Meta(extra={"rule": "PUSH-07"})] = "removed"


class Phase(StrEnum):
    """What is awaited."""

    TURN = "turn"  # the active player: draw, stop or protect
    DEAL = "deal"  # DEALER: the card drawn
    PLACE = "place"  # the active player: where the card goes
    ROLL = "roll"  # DEALER: the die, for `roller`
    SHARE = "share"  # the chooser: a column
    OVER = "over"


@lru_cache(maxsize=4096)
def points(cards: tuple[str, ...]) -> int:
    """What cards count together. Most acts leave a zone as it is, and its points are asked for after each."""
    return sum(map(value, cards))


class Zone(msgspec.Struct, frozen=True, gc=False):
    """A player's cards, face up and protected, each sorted (PUSH-17, PUSH-32)."""

    shown: tuple[str, ...] = ()
    protected: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Its points (PUSH-34)."""
        return points(self.shown) + points(self.protected)

    @property
    def size(self) -> int:
        """Its cards, for ties (PUSH-36)."""
        return len(self.shown) + len(self.protected)


NOT_SHARING = -1


class PushState(msgspec.Struct, frozen=True, gc=False):
    """A match at one moment. A column that was taken stays as an empty one, so that the others keep their numbers."""

    options: PushOptions
    seats: int
    phase: Phase
    active: Seat
    pile: Pile
    zones: tuple[Zone, ...]
    columns: tuple[tuple[str, ...], ...] = ()
    drawn: str = ""
    switches: int = 0
    chooser: Seat = NOT_SHARING
    roller: Seat = NOT_SHARING
    rolls: int = 0
    discard: tuple[str, ...] = ()

    @property
    def begun(self) -> bool:
        """Has the active player drawn this turn? A Switch card counts (PUSH-07)."""
        return bool(self.columns) or self.switches > 0

    @property
    def has_column(self) -> bool:
        """Is there a column to take?"""
        return any(self.columns)
