"""Template: the whole of a position, as a value."""

from enum import StrEnum
from typing import Annotated

import msgspec

from cartable.kernel import Options, Pile, Seat


class TemplateOptions(Options, frozen=True, kw_only=True):
    """What may be varied. Every option has a default, and names the rule that tells of it."""

    # To change: yours; the docstring alone when nothing may be varied.
    drops: Annotated[int, msgspec.Meta(ge=0, le=3, extra={"rule": "TMPL-06"})] = 1


class Phase(StrEnum):
    """What is awaited."""

    DEAL = "deal"  # DEALER: the hands
    TURN = "turn"  # the active player: draw, drop or stop
    DRAW = "draw"  # DEALER: the card drawn
    OVER = "over"


class TemplateState(msgspec.Struct, frozen=True, gc=False):
    """A match at one moment.

    To change: tuples, numbers and texts only, so that a state never changes and equal ones are equal. The order of
    the pile is nowhere in it: the pile knows which cards are left, and DEALER shows them one by one.
    """

    options: TemplateOptions
    seats: int
    phase: Phase
    active: Seat
    pile: Pile
    hands: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    drops: tuple[int, ...]
    stopped: frozenset[Seat] = frozenset()
    discard: tuple[str, ...] = ()
