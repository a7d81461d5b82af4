"""Push: what a seat can see, and what a board shows to help it decide. Only the order of the pile is hidden."""

from functools import cache, lru_cache
from typing import Final

import msgspec

from cartable.games.push.cards import DICE, KINDS
from cartable.games.push.rules import COLUMNS, mover, shut_out
from cartable.games.push.state import Phase, PushState, Zone, points
from cartable.kernel import Seat, clockwise


class PushView(msgspec.Struct, frozen=True):
    """The table as a seat sees it. `left` counts the cards still in the pile, which everybody could have noted."""

    seat: Seat | None
    phase: Phase
    to_move: tuple[Seat, ...]
    active: Seat
    chooser: Seat
    pile: int
    left: dict[str, int]
    columns: tuple[tuple[str, ...], ...]
    drawn: str
    switches: int
    zones: tuple[Zone, ...]
    scores: tuple[int, ...]
    risk: bool


class ColumnPreview(msgspec.Struct, frozen=True):
    """What a column is worth to its taker, and whether the die comes with it."""

    worth: int
    die: bool


class PushPreview(msgspec.Struct, frozen=True):
    """The odds: `bust[0]` of the `bust[1]` cards left would bust now."""

    bust: tuple[int, int]
    columns: tuple[ColumnPreview, ...]
    sharers: tuple[Seat, ...]
    """Who chooses of what is left, in order; while it is shared out, those who are still to choose."""


REMEMBERED: Final = 1024
"""Piles and columns of which it is kept in mind what is shown of them: most acts leave them as they are."""

MOVER: Final[tuple[tuple[Seat, ...], ...]] = tuple([(seat,) for seat in range(6)])  # ready-made, by seat


@lru_cache(maxsize=REMEMBERED)
def _by_name(counts: tuple[int, ...]) -> dict[str, int]:
    return {card: count for card, count in zip(KINDS.names, counts, strict=True) if count}


def view_of(state: PushState, seat: Seat | None) -> PushView:
    """Built up field by field: what is not named here is not shown."""
    to_move = mover(state)
    left = state.pile.left
    return PushView(
        seat=seat,
        phase=state.phase,
        to_move=() if to_move is None or to_move < 0 else MOVER[to_move],
        active=state.active,
        chooser=state.chooser,
        pile=left.size,
        left=_by_name(left.counts).copy(),  # whoever is shown it may do with it what they like
        columns=state.columns,
        drawn=state.drawn,
        switches=state.switches,
        zones=state.zones,
        scores=tuple([zone.total for zone in state.zones]),
        risk=state.options.risk,
    )


def preview_of(view: PushView) -> PushPreview:
    """The chance of a bust with the next card, exactly, what each column holds, and who will choose."""
    left, columns = view.left, view.columns
    bad = sum([left[card] for card in shut_out(columns) if card in left]) if len(columns) == COLUMNS else 0
    start = view.chooser if view.phase is Phase.SHARE else None
    return PushPreview(
        (bad, view.pile),
        tuple([_column(column) for column in columns]),
        _sharers(start, view.active, len(view.zones), view.switches % 2 == 1),
    )


@lru_cache(maxsize=REMEMBERED)
def _column(cards: tuple[str, ...]) -> ColumnPreview:
    return ColumnPreview(points(cards), DICE in cards)


@cache
def _sharers(chooser: Seat | None, active: Seat, seats: int, backwards: bool) -> tuple[Seat, ...]:
    """PUSH-23, or backwards with an odd number of Switch cards (PUSH-24)."""
    way = -1 if backwards else 1
    seat = clockwise(active, seats, way) if chooser is None else chooser
    order = []
    while seat != active:
        order.append(seat)
        seat = clockwise(seat, seats, way)
    return tuple(order)
