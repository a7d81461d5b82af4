"""Push: what a seat can see, and what a board shows to help it decide. Only the order of the pile is hidden."""

from functools import lru_cache
from typing import Final

import msgspec

from cartable.games.push.cards import DICE, KINDS, LETTERS, STAR
from cartable.games.push.rules import actors, shut_out
from cartable.games.push.state import COLUMNS, PushPhase, PushState, Zone, choosers, points
from cartable.kernel import Seat, View, players_of


class PushView(View[PushPhase], frozen=True):
    """The table as a seat sees it. `left` counts the cards still in the pile, which everybody could have noted."""

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
    lanes: int
    """How many columns there can be (PUSH-11)."""


class ColumnPreview(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a column is worth to its taker, and whether the die comes with it. `risks`: what each face of the die would
    cost whoever is to move, in points; faces that cost nothing are left out (PUSH-18, PUSH-38). Most columns have no
    die, and say nothing of it: every byte goes to everybody with every act."""

    worth: int
    die: bool = False
    risks: tuple[tuple[str, int], ...] = ()


class PushPreview(msgspec.Struct, frozen=True):
    """The odds: `bust[0]` of the `bust[1]` cards left would bust now."""

    bust: tuple[int, int]
    columns: tuple[ColumnPreview, ...]
    sharers: tuple[Seat, ...]
    """The opponents in the order in which they choose a column; while columns are shared out, those still to choose."""


CACHED: Final = 1024
"""How many piles and columns keep what is shown of them: most acts leave them as they are."""


@lru_cache(maxsize=CACHED)
def _by_name(counts: tuple[int, ...]) -> dict[str, int]:
    return {card: count for card, count in zip(KINDS.names, counts, strict=True) if count}


def view_of(state: PushState, seat: Seat | None) -> PushView:
    """Built up field by field: what is not named here is not shown."""
    left = state.pile.left
    return PushView(
        seat=seat,
        phase=state.phase,
        to_move=players_of(actors(state)),
        active=state.active,
        chooser=state.chooser,
        pile=left.size,
        left=_by_name(left.counts).copy(),  # a copy: whoever gets the view may change it
        columns=state.columns,
        drawn=state.drawn,
        switches=state.switches,
        zones=state.zones,
        scores=tuple([zone.total for zone in state.zones]),
        risk=state.options.risk,
        lanes=COLUMNS,
    )


def preview_of(view: PushView) -> PushPreview:
    """The chance of a bust with the next card, exactly, what each column holds, and who will choose."""
    left, columns = view.left, view.columns
    bad = sum([left[card] for card in shut_out(columns) if card in left]) if len(columns) == COLUMNS else 0
    order = choosers(view.active, len(view.zones), view.switches)
    if view.phase is PushPhase.SHARE:
        order = order[order.index(view.chooser) :]
    zone = view.zones[view.to_move[0]].shown if view.to_move else ()
    return PushPreview(
        (bad, view.pile),
        tuple([_with_die(column, zone, view.risk) if DICE in column else _column(column) for column in columns]),
        order,
    )


@lru_cache(maxsize=CACHED)
def _column(cards: tuple[str, ...]) -> ColumnPreview:
    return ColumnPreview(points(cards))


@lru_cache(maxsize=CACHED)
def _with_die(cards: tuple[str, ...], zone: tuple[str, ...], risk: bool) -> ColumnPreview:
    return ColumnPreview(points(cards), True, _risks((*zone, *cards), risk))


def _risks(exposed: tuple[str, ...], risk: bool) -> tuple[tuple[str, int], ...]:
    costs = [(face, points(tuple([card for card in exposed if card[0] == letter]))) for letter, face in LETTERS.items()]
    star = [(STAR, points(exposed))] if risk else []
    return tuple([(face, cost) for face, cost in costs + star if cost])
