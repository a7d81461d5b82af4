"""Trio: what is allowed, and what follows from it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from cartable.games.trio import acts as a
from cartable.games.trio import events as e
from cartable.games.trio.acts import REFUSALS
from cartable.games.trio.cards import AT, DIFFERENT, FITTING, PILES, SAME, STEP, fits
from cartable.games.trio.draw import bare_pile, owed, take, take_known, takes_cards, with_top
from cartable.games.trio.faults import (
    accusable_cards,
    acquit,
    convict,
    fault_refusal,
    is_wrong,
    pay,
    send_back,
    stop_for,
)
from cartable.games.trio.relief import relieve
from cartable.games.trio.rounds import won
from cartable.games.trio.state import ACCUSABLE, TrioPhase, TrioState
from cartable.kernel import (
    CLOCK,
    DEALER,
    NOBODY,
    ONLY_DEALER,
    Deadline,
    Deal,
    Event,
    Refused,
    Seat,
    Stepped,
    only,
    with_entry,
)

SIGNAL_S: Final = 5.0  # TRIO-18
STOP: Final = "stop"

_LAW_REFUSALS: Final = {SAME: "not-same", STEP: "not-a-step", DIFFERENT: "not-different"}
_EVERYBODY: Final = tuple(frozenset(range(seats)) for seats in range(5))  # TRIO-03
_WITH_CLOCK: Final = frozenset({CLOCK})
_ONE_ACCUSABLE: Final = (ACCUSABLE,)


# --- what is allowed -----------------------------------------------------------------------------------------------


def actors(state: TrioState) -> frozenset[Seat]:
    """DEALER alone while a card is owed; else by phase. CLOCK is there when it has something to do."""
    phase = state.phase
    if phase is TrioPhase.OVER:
        return NOBODY
    if owed(state) is not None:
        return ONLY_DEALER
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
    if seat == CLOCK:
        return _legal_for_clock(state)
    if not 0 <= seat < state.seats:
        return ()
    if state.phase is TrioPhase.SIGNAL:
        return (a.GO,) if seat == state.resumes else ()
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
        if state.excuses[at] == _ONE_ACCUSABLE:  # nearly always: nobody has covered a card of their own
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
    if isinstance(act, a.TrioLay):
        return _lay_refusal(state, seat, act) if 0 <= seat < state.seats else REFUSALS["only-players"]
    if isinstance(act, a.TrioFault):
        return fault_refusal(state, seat, act) if 0 <= seat < state.seats else REFUSALS["only-players"]
    if isinstance(act, a.TrioGo):
        if state.phase is not TrioPhase.SIGNAL:
            return REFUSALS["no-signal-awaited"]
        return None if seat in (state.resumes, CLOCK) else REFUSALS["not-your-signal"]
    return _clock_refusal(state, seat, act)


def _clock_refusal(state: TrioState, seat: Seat, act: a.TrioRelief | a.TrioSettle) -> Refused | None:
    settles = isinstance(act, a.TrioSettle)
    if seat != CLOCK:
        return REFUSALS["grace-time" if settles else "only-the-clock"]
    if settles:
        return None if state.phase is TrioPhase.GRACE else REFUSALS["no-last-card"]
    return None if state.phase is TrioPhase.RUNNING and state.blocked else REFUSALS["not-blocked"]


def _lay_refusal(state: TrioState, seat: Seat, act: a.TrioLay) -> Refused | None:
    at = AT[act.pile]
    if state.phase is not TrioPhase.RUNNING:
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
    if not isinstance(act, a.TrioLay | a.TrioFault) or act.on or state.bare:
        return act
    top = state.top(AT[act.pile])
    return a.TrioLay(act.card, act.pile, top) if isinstance(act, a.TrioLay) else a.TrioFault(act.pile, top)


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


def _deal(state: TrioState, _seat: Seat, act: Deal) -> Stepped[TrioState]:
    at = bare_pile(state)
    if at is None:
        unseen = state.unseen.seen(act.card)
        return _settled(*take(replace(state, unseen=unseen), state.filling[0], act.card))
    pile, layout = state.centre[at], state.centre_unseen
    shown = with_top(state, at, act.card)
    if pile and layout is not None:  # TRIO-24
        shown = replace(shown, centre_unseen=layout.seen(act.card))
        return _settled(shown, (e.TrioTopShown(PILES[at], act.card),))
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
    return _settled(replace(running, started=True, filling=filling), (e.TrioPlayStarted(state.resumes),))


def _lay(state: TrioState, seat: Seat, act: a.TrioLay) -> Stepped[TrioState]:
    at = AT[act.pile]
    hand = tuple([card for card in state.hands[seat] if card != act.card])
    after = replace(
        state,
        hands=with_entry(state.hands, seat, hand),
        centre=with_entry(state.centre, at, (*state.centre[at], act.card)),
        laid_by=with_entry(state.laid_by, at, seat),
        excuses=with_entry(state.excuses, at, _excuses_after(state, seat, at)),
        filling=(seat,) if takes_cards(state, seat, len(hand)) else (),
    )
    if hand or state.stacks[seat]:
        return _settled(after, (e.TrioCardLaid(seat, act.card, act.pile),))
    last = e.TrioLastCardLaid(seat, act.card, act.pile)
    if state.options.referee:  # TRIO-22: it must be right, so the win stands at once
        return won(after, seat, (last,))
    return Stepped(replace(after, phase=TrioPhase.GRACE, last=(seat, at), stops=state.stops + 1), (last,))


def _excuses_after(state: TrioState, seat: Seat, at: int) -> tuple[str, ...]:
    """TRIO-14: a card stays accusable under more cards of its own player, until somebody else covers it."""
    goes_on = state.laid_by[at] == seat and state.rules_version > 1
    return (*state.excuses[at], ACCUSABLE) if goes_on else _ONE_ACCUSABLE


def _fault(state: TrioState, seat: Seat, act: a.TrioFault) -> Stepped[TrioState]:
    at = AT[act.pile]
    card = act.on or state.top(at)
    if is_wrong(state, at, card):
        return _settled(*convict(state, seat, at, card))
    after, events = acquit(state, seat, at, card)
    if state.last is not None:  # TRIO-22: it is paid, and the grace time is over at once
        return _end_of_grace(after, events)
    return _settled(stop_for(after, seat), events)


def _settle(state: TrioState, _seat: Seat, _act: a.TrioSettle) -> Stepped[TrioState]:
    """TRIO-22: nobody accused the last card."""
    return _end_of_grace(state, ())


def _end_of_grace(state: TrioState, events: tuple[Event, ...]) -> Stepped[TrioState]:
    """TRIO-22: the last card wins if it is right, or, with `stays`, if nobody noticed that it is not."""
    if state.last is None:
        raise TypeError("the grace time has a last card")
    seat, at = state.last
    card = state.top(at)
    unnoticed_wins = state.options.wrong_card == "stays" and state.rules_version > 1
    if unnoticed_wins or not is_wrong(state, at, card):
        return won(state, seat, events)
    wrong = e.TrioLastCardWrong(seat, card, PILES[at])
    state, returned = send_back(state, at, card)
    state, given = pay(state, seat)
    return _settled(stop_for(state, seat), (*events, wrong, *returned, *given))


def _relief(state: TrioState, _seat: Seat, _act: a.TrioRelief) -> Stepped[TrioState]:
    return _settled(replace(state, relieving=True), ())


_APPLY: Final[dict[type, Callable[[TrioState, Seat, Any], Stepped[TrioState]]]] = {
    a.TrioGo: _go,
    a.TrioLay: _lay,
    a.TrioFault: _fault,
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
    match state.phase:
        case TrioPhase.SIGNAL:
            return (Deadline(a.GO, SIGNAL_S, str(state.stops)),)
        case TrioPhase.GRACE:
            return (Deadline(a.SETTLE, state.options.grace_s, str(state.stops), courtesy=False),)
        case TrioPhase.RUNNING if state.blocked:
            return (Deadline(a.RELIEF, state.options.relief_s, str(state.stops)),)
        case _:
            return ()


def stakes(state: TrioState, seat: Seat, act: a.TrioAct) -> frozenset[str]:
    """A top card, for those who lay on it or accuse it; and being first to stop the play, by a fault or a last card."""
    if not isinstance(act, a.TrioFault | a.TrioLay):
        return frozenset()
    stops = isinstance(act, a.TrioFault) or state.left(seat) == 1
    return frozenset({act.pile, STOP}) if stops else frozenset({act.pile})


def wins_stakes(_state: TrioState, _seat: Seat, act: a.TrioAct) -> bool:
    """A card laid: one that does not fit stands too, until somebody says so."""
    return isinstance(act, a.TrioLay)
