"""Template: what a seat can see, and what a board shows to help it decide."""

import msgspec

from cartable.games._template.cards import LIMIT, total, value
from cartable.games._template.rules import actors
from cartable.games._template.state import TemplatePhase, TemplateState
from cartable.kernel import Seat, View, players_of


class TemplateView(View[TemplatePhase], frozen=True):
    """The table as a seat sees it.

    `hand` is the viewer's own, `hands` how many cards each seat holds, `shown` what they were, once the match is over:
    until then nothing for each seat, since a board that reads `shown` by seats must not change its shape.
    `unseen` is what lies in the pile and in the other hands together, as one could have noted.

    To change: all that a good bot or a board needs, and nothing that a seat cannot know. `seat`, `phase` and
    `to_move` are in every view.
    """

    active: Seat
    hand: tuple[str, ...]
    hands: tuple[int, ...]
    shown: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]
    drops_left: tuple[int, ...]
    stopped: tuple[Seat, ...]
    discard: tuple[str, ...]
    pile: int
    unseen: tuple[str, ...]


class TemplatePreview(msgspec.Struct, frozen=True):
    """The odds: `too_much[0]` of the `too_much[1]` cards unseen would take the viewer over the limit."""

    too_much: tuple[int, int]


def view_of(state: TemplateState, seat: Seat | None) -> TemplateView:
    """Built up field by field: what is not named here is not shown."""
    others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    return TemplateView(
        seat=seat,
        phase=state.phase,
        to_move=players_of(actors(state)),
        active=state.active,
        hand=() if seat is None else state.hands[seat],
        hands=tuple(map(len, state.hands)),
        shown=state.hands if state.phase is TemplatePhase.OVER else ((),) * state.seats,
        rows=state.rows,
        totals=tuple(map(total, state.rows)),
        drops_left=tuple(state.options.drops - dropped for dropped in state.drops),
        stopped=tuple(sorted(state.stopped)),
        discard=state.discard,
        pile=len(state.pile),
        unseen=tuple(sorted([*state.pile.left, *others])),
    )


def preview_of(view: TemplateView) -> TemplatePreview:
    """From the view alone. A spectator has no cards, and so no risk."""
    if view.seat is None:
        return TemplatePreview((0, len(view.unseen)))
    room = LIMIT - total((*view.hand, *view.rows[view.seat]))
    return TemplatePreview((sum(value(card) > room for card in view.unseen), len(view.unseen)))
