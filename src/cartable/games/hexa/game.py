"""Hexa, as the contract wants it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from cartable.games.hexa import acts, position, rules, start, view
from cartable.games.hexa.acts import DEAL, UNCLAIMED, Call, HexaAct, Tie
from cartable.games.hexa.cards import KINDS
from cartable.games.hexa.events import EVENTS
from cartable.games.hexa.refusals import REFUSALS
from cartable.games.hexa.score import REASONS, outcome_of
from cartable.games.hexa.state import NEUTRAL, OWN, HexaOptions, HexaState, Phase
from cartable.games.hexa.view import HexaPreview, HexaView
from cartable.kernel import (
    CardSource,
    Deadline,
    Game,
    NextReveal,
    OpenRace,
    Outcome,
    Position,
    Refused,
    Seat,
    Shuffle,
    Stepped,
    Tempo,
)

_THE_CARD: Final = frozenset({"card"})


class Hexa(Game[HexaState, HexaAct, HexaView, HexaOptions]):
    """A card is turned; the first to call a row it fits turns the next from the own pile. The last card wins."""

    id = "hexa"
    rules_version = 1
    seats = range(2, 6)  # HEXA-04
    tempo = Tempo.CALLS
    forms = acts.FORMS
    vocabulary = frozenset((*KINDS.names, NEUTRAL, OWN))
    options = HexaOptions
    refusals = REFUSALS
    events = EVENTS
    reasons = REASONS
    reveals = acts.REVEALS

    def start(self, options: HexaOptions, seats: int) -> HexaState:
        return start.start(options, seats)

    def actors(self, state: HexaState) -> frozenset[Seat]:
        return rules.actors(state)

    def legal(self, state: HexaState, seat: Seat) -> tuple[HexaAct, ...]:
        return rules.legal(state, seat)

    def chances(self, state: HexaState) -> tuple[tuple[HexaAct, Fraction], ...]:
        if state.phase not in (Phase.SETUP, Phase.DEAL):
            return ()
        return tuple((DEAL[card], chance) for card, chance in state.unseen.left.chances())

    def next_reveal(self, state: HexaState) -> NextReveal:
        unseen = state.unseen
        return unseen.reveal_at(start.deck_top(unseen) if state.phase is Phase.SETUP else rules.top_slot(state))

    def refusal(self, state: HexaState, seat: Seat, act: HexaAct) -> Refused | None:
        return rules.refusal(state, seat, act)

    def apply(self, state: HexaState, seat: Seat, act: HexaAct) -> Stepped[HexaState]:
        return rules.apply(state, seat, act)

    def deadlines(self, state: HexaState) -> tuple[Deadline[HexaAct], ...]:
        """HEXA-20: patience, afresh with each card."""
        patience_s = state.options.patience_s
        if state.phase is not Phase.OPEN or not patience_s:
            return ()
        return (Deadline(UNCLAIMED, patience_s, str(state.turned), courtesy=False),)

    def outcome(self, state: HexaState) -> Outcome | None:
        return outcome_of(state) if state.phase is Phase.OVER else None

    def open_race(self, state: HexaState) -> OpenRace[HexaAct] | None:
        return OpenRace(str(state.turned), UNCLAIMED) if state.phase is Phase.OPEN else None

    def stakes(self, state: HexaState, seat: Seat, act: HexaAct) -> frozenset[str]:  # noqa: ARG002 - a call is a call
        """HEXA-11: every call is a call for the open card."""
        return _THE_CARD if isinstance(act, Call) else frozenset()

    def tie(self, state: HexaState, calls: Mapping[Seat, HexaAct]) -> HexaAct:  # noqa: ARG002 - the calls say it all
        return Tie(tuple((seat, act.claim) for seat, act in sorted(calls.items()) if isinstance(act, Call)))

    def view(self, state: HexaState, seat: Seat | None) -> HexaView:
        return view.view_of(state, seat)

    def preview(self, view_: HexaView) -> HexaPreview:
        return view.preview_of(view_)

    def read(self, text: str) -> HexaAct | None:
        return acts.read(text)

    def from_position(
        self, given: Mapping[str, Any], options: HexaOptions, seats: int, shuffle: Shuffle
    ) -> Position[HexaState]:
        return position.from_position(given, options, seats, shuffle)

    def to_position(self, state: HexaState, peek: CardSource) -> dict[str, Any]:
        return position.to_position(state, peek)


HEXA: Final = Hexa()
