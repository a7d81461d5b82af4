"""Template, as the contract wants it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from cartable.games._template import acts, position, rules, start, view
from cartable.games._template.acts import DEAL, TemplateAct
from cartable.games._template.cards import KINDS
from cartable.games._template.events import EVENTS
from cartable.games._template.refusals import REFUSALS
from cartable.games._template.score import REASONS, outcome_of
from cartable.games._template.state import Phase, TemplateOptions, TemplateState
from cartable.games._template.view import TemplatePreview, TemplateView
from cartable.kernel import (
    DEALER,
    NOBODY,
    ONLY_DEALER,
    CardSource,
    Game,
    NextReveal,
    Outcome,
    Position,
    Refused,
    Seat,
    Shuffle,
    Stepped,
    only,
)


class Template(Game[TemplateState, TemplateAct, TemplateView, TemplateOptions]):
    """Draw or stop before it is too much. To change: this line, `seats`, and whatever else is not a mere reference."""

    id = "_template"
    rules_version = 1
    seats = range(2, 5)  # TMPL-02
    forms = acts.FORMS
    vocabulary = frozenset(KINDS.names)
    options = TemplateOptions
    refusals = REFUSALS
    events = EVENTS
    reasons = REASONS
    reveals = acts.REVEALS

    def start(self, options: TemplateOptions, seats: int) -> TemplateState:
        return start.start(options, seats)

    def actors(self, state: TemplateState) -> frozenset[Seat]:
        mover = rules.mover(state)
        if mover is None:
            return NOBODY
        return ONLY_DEALER if mover == DEALER else only(mover)

    def legal(self, state: TemplateState, seat: Seat) -> tuple[TemplateAct, ...]:
        return rules.legal(state, seat)

    def chances(self, state: TemplateState) -> tuple[tuple[TemplateAct, Fraction], ...]:
        if rules.mover(state) != DEALER:
            return ()
        return tuple((DEAL[card], chance) for card, chance in state.pile.left.chances())

    def next_reveal(self, state: TemplateState) -> NextReveal:
        return state.pile.reveal_at(state.pile.top)

    def refusal(self, state: TemplateState, seat: Seat, act: TemplateAct) -> Refused | None:
        return rules.refusal(state, seat, act)

    def apply(self, state: TemplateState, seat: Seat, act: TemplateAct) -> Stepped[TemplateState]:
        return rules.apply(state, seat, act)

    def outcome(self, state: TemplateState) -> Outcome | None:
        return outcome_of(state) if state.phase is Phase.OVER else None

    def view(self, state: TemplateState, seat: Seat | None) -> TemplateView:
        return view.view_of(state, seat)

    def preview(self, view_: TemplateView) -> TemplatePreview:
        return view.preview_of(view_)

    def read(self, text: str) -> TemplateAct | None:
        return acts.read(text)

    def from_position(
        self, given: Mapping[str, Any], options: TemplateOptions, seats: int, shuffle: Shuffle
    ) -> Position[TemplateState]:
        return position.from_position(given, options, seats, shuffle)

    def to_position(self, state: TemplateState, peek: CardSource) -> dict[str, Any]:
        return position.to_position(state, peek)


TEMPLATE: Final = Template()
