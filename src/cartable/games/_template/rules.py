"""Template: what is allowed, and what follows from it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from cartable.games._template import acts as a
from cartable.games._template import events as e
from cartable.games._template.acts import REFUSALS
from cartable.games._template.cards import points
from cartable.games._template.state import HAND, TemplatePhase, TemplateState, receiver
from cartable.kernel import (
    DEALER,
    NOBODY,
    ONLY_DEALER,
    Deal,
    Event,
    NextReveal,
    Outcome,
    Refused,
    Seat,
    Stepped,
    TurnStarted,
    around,
    only,
    ranks,
    with_entry,
)

PILE_EMPTY: Final = "pile-empty"
ALL_STOPPED: Final = "all-stopped"
REASONS: Final = (PILE_EMPTY, ALL_STOPPED)

# --- what is allowed -----------------------------------------------------------------------------------------------
# To change: `actors`, `legal` and `refusal` say the same thing three times, and the laws hold them to it.


def actors(state: TemplateState) -> frozenset[Seat]:
    """Who may act now: the active player, or DEALER alone."""
    match state.phase:
        case TemplatePhase.TURN:
            return only(state.active)
        case TemplatePhase.DEAL | TemplatePhase.DRAW:
            return ONLY_DEALER
        case TemplatePhase.OVER:
            return NOBODY


def next_reveal(state: TemplateState) -> NextReveal:
    """What DEALER has to show now: always the top card of the pile."""
    return state.pile.next_reveal


def legal(state: TemplateState, seat: Seat) -> tuple[a.TemplateAct, ...]:
    """What a player may do, in the order: draw, drop by number, stop (TMPL-04)."""
    if state.phase is not TemplatePhase.TURN or seat != state.active:
        return ()
    row = state.rows[seat]
    if not row:  # TMPL-07
        return (a.DRAW,)
    drops = a.DROP[1 : len(row) + 1] if state.drops[seat] < state.options.drops else ()
    return (a.DRAW, *drops, a.STOP)


def refusal(state: TemplateState, seat: Seat, act: a.TemplateAct) -> Refused | None:
    """The one judge: why not, or None."""
    if state.phase is TemplatePhase.OVER:
        return REFUSALS["over"]
    if seat == DEALER:
        return _dealer_refusal(state, act)
    if isinstance(act, Deal):
        return REFUSALS["only-the-dealer"]
    if state.phase is TemplatePhase.DEAL:
        return REFUSALS["being-dealt"]
    if seat != state.active or state.phase is TemplatePhase.DRAW:
        return REFUSALS["not-your-turn"]
    if isinstance(act, a.TemplateDrop):
        return _drop_refusal(state, act.number)
    if isinstance(act, a.TemplateStop) and not state.rows[seat]:  # TMPL-07
        return REFUSALS["draw-first"]
    return None


def _dealer_refusal(state: TemplateState, act: a.TemplateAct) -> Refused | None:
    if state.phase is TemplatePhase.TURN or not isinstance(act, Deal):
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


def _deal(state: TemplateState, _seat: Seat, act: Deal) -> Stepped[TemplateState]:
    pile = state.pile.seen(act.card)
    if state.phase is TemplatePhase.DRAW:  # TMPL-05
        rows = with_entry(state.rows, state.active, (*state.rows[state.active], act.card))
        return _next_turn(replace(state, pile=pile, rows=rows), (e.TemplateCardTurned(state.active, act.card),))
    seat = receiver(state)  # TMPL-03
    hands = with_entry(state.hands, seat, (*state.hands[seat], act.card))
    after = replace(state, pile=pile, hands=hands)
    dealt = (e.TemplateHandDealt(seat), e.TemplateHandSeen(seat, act.card, to=seat))
    if pile.top < HAND * state.seats:
        return Stepped(after, dealt)
    return Stepped(replace(after, phase=TemplatePhase.TURN), (*dealt, TurnStarted(after.active)))


def _draw(state: TemplateState, _seat: Seat, _act: a.TemplateDraw) -> Stepped[TemplateState]:
    return Stepped(replace(state, phase=TemplatePhase.DRAW), ())


def _drop(state: TemplateState, seat: Seat, act: a.TemplateDrop) -> Stepped[TemplateState]:
    """TMPL-06."""
    row, at = state.rows[seat], act.number - 1
    after = replace(
        state,
        rows=with_entry(state.rows, seat, (*row[:at], *row[at + 1 :])),
        drops=with_entry(state.drops, seat, state.drops[seat] + 1),
        discard=(*state.discard, row[at]),
    )
    return _next_turn(after, (e.TemplateCardDropped(seat, row[at]),))


def _stop(state: TemplateState, seat: Seat, _act: a.TemplateStop) -> Stepped[TemplateState]:
    """TMPL-07."""
    return _next_turn(replace(state, stopped=state.stopped | {seat}), (e.TemplatePlayerStopped(seat),))


def _next_turn(state: TemplateState, events: tuple[Event, ...]) -> Stepped[TemplateState]:
    """TMPL-04, or the end (TMPL-08)."""
    following = next_seat(state)
    if following is None or not state.pile:
        return _end(state, events)
    return Stepped(replace(state, phase=TemplatePhase.TURN, active=following), (*events, TurnStarted(following)))


def next_seat(state: TemplateState) -> Seat | None:
    """Who is next, clockwise among those who have not stopped; None when all have."""
    return next((seat for seat in around(state.active, state.seats) if seat not in state.stopped), None)


def _end(state: TemplateState, events: tuple[Event, ...]) -> Stepped[TemplateState]:
    """TMPL-09: hands are shown."""
    after = replace(state, phase=TemplatePhase.OVER)
    end = outcome_of(after)
    shown = [
        e.TemplateHandShown(seat, hand, points((*hand, *row)))
        for seat, (hand, row) in enumerate(zip(state.hands, state.rows, strict=True))
    ]
    return Stepped(after, (*events, *shown, e.TemplateMatchEnded(end.winners, end.scores or ())))


_APPLY: Final[dict[type, Callable[[TemplateState, Seat, Any], Stepped[TemplateState]]]] = {
    Deal: _deal,
    a.TemplateDraw: _draw,
    a.TemplateDrop: _drop,
    a.TemplateStop: _stop,
}

# --- how it ends ---------------------------------------------------------------------------------------------------


def outcome(state: TemplateState) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    return outcome_of(state) if state.phase is TemplatePhase.OVER else None


def outcome_of(state: TemplateState) -> Outcome:
    """How a finished match came out. To change: `ranks` takes anything that compares, best is greatest."""
    scores = tuple(points((*hand, *row)) for hand, row in zip(state.hands, state.rows, strict=True))
    return Outcome(ALL_STOPPED if state.pile else PILE_EMPTY, ranks(scores), scores)
