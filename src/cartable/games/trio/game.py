"""Trio, as the contract wants it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from cartable.games.trio import acts, position, rules, start, view
from cartable.games.trio.acts import DEAL, GO, RELIEF, SETTLE, Fault, Lay, TrioAct
from cartable.games.trio.cards import KINDS
from cartable.games.trio.draw import owed
from cartable.games.trio.events import EVENTS
from cartable.games.trio.refusals import REFUSALS
from cartable.games.trio.score import REASONS, outcome_of
from cartable.games.trio.state import Phase, TrioOptions, TrioState
from cartable.games.trio.view import TrioPreview, TrioView
from cartable.kernel import (
    CardSource,
    Deadline,
    Game,
    NextReveal,
    Outcome,
    Position,
    Refused,
    Seat,
    Shuffle,
    Stepped,
    Tempo,
)

SIGNAL_S: Final = 5.0  # TRIO-18
STOP: Final = "stop"
_NOTHING: Final[frozenset[str]] = frozenset()


class Trio(Game[TrioState, TrioAct, TrioView, TrioOptions]):
    """Everybody at once gets rid of cards on three piles with three laws; mistakes stand until somebody shouts."""

    id = "trio"
    rules_version = 1
    seats = range(2, 5)  # TRIO-03
    tempo = Tempo.HANDS
    forms = acts.FORMS
    vocabulary = frozenset(KINDS.names)
    options = TrioOptions
    refusals = REFUSALS
    events = EVENTS
    reasons = REASONS
    reveals = acts.REVEALS

    def start(self, options: TrioOptions, seats: int) -> TrioState:
        return start.start(options, seats)

    def actors(self, state: TrioState) -> frozenset[Seat]:
        return rules.actors(state)

    def legal(self, state: TrioState, seat: Seat) -> tuple[TrioAct, ...]:
        return rules.legal(state, seat)

    def chances(self, state: TrioState) -> tuple[tuple[TrioAct, Fraction], ...]:
        awaited = owed(state)
        return () if awaited is None else tuple((DEAL[card], chance) for card, chance in awaited[0].left.chances())

    def next_reveal(self, state: TrioState) -> NextReveal:
        awaited = owed(state)
        if awaited is None:
            raise TypeError("DEALER owes nothing now")
        unseen, slot = awaited
        return unseen.reveal_at(slot)

    def refusal(self, state: TrioState, seat: Seat, act: TrioAct) -> Refused | None:
        return rules.refusal(state, seat, act)

    def apply(self, state: TrioState, seat: Seat, act: TrioAct) -> Stepped[TrioState]:
        return rules.apply(state, seat, act)

    def with_defaults(self, state: TrioState, act: TrioAct) -> TrioAct:
        return rules.with_defaults(state, act)

    def deadlines(self, state: TrioState) -> tuple[Deadline[TrioAct], ...]:
        """TRIO-18, TRIO-22, TRIO-24. Whether everybody is blocked is the table's secret, and is never shown.

        Help comes so long after the last card that fitted was gone: who lays wrong cards does not put it off.
        """
        if owed(state) is not None:  # DEALER first, and nobody waits
            return ()
        match state.phase:
            case Phase.SIGNAL:
                return (Deadline(GO, SIGNAL_S, str(state.stops)),)
            case Phase.GRACE:
                return (Deadline(SETTLE, state.options.grace_s, str(state.stops), courtesy=False),)
            case Phase.RUNNING if state.blocked:
                return (Deadline(RELIEF, state.options.relief_s, str(state.stops)),)
            case _:
                return ()

    def outcome(self, state: TrioState) -> Outcome | None:
        return outcome_of(state) if state.phase is Phase.OVER else None

    def stakes(self, state: TrioState, seat: Seat, act: TrioAct) -> frozenset[str]:
        """A top card, for who lays on it or accuses it; and being first to stop the play, by a fault or a last card."""
        if not isinstance(act, Fault | Lay):
            return _NOTHING
        stops = isinstance(act, Fault) or state.left(seat) == 1
        return frozenset({act.pile, STOP}) if stops else frozenset({act.pile})

    def view(self, state: TrioState, seat: Seat | None) -> TrioView:
        return view.view_of(state, seat)

    def preview(self, view_: TrioView) -> TrioPreview:
        return view.preview_of(view_)

    def read(self, text: str) -> TrioAct | None:
        return acts.read(text)

    def from_position(
        self, given: Mapping[str, Any], options: TrioOptions, seats: int, shuffle: Shuffle
    ) -> Position[TrioState]:
        return position.from_position(given, options, seats, shuffle)

    def to_position(self, state: TrioState, peek: CardSource) -> dict[str, Any]:
        return position.to_position(state, peek)


TRIO: Final = Trio()
