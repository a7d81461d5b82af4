"""Trio: the state of a match as a value, and the options."""

from enum import StrEnum
from typing import Final

import msgspec

from cartable.games.trio.cards import FITTING, PILES
from cartable.games.trio.options import TrioOptions
from cartable.kernel import Seat, Unseen, around


class TrioPhase(StrEnum):
    """What is awaited. While the dealer owes a card (`draw.owed`), DEALER acts alone, whatever the phase."""

    SIGNAL = "signal"  # `resumes`: the start signal, or the one to go on
    RUNNING = "running"  # everybody
    GRACE = "grace"  # the opponents of `last`: an accusation, or CLOCK
    OVER = "over"


class Known(msgspec.Struct, frozen=True, gc=False):
    """A face-down card that somebody has seen: everybody, or `to` alone."""

    card: str
    to: Seat | None = None


FaceDown = int | Known
"""A card in a face-down pile: a slot nobody knows, or a card somebody knows."""

NOBODY_LAID: Final = -1
UNDECIDED: Final = ""
HAND: Final = 3  # TRIO-07

# Why a card cannot be accused; the words are refusal codes, and empty means that it can.
ACCUSABLE: Final = ""
STARTING: Final = "starting-card"
CHECKED: Final = "checked-already"
UNCOVERED: Final = "uncovered"
LAID_OUT: Final = "laid-out"


class TrioState(msgspec.Struct, frozen=True, gc=False):
    """A match at one moment.

    A central card is its name, or, in a layout that was shuffled (TRIO-24), a slot of `centre_unseen`: nobody saw what
    lies beneath its tops. `laid_by` is who laid the top of each pile. `excuses` tells why the cards on top that this
    player laid one after the other, lowest first, cannot be accused (TRIO-14). `filling` are the seats that are taking
    cards in hand, in order. `relieving` lasts until somebody can play; `exchanges` counts how often hands were
    exchanged in it. `choices` are by seat the acts chosen in a window of calm play, as they are written, empty when
    nobody has chosen yet; nobody else sees them before the window ends (TRIO-C2).
    """

    options: TrioOptions
    seats: int
    phase: TrioPhase
    unseen: Unseen
    centre: tuple[tuple[str | int, ...], ...] = ((), (), ())
    centre_unseen: Unseen | None = None
    laid_by: tuple[Seat, ...] = (NOBODY_LAID,) * len(PILES)
    excuses: tuple[tuple[str, ...], ...] = ((STARTING,),) * len(PILES)
    stacks: tuple[tuple[FaceDown, ...], ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
    filling: tuple[Seat, ...] = ()
    resumes: Seat = -1
    started: bool = False
    last: tuple[Seat, int] | None = None
    round: int = 1
    totals: tuple[int, ...] = ()
    shuffles: int = 1
    bare: bool = True
    """Some central pile shows no top yet. Kept in the state because every question begins with it."""
    relieving: bool = False
    exchanges: int = 0
    stops: int = 0
    winners: tuple[Seat, ...] = ()
    blocked_end: bool = False
    choices: tuple[str, ...] = ()
    windows: int = 0
    """How many windows of calm play are over in this round."""
    rules_version: int = 2
    """1 in matches begun before TRIO-14, 22 and 24 changed."""

    @property
    def dealer_seat(self) -> Seat:
        """Who gives the start signal: the deal passes clockwise each round (TRIO-26)."""
        return (self.round - 1) % self.seats

    def top(self, pile: int) -> str:
        """The top card of a pile. Only asked once it is shown."""
        top = self.centre[pile][-1]
        if isinstance(top, int):
            raise TypeError(f"the top of {PILES[pile]} is not shown yet")
        return top

    def run(self, pile: int) -> tuple[str, ...]:
        """The cards on top of a pile that the same player laid one after the other, lowest first; or the top alone."""
        return tuple([card for card in self.centre[pile][-len(self.excuses[pile]) :] if isinstance(card, str)])

    def left(self, seat: Seat) -> int:
        """How many cards a player still has."""
        return len(self.hands[seat]) + len(self.stacks[seat])

    @property
    def order(self) -> tuple[Seat, ...]:
        """TRIO-C4: whose choice takes effect before whose; whoever has just laid a last card has none."""
        seats = [seat for seat in around(self.dealer_seat, self.seats) if self.last is None or seat != self.last[0]]
        return tuple(sorted(seats, key=self.left, reverse=True))

    @property
    def undecided(self) -> tuple[Seat, ...]:
        """Who has still to choose in this window (TRIO-C1)."""
        return tuple([seat for seat in sorted(self.order) if not self.choices or self.choices[seat] == UNDECIDED])

    @property
    def blocked(self) -> bool:
        """TRIO-24: nobody holds a card that fits any pile."""
        for at, pile in enumerate(PILES):
            fitting = FITTING[pile][self.top(at)]
            for hand in self.hands:
                if not fitting.isdisjoint(hand):
                    return False
        return True
