"""Trio: what is allowed, and what follows from it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from cartable.games.trio import acts as a
from cartable.games.trio import calm
from cartable.games.trio import events as e
from cartable.games.trio.acts import REFUSALS
from cartable.games.trio.cards import AT, DIFFERENT, FITTING, PILES, SAME, STEP, fits
from cartable.games.trio.draw import bare_pile, owed, take, with_top
from cartable.games.trio.faults import accusable_cards, fault_refusal
from cartable.games.trio.play import ONE_ACCUSABLE, end_of_grace, fault, lay, settled
from cartable.games.trio.state import ACCUSABLE, TrioPhase, TrioState
from cartable.kernel import (
    CLOCK,
    DEALER,
    NOBODY,
    ONLY_DEALER,
    Deadline,
    Deal,
    Refused,
    Seat,
    Stepped,
    only,
)

SIGNAL_S: Final = 5.0  # TRIO-18
STOP: Final = "stop"

_LAW_REFUSALS: Final = {SAME: "not-same", STEP: "not-a-step", DIFFERENT: "not-different"}
_EVERYBODY: Final = tuple(frozenset(range(seats)) for seats in range(5))  # TRIO-03
_WITH_CLOCK: Final = frozenset({CLOCK})


# --- what is allowed -----------------------------------------------------------------------------------------------


def actors(state: TrioState) -> frozenset[Seat]:
    """DEALER alone while a card is owed; else by phase. CLOCK is there when it has something to do."""
    phase = state.phase
    if phase is TrioPhase.OVER:
        return NOBODY
    if owed(state) is not None:
        return ONLY_DEALER
    if state.options.calm and phase is not TrioPhase.SIGNAL:
        return calm.actors(state)
    everybody = _EVERYBODY[state.seats]
    if phase is TrioPhase.RUNNING:
        return everybody | _WITH_CLOCK if state.blocked else everybody
    if phase is TrioPhase.SIGNAL:
        return only(state.resumes) | _WITH_CLOCK
    layer = state.last[0] if state.last is not None else -1
    return (everybody - {layer}) | _WITH_CLOCK


def legal(state: TrioState, seat: Seat) -> tuple[a.TrioAct, ...]:
    """Lays by hand and pile, then faults by pile, in their short forms: `on` the present top may be added to each.
    A card that only its own player has covered is accused by name (TRIO-14).

    Wrong cards are legal (TRIO-14), so the list tells nothing; with `referee` it holds only what fits (TRIO-23).
    """
    if state.phase is TrioPhase.OVER or owed(state) is not None:
        return ()
    if state.options.calm and state.phase is not TrioPhase.SIGNAL:
        return calm.legal(state, seat, _offered)
    if seat == CLOCK:
        return _legal_for_clock(state)
    if not 0 <= seat < state.seats:
        return ()
    if state.phase is TrioPhase.SIGNAL:
        return (a.GO,) if seat == state.resumes else ()
    return _offered(state, seat)


def _offered(state: TrioState, seat: Seat) -> tuple[a.TrioAct, ...]:
    """The lays and faults of a player."""
    if state.phase is TrioPhase.GRACE:
        pile = state.last[1] if state.last is not None else 0
        return () if state.laid_by[pile] == seat else _faults(state, pile)
    if state.options.referee:
        fitting = [FITTING[pile][state.top(at)] for at, pile in enumerate(PILES)]
        return tuple([a.LAY[card][at] for card in state.hands[seat] for at in range(len(PILES)) if card in fitting[at]])
    offered: list[a.TrioAct] = []
    for card in state.hands[seat]:
        offered += a.LAY[card]
    for at, layer in enumerate(state.laid_by):
        if layer == seat:
            continue
        if state.excuses[at] == ONE_ACCUSABLE:  # nearly always: nobody has covered a card of their own
            offered.append(a.FAULT[at])
        elif ACCUSABLE in state.excuses[at]:
            offered += _faults(state, at)
    return tuple(offered)


def _faults(state: TrioState, at: int) -> tuple[a.TrioAct, ...]:
    """The accusations of a pile: its top in the short form, cards under it by name (TRIO-14)."""
    top, pile = state.centre[at][-1], PILES[at]
    return tuple([a.FAULT[at] if card == top else a.TrioFault(pile, card) for card in accusable_cards(state, at)])


def _legal_for_clock(state: TrioState) -> tuple[a.TrioAct, ...]:
    match state.phase:
        case TrioPhase.SIGNAL:
            return (a.GO,)
        case TrioPhase.GRACE:
            return (a.SETTLE,)
        case _:
            return (a.RELIEF,) if state.blocked else ()


def refusal(state: TrioState, seat: Seat, act: a.TrioAct) -> Refused | None:
    """The one judge: why not, or None."""
    if state.phase is TrioPhase.OVER:
        return REFUSALS["over"]
    awaited = owed(state)
    if seat == DEALER:
        if awaited is None or not isinstance(act, Deal):
            return REFUSALS["nothing-to-deal"]
        return None if act.card in awaited[0].left else REFUSALS["card-not-left"]
    if isinstance(act, Deal):
        return REFUSALS["only-the-dealer"]
    if awaited is not None:
        return REFUSALS["dealer-first"]
    if state.options.calm:
        untimely = calm.choice_refusal(state, seat, act)
        if untimely is not None:
            return untimely
    if isinstance(act, a.TrioLay):
        return _lay_refusal(state, seat, act) if 0 <= seat < state.seats else REFUSALS["only-players"]
    if isinstance(act, a.TrioFault):
        return fault_refusal(state, seat, act) if 0 <= seat < state.seats else REFUSALS["only-players"]
    return _rarer_refusal(state, seat, act)


def _rarer_refusal(
    state: TrioState, seat: Seat, act: a.TrioGo | a.TrioPass | a.TrioClose | a.TrioRelief | a.TrioSettle
) -> Refused | None:
    match act:
        case a.TrioGo():
            if state.phase is not TrioPhase.SIGNAL:
                return REFUSALS["no-signal-awaited"]
            return None if seat in (state.resumes, CLOCK) else REFUSALS["not-your-signal"]
        case a.TrioPass() | a.TrioClose() if not state.options.calm:
            return REFUSALS["only-in-calm-play"]
        case a.TrioPass():
            return calm.pass_refusal(state, seat)
        case a.TrioClose():  # looked at already
            return None
        case a.TrioRelief() | a.TrioSettle():
            return _clock_refusal(state, seat, act)


def _clock_refusal(state: TrioState, seat: Seat, act: a.TrioRelief | a.TrioSettle) -> Refused | None:
    settles = isinstance(act, a.TrioSettle)
    if seat != CLOCK:
        return REFUSALS["grace-time" if settles else "only-the-clock"]
    if settles:
        return None if state.phase is TrioPhase.GRACE else REFUSALS["no-last-card"]
    return None if state.phase is TrioPhase.RUNNING and state.blocked else REFUSALS["not-blocked"]


def _lay_refusal(state: TrioState, seat: Seat, act: a.TrioLay) -> Refused | None:
    if state.phase is not TrioPhase.RUNNING:
        return REFUSALS["stopped"]
    at = AT.get(act.pile)
    if at is None:
        return REFUSALS["no-such-pile"].because(pile=act.pile)
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
    if not isinstance(act, a.TrioLay | a.TrioFault) or act.on or state.bare or act.pile not in AT:
        return act
    top = state.top(AT[act.pile])
    return a.TrioLay(act.card, act.pile, top) if isinstance(act, a.TrioLay) else a.TrioFault(act.pile, top)


def apply(state: TrioState, seat: Seat, act: a.TrioAct) -> Stepped[TrioState]:
    """The state after an act that was let through."""
    return _APPLY[type(act)](state, seat, act)


def _deal(state: TrioState, _seat: Seat, act: Deal) -> Stepped[TrioState]:
    at = bare_pile(state)
    if at is None:
        unseen = state.unseen.seen(act.card)
        return settled(*take(replace(state, unseen=unseen), state.filling[0], act.card))
    pile, layout = state.centre[at], state.centre_unseen
    shown = with_top(state, at, act.card)
    if pile and layout is not None:  # TRIO-24
        shown = replace(shown, centre_unseen=layout.seen(act.card))
        return settled(shown, (e.TrioTopShown(PILES[at], act.card),))
    shown = replace(shown, unseen=state.unseen.seen(act.card))
    begun = e.TrioPileBegun(PILES[at], act.card)
    if shown.bare:
        return Stepped(shown, (begun,))
    return Stepped(shown, (begun, e.TrioRoundReady(shown.dealer_seat, shown.round, len(shown.stacks[0]))))


def _go(state: TrioState, _seat: Seat, _act: a.TrioGo) -> Stepped[TrioState]:
    """TRIO-07, TRIO-18."""
    running = replace(state, phase=TrioPhase.RUNNING, resumes=-1)
    if state.started:
        return Stepped(running, (e.TrioPlayResumed(state.resumes),))
    filling = tuple(range(state.seats))
    return settled(replace(running, started=True, filling=filling), (e.TrioPlayStarted(state.resumes),))


def _lay(state: TrioState, seat: Seat, act: a.TrioLay) -> Stepped[TrioState]:
    return calm.choose(state, seat, act) if state.options.calm else lay(state, seat, act)


def _fault(state: TrioState, seat: Seat, act: a.TrioFault) -> Stepped[TrioState]:
    return calm.choose(state, seat, act) if state.options.calm else fault(state, seat, act)


def _settle(state: TrioState, _seat: Seat, _act: a.TrioSettle) -> Stepped[TrioState]:
    """TRIO-22: nobody accused the last card."""
    return end_of_grace(state, ())


def _relief(state: TrioState, _seat: Seat, _act: a.TrioRelief) -> Stepped[TrioState]:
    return settled(replace(state, relieving=True), ())


_APPLY: Final[dict[type, Callable[[TrioState, Seat, Any], Stepped[TrioState]]]] = {
    a.TrioGo: _go,
    a.TrioLay: _lay,
    a.TrioFault: _fault,
    a.TrioPass: calm.choose,
    a.TrioClose: calm.close,
    Deal: _deal,
    a.TrioRelief: _relief,
    a.TrioSettle: _settle,
}


# --- the race ------------------------------------------------------------------------------------------------------


def deadlines(state: TrioState) -> tuple[Deadline[a.TrioAct], ...]:
    """TRIO-18, TRIO-22, TRIO-24. Whether everybody is blocked is the table's secret, and is never shown.

    The wait for relief counts from the moment nobody could play any more: laying wrong cards does not put it off.
    """
    if owed(state) is not None:  # DEALER first, and nobody waits
        return ()
    if state.options.calm and state.phase in (TrioPhase.RUNNING, TrioPhase.GRACE):
        return calm.deadlines(state)
    match state.phase:
        case TrioPhase.SIGNAL:
            return (Deadline(a.GO, SIGNAL_S, str(state.stops), announced=True),)
        case TrioPhase.GRACE:
            grace_s = state.options.grace_s
            return (Deadline(a.SETTLE, grace_s, str(state.stops), courtesy=False, announced=True),)
        case TrioPhase.RUNNING if state.blocked:
            return (Deadline(a.RELIEF, state.options.relief_s, str(state.stops)),)
        case _:
            return ()


def stakes(state: TrioState, seat: Seat, act: a.TrioAct) -> frozenset[str]:
    """A top card, for those who lay on it or accuse it; and being first to stop the play, by a fault or a last card."""
    if state.options.calm or not isinstance(act, a.TrioFault | a.TrioLay):
        return frozenset()
    stops = isinstance(act, a.TrioFault) or state.left(seat) == 1
    return frozenset({act.pile, STOP}) if stops else frozenset({act.pile})


def wins_stakes(_state: TrioState, _seat: Seat, act: a.TrioAct) -> bool:
    """A card laid: one that does not fit stands too, until somebody says so."""
    return isinstance(act, a.TrioLay)
