"""Template: what is allowed, and what follows from it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from cartable.games._template import acts as a
from cartable.games._template import events as e
from cartable.games._template.refusals import REFUSALS
from cartable.games._template.score import outcome_of, points
from cartable.games._template.start import HAND, receiver
from cartable.games._template.state import Phase, TemplateState
from cartable.kernel import DEALER, Event, Refused, Seat, Stepped, clockwise

# --- what is allowed -----------------------------------------------------------------------------------------------
# To change: `mover`, `legal` and `refusal` say the same thing three times, and the laws hold them to it.


def mover(state: TemplateState) -> Seat | None:
    """The one seat that is to act; None when the match is over."""
    match state.phase:
        case Phase.TURN:
            return state.active
        case Phase.DEAL | Phase.DRAW:
            return DEALER
        case Phase.OVER:
            return None


def legal(state: TemplateState, seat: Seat) -> tuple[a.TemplateAct, ...]:
    """What a player may do, in the order: draw, drop by number, stop (TMPL-04)."""
    if state.phase is not Phase.TURN or seat != state.active:
        return ()
    row = state.rows[seat]
    if not row:  # TMPL-07
        return (a.DRAW,)
    drops = a.DROP[1 : len(row) + 1] if state.drops[seat] < state.options.drops else ()
    return (a.DRAW, *drops, a.STOP)


def refusal(state: TemplateState, seat: Seat, act: a.TemplateAct) -> Refused | None:
    """The one judge: why not, or None."""
    if state.phase is Phase.OVER:
        return REFUSALS["over"]
    if seat == DEALER:
        return _dealer_refusal(state, act)
    if isinstance(act, a.Deal):
        return REFUSALS["only-the-dealer"]
    if state.phase is Phase.DEAL:
        return REFUSALS["being-dealt"]
    if seat != state.active or state.phase is Phase.DRAW:
        return REFUSALS["not-your-turn"]
    if isinstance(act, a.Drop):
        return _drop_refusal(state, act.number)
    if isinstance(act, a.Stop) and not state.rows[seat]:  # TMPL-07
        return REFUSALS["draw-first"]
    return None


def _dealer_refusal(state: TemplateState, act: a.TemplateAct) -> Refused | None:
    if state.phase is Phase.TURN or not isinstance(act, a.Deal):
        return REFUSALS["nothing-to-deal"]
    return None if act.card in state.pile.left else REFUSALS["card-not-left"]


def _drop_refusal(state: TemplateState, number: int) -> Refused | None:
    """TMPL-06."""
    if state.drops[state.active] >= state.options.drops:
        return REFUSALS["no-drop-left"]
    there = 1 <= number <= len(state.rows[state.active])
    return None if there else REFUSALS["no-such-card"].because(number=number)


# --- what follows --------------------------------------------------------------------------------------------------
# To change: one small function for each kind of act, listed in `_APPLY`. It may trust that `refusal` let it through.


def apply(state: TemplateState, seat: Seat, act: a.TemplateAct) -> Stepped[TemplateState]:
    """The state after an act that was let through."""
    return _APPLY[type(act)](state, seat, act)


def _deal(state: TemplateState, _seat: Seat, act: a.Deal) -> Stepped[TemplateState]:
    pile = state.pile.seen(act.card)
    if state.phase is Phase.DRAW:  # TMPL-05
        rows = _with(state.rows, state.active, (*state.rows[state.active], act.card))
        return _next_turn(replace(state, pile=pile, rows=rows), (e.CardTurned(state.active, act.card),))
    seat = receiver(state)  # TMPL-03
    hands = _with(state.hands, seat, (*state.hands[seat], act.card))
    after = replace(state, pile=pile, hands=hands)
    dealt = (e.HandDealt(seat), e.HandSeen(seat, act.card, to=seat))
    if pile.top < HAND * state.seats:
        return Stepped(after, dealt)
    return Stepped(replace(after, phase=Phase.TURN), (*dealt, e.TurnStarted(after.active)))


def _draw(state: TemplateState, _seat: Seat, _act: a.Draw) -> Stepped[TemplateState]:
    return Stepped(replace(state, phase=Phase.DRAW), ())


def _drop(state: TemplateState, seat: Seat, act: a.Drop) -> Stepped[TemplateState]:
    """TMPL-06."""
    row, at = state.rows[seat], act.number - 1
    after = replace(
        state,
        rows=_with(state.rows, seat, (*row[:at], *row[at + 1 :])),
        drops=_with(state.drops, seat, state.drops[seat] + 1),
        discard=(*state.discard, row[at]),
    )
    return _next_turn(after, (e.CardDropped(seat, row[at]),))


def _stop(state: TemplateState, seat: Seat, _act: a.Stop) -> Stepped[TemplateState]:
    """TMPL-07."""
    return _next_turn(replace(state, stopped=state.stopped | {seat}), (e.PlayerStopped(seat),))


def _next_turn(state: TemplateState, events: tuple[Event, ...]) -> Stepped[TemplateState]:
    """TMPL-04, or the end (TMPL-08)."""
    following = next_seat(state)
    if following is None or not state.pile:
        return _end(state, events)
    return Stepped(replace(state, phase=Phase.TURN, active=following), (*events, e.TurnStarted(following)))


def next_seat(state: TemplateState) -> Seat | None:
    """Who is next, clockwise among those who have not stopped; None when all have."""
    around = (clockwise(state.active, state.seats, by) for by in range(1, state.seats + 1))
    return next((seat for seat in around if seat not in state.stopped), None)


def _end(state: TemplateState, events: tuple[Event, ...]) -> Stepped[TemplateState]:
    """TMPL-09: hands are shown."""
    after = replace(state, phase=Phase.OVER)
    end = outcome_of(after)
    shown = [
        e.HandShown(seat, hand, points((*hand, *row)))
        for seat, (hand, row) in enumerate(zip(state.hands, state.rows, strict=True))
    ]
    return Stepped(after, (*events, *shown, e.MatchEnded(end.winners, end.scores or ())))


def _with(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    """The same for everybody but one seat."""
    return (*values[:seat], value, *values[seat + 1 :])


_APPLY: Final[dict[type, Callable[[TemplateState, Seat, Any], Stepped[TemplateState]]]] = {
    a.Deal: _deal,
    a.Draw: _draw,
    a.Drop: _drop,
    a.Stop: _stop,
}
