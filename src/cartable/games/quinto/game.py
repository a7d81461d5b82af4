"""Quinto, as the contract wants it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from cartable.games.quinto import acts, position, rules, start, view
from cartable.games.quinto.acts import DEAL, FIRST, QuintoAct
from cartable.games.quinto.cards import COLOURS, KINDS
from cartable.games.quinto.events import EVENTS
from cartable.games.quinto.refusals import REFUSALS
from cartable.games.quinto.score import REASONS, outcome_of
from cartable.games.quinto.sheet import CELLS
from cartable.games.quinto.state import Phase, QuintoOptions, QuintoState
from cartable.games.quinto.view import QuintoPreview, QuintoView
from cartable.kernel import (
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


class Quinto(Game[QuintoState, QuintoAct, QuintoView, QuintoOptions]):
    """Lay a card on the grid, add it to its two neighbours; everybody may write the sum."""

    id = "quinto"
    rules_version = 1
    seats = range(1, 5)
    forms = acts.FORMS
    vocabulary = frozenset((*KINDS.names, *COLOURS, *CELLS))
    options = QuintoOptions
    refusals = REFUSALS
    events = EVENTS
    reasons = REASONS
    reveals = acts.REVEALS

    def start(self, options: QuintoOptions, seats: int) -> QuintoState:
        return start.start(options, seats)

    def actors(self, state: QuintoState) -> frozenset[Seat]:
        match state.phase:
            case Phase.WRITE:
                return frozenset(state.undecided)
            case Phase.TURN:
                return only(state.active)
            case Phase.OVER:
                return NOBODY
            case _:
                return ONLY_DEALER

    def legal(self, state: QuintoState, seat: Seat) -> tuple[QuintoAct, ...]:
        return rules.legal(state, seat)

    def chances(self, state: QuintoState) -> tuple[tuple[QuintoAct, Fraction], ...]:
        match state.phase:
            case Phase.DEAL | Phase.DRAW:
                return tuple((DEAL[card], chance) for card, chance in state.pile.left.chances())
            case Phase.FIRST:
                return tuple((FIRST[int(lot)], chance) for lot, chance in start.LOTS[state.seats].chances())
            case _:
                return ()

    def next_reveal(self, state: QuintoState) -> NextReveal:
        if state.phase is Phase.FIRST:
            return NextReveal("first", 0, 0, start.LOTS[state.seats])
        return state.pile.reveal_at(state.pile.top)

    def refusal(self, state: QuintoState, seat: Seat, act: QuintoAct) -> Refused | None:
        return rules.refusal(state, seat, act)

    def apply(self, state: QuintoState, seat: Seat, act: QuintoAct) -> Stepped[QuintoState]:
        return rules.apply(state, seat, act)

    def outcome(self, state: QuintoState) -> Outcome | None:
        return outcome_of(state) if state.phase is Phase.OVER else None

    def view(self, state: QuintoState, seat: Seat | None) -> QuintoView:
        return view.view_of(state, seat)

    def preview(self, view_: QuintoView) -> QuintoPreview:
        return view.preview_of(view_)

    def read(self, text: str) -> QuintoAct | None:
        return acts.read(text)

    def from_position(
        self, given: Mapping[str, Any], options: QuintoOptions, seats: int, shuffle: Shuffle
    ) -> Position[QuintoState]:
        return position.from_position(given, options, seats, shuffle)

    def to_position(self, state: QuintoState, peek: CardSource) -> dict[str, Any]:
        return position.to_position(state, peek)


QUINTO: Final = Quinto()
