"""Push, as the contract wants it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from cartable.games.push import acts, position, rules, start, view
from cartable.games.push.acts import DEAL, ROLL, PushAct
from cartable.games.push.cards import DIE, KINDS
from cartable.games.push.events import EVENTS
from cartable.games.push.refusals import REFUSALS
from cartable.games.push.score import REASONS, outcome_of
from cartable.games.push.state import Phase, PushOptions, PushState
from cartable.games.push.view import PushPreview, PushView
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


class Push(Game[PushState, PushAct, PushView, PushOptions]):
    """Turn cards into three columns, stop before one fits nowhere; the others share what you leave."""

    id = "push"
    rules_version = 1
    seats = range(2, 7)
    forms = acts.FORMS
    vocabulary = frozenset(KINDS.names)
    options = PushOptions
    refusals = REFUSALS
    events = EVENTS
    reasons = REASONS
    reveals = acts.REVEALS
    same_for_all = True

    def start(self, options: PushOptions, seats: int) -> PushState:
        return start.start(options, seats)

    def actors(self, state: PushState) -> frozenset[Seat]:
        mover = rules.mover(state)
        if mover is None:
            return NOBODY
        return ONLY_DEALER if mover == DEALER else only(mover)

    def legal(self, state: PushState, seat: Seat) -> tuple[PushAct, ...]:
        return rules.legal(state, seat)

    def chances(self, state: PushState) -> tuple[tuple[PushAct, Fraction], ...]:
        match state.phase:
            case Phase.DEAL:
                return tuple((DEAL[card], chance) for card, chance in state.pile.left.chances())
            case Phase.ROLL:
                return tuple((ROLL[face], chance) for face, chance in DIE.chances())
            case _:
                return ()

    def next_reveal(self, state: PushState) -> NextReveal:
        if state.phase is Phase.ROLL:
            return NextReveal("roll", state.rolls, 0, DIE, independent=True)
        return state.pile.reveal_at(state.pile.top)

    def refusal(self, state: PushState, seat: Seat, act: PushAct) -> Refused | None:
        return rules.refusal(state, seat, act)

    def apply(self, state: PushState, seat: Seat, act: PushAct) -> Stepped[PushState]:
        return rules.apply(state, seat, act)

    def outcome(self, state: PushState) -> Outcome | None:
        return outcome_of(state) if state.phase is Phase.OVER else None

    def view(self, state: PushState, seat: Seat | None) -> PushView:
        return view.view_of(state, seat)

    def preview(self, view_: PushView) -> PushPreview:
        return view.preview_of(view_)

    def read(self, text: str) -> PushAct | None:
        return acts.read(text)

    def from_position(
        self, given: Mapping[str, Any], options: PushOptions, seats: int, shuffle: Shuffle
    ) -> Position[PushState]:
        return position.from_position(given, options, seats, shuffle)

    def to_position(self, state: PushState, peek: CardSource) -> dict[str, Any]:
        return position.to_position(state, peek)


PUSH: Final = Push()
