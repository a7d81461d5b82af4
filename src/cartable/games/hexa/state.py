"""Hexa: the whole of a position, as a value."""

from enum import StrEnum
from typing import Annotated, Final, Literal

import msgspec

from cartable.kernel import Options, Seat, Unseen


class HexaOptions(Options, frozen=True, kw_only=True):
    """What may be varied."""

    patience_s: Annotated[int, msgspec.Meta(ge=0, extra={"rule": "HEXA-20"})] = 45


class Phase(StrEnum):
    """What is awaited."""

    SETUP = "setup"  # DEALER: the starting cards, side by side
    TURN = "turn"  # the turner
    DEAL = "deal"  # DEALER: the card turned
    OPEN = "open"  # a call, or a finding of CLOCK
    OVER = "over"


Source = Literal["neutral", "own"]
NEUTRAL: Final = "neutral"
OWN: Final = "own"

CHIPS: Final = 12  # HEXA-03
ELIMINATING: Final = 3  # HEXA-25: the chip too many


class HexaState(msgspec.Struct, frozen=True, gc=False):
    """A match at one moment.

    A face-down card is a slot of the last shuffle, or its name where everybody saw it go under the neutral pile.
    A card being turned stays on its pile until DEALER shows it. An eliminated player's slots are in no pile, but
    stay unseen. When the match is over, the turner is the winner.
    """

    options: HexaOptions
    seats: int
    phase: Phase
    unseen: Unseen
    rows: tuple[tuple[str, ...], ...]
    piles: tuple[tuple[int, ...], ...]
    neutral: tuple[int | str, ...] = ()
    open: str = ""
    turner: Seat = 0
    source: Source = NEUTRAL
    chips: tuple[int, ...] = ()
    out: tuple[Seat, ...] = ()
    tied: tuple[Seat, ...] = ()
    turned: int = 0

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Who is still in play."""
        return tuple([seat for seat in range(self.seats) if seat not in self.out])

    @property
    def callers(self) -> tuple[Seat, ...]:
        """Who may call while a card lies open: everybody in play, or the tied alone (HEXA-11, HEXA-22)."""
        return self.tied or self.playing
