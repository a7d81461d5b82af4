"""Trio: what is allowed, and what follows from it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from cartable.games.trio import acts as a
from cartable.games.trio import events as e
from cartable.games.trio.cards import AT, DIFFERENT, PILES, SAME, STEP
from cartable.games.trio.draw import bare_pile, owed, short, take, take_known, with_entry, with_top
from cartable.games.trio.faults import acquit, convict, fault_refusal, is_wrong, pay, send_back, stop_for
from cartable.games.trio.laws import FITTING, fits
from cartable.games.trio.refusals import REFUSALS
from cartable.games.trio.relief import relieve
from cartable.games.trio.score import won
from cartable.games.trio.state import ACCUSABLE, Phase, TrioState
from cartable.kernel import CLOCK, DEALER, NOBODY, ONLY_DEALER, Event, Refused, Seat, Stepped, only

_LAW_REFUSALS: Final = {SAME: "not-same", STEP: "not-a-step", DIFFERENT: "not-different"}
_EVERYBODY: Final = tuple(frozenset(range(seats)) for seats in range(5))
_WITH_CLOCK: Final = frozenset({CLOCK})


# --- what is allowed -----------------------------------------------------------------------------------------------


def actors(state: TrioState) -> frozenset[Seat]:
    """DEALER alone while a card is owed; else by phase. CLOCK is there when it has something to do."""
    match state.phase:
        case Phase.OVER:
            return NOBODY
        case _ if owed(state) is not None:
            return ONLY_DEALER
        case Phase.SIGNAL:
            return only(state.resumes) | _WITH_CLOCK
        case Phase.GRACE:
            layer = state.last[0] if state.last is not None else -1
            return (_EVERYBODY[state.seats] - {layer}) | _WITH_CLOCK
        case Phase.RUNNING:
            everybody = _EVERYBODY[state.seats]
            return everybody | _WITH_CLOCK if state.blocked else everybody


def legal(state: TrioState, seat: Seat) -> tuple[a.TrioAct, ...]:
    """Lays by hand and pile, then faults by pile, in their short forms: `on` the present top may be added to each.

    Wrong cards are legal (TRIO-14), so the list tells nothing; with `referee` it holds only what fits (TRIO-23).
    """
    if state.phase is Phase.OVER or owed(state) is not None:
        return ()
    if seat == CLOCK:
        return _legal_for_clock(state)
    if not 0 <= seat < state.seats:
        return ()
    if state.phase is Phase.SIGNAL:
        return (a.GO,) if seat == state.resumes else ()
    if state.phase is Phase.GRACE:
        pile = state.last[1] if state.last is not None else 0
        return () if state.laid_by[pile] == seat else (a.FAULT[pile],)
    if state.options.referee:
        fitting = [FITTING[pile][state.top(at)] for at, pile in enumerate(PILES)]
        return tuple([a.LAY[card][at] for card in state.hands[seat] for at in range(len(PILES)) if card in fitting[at]])
    lays: list[a.TrioAct] = [act for card in state.hands[seat] for act in a.LAY[card]]
    for at, excuse in enumerate(state.excuses):
        if excuse == ACCUSABLE and state.laid_by[at] != seat:
            lays.append(a.FAULT[at])
    return tuple(lays)


def _legal_for_clock(state: TrioState) -> tuple[a.TrioAct, ...]:
    match state.phase:
        case Phase.SIGNAL:
            return (a.GO,)
        case Phase.GRACE:
            return (a.SETTLE,)
        case _:
            return (a.RELIEF,) if state.blocked else ()


def refusal(state: TrioState, seat: Seat, act: a.TrioAct) -> Refused | None:
    """The one judge: why not, or None."""
    if state.phase is Phase.OVER:
        return REFUSALS["over"]
    awaited = owed(state)
    if seat == DEALER:
        if awaited is None or not isinstance(act, a.Deal):
            return REFUSALS["nothing-to-deal"]
        return None if act.card in awaited[0].left else REFUSALS["card-not-left"]
    if isinstance(act, a.Deal):
        return REFUSALS["only-the-dealer"]
    if awaited is not None:
        return REFUSALS["dealer-first"]
    if isinstance(act, a.Relief | a.Settle):
        return _clock_refusal(state, seat, act)
    if isinstance(act, a.Go):
        if state.phase is not Phase.SIGNAL:
            return REFUSALS["no-signal-awaited"]
        return None if seat in (state.resumes, CLOCK) else REFUSALS["not-your-signal"]
    if not 0 <= seat < state.seats:
        return REFUSALS["only-players"]
    return _lay_refusal(state, seat, act) if isinstance(act, a.Lay) else fault_refusal(state, seat, act)


def _clock_refusal(state: TrioState, seat: Seat, act: a.Relief | a.Settle) -> Refused | None:
    settles = isinstance(act, a.Settle)
    if seat != CLOCK:
        return REFUSALS["grace-time" if settles else "only-the-clock"]
    if settles:
        return None if state.phase is Phase.GRACE else REFUSALS["no-last-card"]
    return None if state.phase is Phase.RUNNING and state.blocked else REFUSALS["not-blocked"]


def _lay_refusal(state: TrioState, seat: Seat, act: a.Lay) -> Refused | None:
    at = AT[act.pile]
    if state.phase is not Phase.RUNNING:
        return REFUSALS["stopped"]
    if act.card not in state.hands[seat]:
        return REFUSALS["not-held"].because(card=act.card)
    if act.on and act.on != state.top(at):
        return REFUSALS["top-changed"].because(pile=act.pile, card=act.card)
    if state.options.referee and not fits(act.pile, act.card, state.top(at)):
        return REFUSALS[_LAW_REFUSALS[act.pile]].because(card=act.card, top=state.top(at))
    return None


# --- what follows --------------------------------------------------------------------------------------------------


def with_defaults(state: TrioState, act: a.TrioAct) -> a.TrioAct:
    """What a log holds of a lay or a fault: the top card it was meant for."""
    if not isinstance(act, a.Lay | a.Fault) or act.on or state.bare:
        return act
    top = state.top(AT[act.pile])
    return a.Lay(act.card, act.pile, top) if isinstance(act, a.Lay) else a.Fault(act.pile, top)


def apply(state: TrioState, seat: Seat, act: a.TrioAct) -> Stepped[TrioState]:
    """The state after an act that was let through."""
    return _APPLY[type(act)](state, seat, act)


def _settled(state: TrioState, events: tuple[Event, ...]) -> Stepped[TrioState]:
    """What follows by itself: cards taken without the dealer, and a relief that goes on until it helps (TRIO-24)."""
    while True:
        if not state.bare:
            state, events = take_known(state, events)
        if owed(state) is not None or not state.relieving:
            return Stepped(state, events)
        if not state.blocked:
            return Stepped(replace(state, relieving=False, exchanges=0), events)
        attempt = relieve(state, events)
        state, events = attempt.state, attempt.events


def _deal(state: TrioState, _seat: Seat, act: a.Deal) -> Stepped[TrioState]:
    at = bare_pile(state)
    if at is None:
        unseen = state.unseen.seen(act.card)
        return _settled(*take(replace(state, unseen=unseen), state.filling[0], act.card))
    pile, layout = state.centre[at], state.centre_unseen
    shown = with_top(state, at, act.card)
    if pile and layout is not None:  # TRIO-24
        shown = replace(shown, centre_unseen=layout.seen(act.card))
        return _settled(shown, (e.TopShown(PILES[at], act.card),))
    shown = replace(shown, unseen=state.unseen.seen(act.card))
    begun = e.PileBegun(PILES[at], act.card)
    if shown.bare:
        return Stepped(shown, (begun,))
    return Stepped(shown, (begun, e.RoundReady(shown.dealer_seat, shown.round, len(shown.stacks[0]))))


def _go(state: TrioState, _seat: Seat, _act: a.Go) -> Stepped[TrioState]:
    """TRIO-07, TRIO-18."""
    running = replace(state, phase=Phase.RUNNING, resumes=-1)
    if state.started:
        return Stepped(running, (e.PlayResumed(state.resumes),))
    filling = tuple(range(state.seats))
    return _settled(replace(running, started=True, filling=filling), (e.PlayStarted(state.resumes),))


def _lay(state: TrioState, seat: Seat, act: a.Lay) -> Stepped[TrioState]:
    at = AT[act.pile]
    hand = tuple([card for card in state.hands[seat] if card != act.card])
    after = replace(
        state,
        hands=with_entry(state.hands, seat, hand),
        centre=with_entry(state.centre, at, (*state.centre[at], act.card)),
        laid_by=with_entry(state.laid_by, at, seat),
        excuses=with_entry(state.excuses, at, ACCUSABLE),
    )
    if hand or state.stacks[seat]:
        filling = (seat,) if short(after, seat) else ()
        return _settled(replace(after, filling=filling), (e.CardLaid(seat, act.card, act.pile),))
    last = e.LastCardLaid(seat, act.card, act.pile)
    if state.options.referee:  # TRIO-22: it must be right, so the win stands at once
        return won(after, seat, (last,))
    return Stepped(replace(after, phase=Phase.GRACE, last=(seat, at), stops=state.stops + 1), (last,))


def _fault(state: TrioState, seat: Seat, act: a.Fault) -> Stepped[TrioState]:
    at = AT[act.pile]
    if is_wrong(state, at):
        return _settled(*convict(state, seat, at))
    last = state.last
    after, events = acquit(state, seat, at)
    if last is not None:  # TRIO-22: it is paid, and the win stands at once
        return won(after, last[0], events)
    return _settled(stop_for(after, seat), events)


def _settle(state: TrioState, _seat: Seat, _act: a.Settle) -> Stepped[TrioState]:
    """TRIO-22: nobody accused the last card."""
    if state.last is None:
        raise TypeError("the grace time has a last card")
    seat, at = state.last
    if not is_wrong(state, at):
        return won(state, seat, ())
    wrong = e.LastCardWrong(seat, state.top(at), PILES[at])
    state, returned = send_back(state, at)
    state, given = pay(state, seat)
    return _settled(stop_for(state, seat), (wrong, *returned, *given))


def _relief(state: TrioState, _seat: Seat, _act: a.Relief) -> Stepped[TrioState]:
    return _settled(replace(state, relieving=True), ())


_APPLY: Final[dict[type, Callable[[TrioState, Seat, Any], Stepped[TrioState]]]] = {
    a.Go: _go,
    a.Lay: _lay,
    a.Fault: _fault,
    a.Deal: _deal,
    a.Relief: _relief,
    a.Settle: _settle,
}
