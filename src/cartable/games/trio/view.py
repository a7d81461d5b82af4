"""Trio: what a seat can see. Nothing in it tells which card fits where: finding that is the game."""

from typing import Any, Final

import msgspec

from cartable.games.trio.cards import PILES
from cartable.games.trio.faults import accusable_cards
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.rounds import cards_each
from cartable.games.trio.rules import SIGNAL_S, actors
from cartable.games.trio.state import HAND, NOBODY_LAID, UNDECIDED, Known, TrioPhase, TrioState
from cartable.kernel import Seat, View, players_of

CONSTANTS: Final[dict[str, Any]] = {
    "piles": list(PILES),
    "hand": HAND,
    "each": {str(seats): cards_each(seats) for seats in (2, 3, 4)},
    "signal_s": SIGNAL_S,
    "grace_s": TrioOptions().grace_s,
}
"""What a page draws that never changes: TRIO-02, TRIO-05, TRIO-07, TRIO-18; TRIO-22 where the table has no other."""


class TrioWindow(msgspec.Struct, frozen=True):
    """Calm play: the order in which choices take effect, who has chosen, and what oneself chose (empty: nothing yet).

    `number` counts the windows of the round. `window_s` is the time to choose, 0 without a limit (TRIO-C3).
    """

    order: tuple[Seat, ...]
    chosen: tuple[Seat, ...]
    choice: str
    number: int
    window_s: int


class TrioView(View[TrioPhase], frozen=True):
    """The table as a seat sees it. Central cards nobody has seen are empty; `hand` is the viewer's own.

    `knows` are the cards in the viewer's own pile that the viewer has seen, by place from the top. `accusable` are the
    piles whose top somebody could accuse now, `accusable_below` the cards beneath it that could be accused too, as only
    cards of the same player cover them, topmost first (TRIO-14); `last` laid a last card on `last_pile`, and play is
    stopped for it. `calm` is there in calm play alone.
    """

    centre: dict[str, tuple[str, ...]]
    laid_by: dict[str, Seat]
    accusable: dict[str, bool]
    accusable_below: dict[str, tuple[str, ...]]
    hand: tuple[str, ...]
    knows: dict[str, str]
    hands: tuple[int, ...]
    stacks: tuple[int, ...]
    stopped: bool
    resumes: Seat
    last: Seat
    last_pile: str
    round: int
    rounds: int
    totals: tuple[int, ...]
    referee: bool
    refill: str
    calm: TrioWindow | None = None


class TrioPreview(msgspec.Struct, frozen=True):
    """How many cards everybody still has to get rid of."""

    left: tuple[int, ...]


def view_of(state: TrioState, seat: Seat | None) -> TrioView:
    """Built up field by field: what is not named here is not shown."""
    accusable = [accusable_cards(state, at) for at in range(len(PILES))]
    tops = [pile[-1] if pile else None for pile in state.centre]
    return TrioView(
        seat=seat,
        phase=state.phase,
        to_move=players_of(actors(state)),
        centre={pile: _shown(state, at) for at, pile in enumerate(PILES)},
        laid_by=dict(zip(PILES, state.laid_by, strict=True)),
        accusable={pile: tops[at] in accusable[at] for at, pile in enumerate(PILES)},
        accusable_below={
            pile: tuple([card for card in accusable[at] if card != tops[at]]) for at, pile in enumerate(PILES)
        },
        hand=state.hands[seat] if seat is not None else (),
        knows=_known_to(state, seat),
        hands=tuple(map(len, state.hands)),
        stacks=tuple(map(len, state.stacks)),
        stopped=state.phase is not TrioPhase.RUNNING,
        resumes=state.resumes,
        last=state.last[0] if state.last is not None else NOBODY_LAID,
        last_pile=PILES[state.last[1]] if state.last is not None else "",
        round=state.round,
        rounds=state.options.rounds,
        totals=state.totals if state.options.rounds else (),
        referee=state.options.referee,
        refill=state.options.refill,
        calm=_window(state, seat) if state.options.calm else None,
    )


def _shown(state: TrioState, at: int) -> tuple[str, ...]:
    """The cards of a central pile, those that nobody has seen (TRIO-24) as empty names."""
    return tuple([card if isinstance(card, str) else "" for card in state.centre[at]])


def _window(state: TrioState, seat: Seat | None) -> TrioWindow:
    """TRIO-C2, TRIO-C4: what oneself chose, and of the others only who has chosen."""
    choices = state.choices or (UNDECIDED,) * state.seats
    return TrioWindow(
        order=state.order,
        chosen=tuple([other for other, choice in enumerate(choices) if choice != UNDECIDED]),
        choice=UNDECIDED if seat is None else choices[seat],
        number=state.windows,
        window_s=state.options.window_s,
    )


def _known_to(state: TrioState, seat: Seat | None) -> dict[str, str]:
    if seat is None:
        return {}
    known = [(at, card) for at, card in enumerate(state.stacks[seat]) if isinstance(card, Known)]
    return {str(at): card.card for at, card in known if card.to in (None, seat)}


def preview_of(view: TrioView) -> TrioPreview:
    """Counts only. With `referee` the legal acts already are those that fit."""
    return TrioPreview(tuple(hand + stack for hand, stack in zip(view.hands, view.stacks, strict=True)))
