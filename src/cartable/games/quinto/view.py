"""Quinto: what a seat can see, and what a board shows to help it decide."""

from typing import Any, Final

import msgspec

from cartable.games.quinto.cards import HAND, PLACES, Announced, announced, counted, lay
from cartable.games.quinto.rules import actors, lays
from cartable.games.quinto.score import scores_of
from cartable.games.quinto.sheet import (
    BONUS,
    CELLS,
    MISSES,
    ROWS,
    SheetScore,
    numbers_by_cell,
    room,
    score_of,
    sheet_of,
    write,
)
from cartable.games.quinto.state import UNDECIDED, QuintoPhase, QuintoState
from cartable.kernel import Seat, View, players_of

CONSTANTS: Final[dict[str, Any]] = {
    "places": list(PLACES),
    "rows": {colour: [CELLS[at] for at in row] for colour, row in ROWS.items()},
    "bonus": list(BONUS.values()),
    "misses": MISSES,
    "hand": HAND,
}
"""What a page draws that never changes: QUIN-03, QUIN-04, QUIN-10, QUIN-23."""


class QuintoView(View[QuintoPhase], frozen=True):
    """The table as a seat sees it.

    `hand` is the viewer's own, `hands` how many cards each seat holds. `unseen` is what lies in the pile and the other
    hands together, as one could have noted; of these only cards in `shuffled`, which went into the present pile, can
    still be in it. `counted` are the places whose cards make the announced sum, the card laid last first. `chosen`
    tells who has decided about the sum, `choice` what oneself decided.
    """

    active: Seat
    hand: tuple[str, ...]
    hands: tuple[int, ...]
    grid: dict[str, str]
    covered: tuple[str, ...]
    pile: int
    unseen: tuple[str, ...]
    shuffled: tuple[str, ...]
    announced: Announced | None
    counted: tuple[str, ...]
    chosen: tuple[Seat, ...]
    choice: str
    sheets: tuple[dict[str, int], ...]
    misses: tuple[int, ...]
    scores: tuple[int, ...]
    tallies: tuple[SheetScore, ...]


class LayPreview(msgspec.Struct, frozen=True):
    """What a lay would announce, and in how many cells of the viewer's sheet it could be written."""

    act: str
    sum: int
    colours: tuple[str, ...]
    cells: int


class WritePreview(msgspec.Struct, frozen=True):
    """A cell that takes the sum, and the points it would bring as things stand."""

    act: str
    cell: str
    points: int


class QuintoPreview(msgspec.Struct, frozen=True):
    """Each act the viewer could choose now, with what comes of it."""

    lays: tuple[LayPreview, ...] = ()
    writes: tuple[WritePreview, ...] = ()


def view_of(state: QuintoState, seat: Seat | None) -> QuintoView:
    """Built up field by field: what is not named here is not shown."""
    others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    tallies = scores_of(state)
    return QuintoView(
        seat=seat,
        phase=state.phase,
        to_move=players_of(actors(state)),
        active=state.active,
        hand=() if seat is None else state.hands[seat],
        hands=tuple(map(len, state.hands)),
        grid=dict(zip(PLACES, state.grid, strict=False)),
        covered=state.covered,
        pile=len(state.pile),
        unseen=tuple(sorted([*state.pile.left, *others])),
        shuffled=tuple(state.pile.shuffled),
        announced=state.announced,
        counted=() if state.announced is None else counted(state.grid, state.announced, state.laid),
        chosen=tuple([other for other, choice in enumerate(state.choices) if choice != UNDECIDED]),
        choice=state.choices[seat] if seat is not None and state.choices else UNDECIDED,
        sheets=tuple(map(numbers_by_cell, state.sheets)),
        misses=state.misses,
        scores=tuple([tally.total for tally in tallies]),
        tallies=tallies,
    )


def preview_of(view: QuintoView) -> QuintoPreview:
    """The sums the viewer's cards would give, or what each cell would bring. Nothing for a seat with nothing to do."""
    if view.seat is None or view.seat not in view.to_move:
        return QuintoPreview()
    if view.phase is QuintoPhase.TURN:
        return QuintoPreview(lays=_lays(view, view.seat))
    return QuintoPreview(writes=_writes(view, view.seat))


def _lays(view: QuintoView, seat: Seat) -> tuple[LayPreview, ...]:
    grid, sheet = tuple(view.grid.values()), sheet_of(view.sheets[seat])
    previews = []
    for act in lays(view.hand):
        offer = announced(lay(grid, act.on)[0], act.on[-1][1])
        cells = len(room(sheet, offer.sum, offer.colours)) if offer.writable else 0
        previews.append(LayPreview(str(act), offer.sum, offer.colours, cells))
    return tuple(previews)


def _writes(view: QuintoView, seat: Seat) -> tuple[WritePreview, ...]:
    offer, sheet = view.announced, sheet_of(view.sheets[seat])
    if offer is None or not offer.writable:
        return ()
    now = score_of(sheet, 0).total
    return tuple(
        WritePreview(f"write {CELLS[at]}", CELLS[at], score_of(write(sheet, at, offer.sum), 0).total - now)
        for at in room(sheet, offer.sum, offer.colours)
    )
