"""Hexa: what a seat can see. Only which slot is which is hidden, and that from everybody alike; in calm play also what
the others have chosen.

Which rows fit is never told, neither here nor in the preview: to see it first is the game.
"""

from typing import Any, Final

import msgspec

from cartable.games.hexa.cards import HEXAGON
from cartable.games.hexa.rules import actors
from cartable.games.hexa.state import CHIPS, ELIMINATING, UNDECIDED, HexaPhase, HexaState, Source
from cartable.kernel import Seat, View, players_of

CONSTANTS: Final[dict[str, Any]] = {"printed": list(HEXAGON), "eliminating": ELIMINATING}
"""What a page draws that never changes: HEXA-01, HEXA-25."""


class HexaWindow(msgspec.Struct, frozen=True):
    """Calm play: the order in which choices count, who has chosen, and what oneself chose (empty: nothing yet).

    `window_s` is the time to choose, 0 without a limit (HEXA-C3).
    """

    order: tuple[Seat, ...]
    chosen: tuple[Seat, ...]
    choice: str
    window_s: int


class HexaView(View[HexaPhase], frozen=True):
    """The table as a seat sees it.

    `neutral` names, top first, the cards that everybody saw go under the pile; None is one nobody knows.
    `unseen` are the cards not seen yet, sorted: they lie in the piles, or left with an eliminated player.
    `turned` counts the cards turned so far: another number, another race. `calm` is there in calm play alone.
    """

    turner: Seat
    source: Source
    rows: tuple[tuple[str, ...], ...]
    open: str
    piles: tuple[int, ...]
    neutral: tuple[str | None, ...]
    unseen: tuple[str, ...]
    chips: tuple[int, ...]
    out: tuple[Seat, ...]
    tied: tuple[Seat, ...]
    turned: int
    patience_s: int
    calm: HexaWindow | None = None


class HexaPreview(msgspec.Struct, frozen=True):
    """By seat: right calls still needed to win, and wrong calls one can still afford; and the chips in stock."""

    right_to_win: tuple[int, ...]
    wrong_to_spare: tuple[int, ...]
    stock: int


def view_of(state: HexaState, seat: Seat | None) -> HexaView:
    """Built up field by field: what is not named here is not shown."""
    return HexaView(
        seat=seat,
        phase=state.phase,
        to_move=players_of(actors(state)),
        turner=state.turner,
        source=state.source,
        rows=state.rows,
        open=state.open,
        piles=tuple(map(len, state.piles)),
        neutral=tuple([card if isinstance(card, str) else None for card in state.neutral]),
        unseen=tuple(state.unseen.left),
        chips=state.chips,
        out=state.out,
        tied=state.tied,
        turned=state.turned,
        patience_s=state.options.patience_s,
        calm=_window(state, seat) if state.options.calm else None,
    )


def _window(state: HexaState, seat: Seat | None) -> HexaWindow:
    """HEXA-C2, HEXA-C4: what oneself chose, and of the others only who has chosen."""
    choices = state.choices or (UNDECIDED,) * state.seats
    return HexaWindow(
        order=state.order,
        chosen=tuple([other for other, choice in enumerate(choices) if choice != UNDECIDED]),
        choice=UNDECIDED if seat is None else choices[seat],
        window_s=state.options.window_s,
    )


def preview_of(view: HexaView) -> HexaPreview:
    """HEXA-27: with one card left one right call wins. HEXA-03: the chips of the eliminated are in stock again."""
    held = [0 if seat in view.out else chips for seat, chips in enumerate(view.chips)]
    return HexaPreview(
        right_to_win=view.piles,
        wrong_to_spare=tuple(ELIMINATING - 1 - chips if chips < ELIMINATING else 0 for chips in view.chips),
        stock=CHIPS - sum(held),
    )
