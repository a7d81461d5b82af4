"""Trio: calm play (TRIO-C1 to C8). Everybody chooses in private, then the choices take effect one after another."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from cartable.games.trio import acts as a
from cartable.games.trio import events as e
from cartable.games.trio.acts import REFUSALS
from cartable.games.trio.cards import AT
from cartable.games.trio.draw import owed, refill
from cartable.games.trio.faults import fault_refusal
from cartable.games.trio.play import checked, end_of_grace, fault, put_card, settled
from cartable.games.trio.state import UNDECIDED, TrioPhase, TrioState
from cartable.kernel import CLOCK, Deadline, Event, Refused, Seat, Stepped, with_entry

Choice = a.TrioLay | a.TrioFault | a.TrioPass
Chosen = list[tuple[Seat, a.TrioAct | None]]
"""In the order in which they take effect."""

_RACE_ONLY: Final = (a.TrioRelief, a.TrioSettle)


# --- what is allowed -----------------------------------------------------------------------------------------------


def actors(state: TrioState) -> frozenset[Seat]:
    """Everybody who has not chosen, and CLOCK where the table sets a time."""
    undecided = frozenset(state.undecided)
    return undecided | {CLOCK} if state.options.window_s else undecided


def legal(
    state: TrioState, seat: Seat, offered: Callable[[TrioState, Seat], tuple[a.TrioAct, ...]]
) -> tuple[a.TrioAct, ...]:
    """TRIO-C1: once, what a race would offer, or nothing."""
    if seat == CLOCK:
        return (a.CLOSE,) if state.options.window_s else ()
    return (*offered(state, seat), a.PASS) if seat in state.undecided else ()


def choice_refusal(state: TrioState, seat: Seat, act: a.TrioAct) -> Refused | None:
    """Why this kind of act is out of place, or comes too late; what is wrong with it otherwise is as in a race."""
    if isinstance(act, _RACE_ONLY):
        return REFUSALS["not-in-calm-play"]
    if isinstance(act, a.TrioClose):
        return _close_refusal(state, seat)
    if isinstance(act, a.TrioGo) or not 0 <= seat < state.seats or state.phase is TrioPhase.SIGNAL:
        return None
    return REFUSALS["chosen-already"] if seat not in state.undecided else None


def pass_refusal(state: TrioState, seat: Seat) -> Refused | None:
    """TRIO-C1: only players, and while there is something to choose."""
    if not 0 <= seat < state.seats:
        return REFUSALS["only-players"]
    return REFUSALS["stopped"] if state.phase is TrioPhase.SIGNAL else None


def _close_refusal(state: TrioState, seat: Seat) -> Refused | None:
    """TRIO-C3."""
    if seat != CLOCK:
        return REFUSALS["only-the-clock-closes"]
    if not state.options.window_s:
        return REFUSALS["no-time-limit"]
    return REFUSALS["stopped"] if state.phase is TrioPhase.SIGNAL else None


def deadlines(state: TrioState) -> tuple[Deadline[a.TrioAct], ...]:
    """TRIO-C3: the time to choose, counted again in each window."""
    window_s = state.options.window_s
    key = f"{state.round} {state.windows}"
    return (Deadline(a.CLOSE, window_s, key, courtesy=False, announced=True),) if window_s else ()


# --- what follows --------------------------------------------------------------------------------------------------


def choose(state: TrioState, seat: Seat, act: Choice) -> Stepped[TrioState]:
    """TRIO-C2: a choice is kept to oneself until the last seat has chosen."""
    aimed = _aimed(state, act)
    choices = state.choices or (UNDECIDED,) * state.seats
    after = replace(state, choices=with_entry(choices, seat, str(aimed)))
    events = (e.TrioChoiceMade(seat), _known(seat, aimed))
    return Stepped(after, events) if after.undecided else _take_effect(after, events)


def _aimed(state: TrioState, act: Choice) -> Choice:
    """With the top card that its player sees (TRIO-21), or the card meant."""
    if isinstance(act, a.TrioPass) or act.on:
        return act
    top = state.top(AT[act.pile])
    return a.TrioLay(act.card, act.pile, top) if isinstance(act, a.TrioLay) else a.TrioFault(act.pile, top)


def _known(seat: Seat, act: Choice) -> Event:
    match act:
        case a.TrioLay():
            return e.TrioLayChosen(seat, act.card, act.pile, to=seat)
        case a.TrioFault():
            return e.TrioFaultChosen(seat, act.on, act.pile, to=seat)
        case a.TrioPass():
            return e.TrioPassChosen(seat, to=seat)


def close(state: TrioState, _seat: Seat, _act: a.TrioClose) -> Stepped[TrioState]:
    """TRIO-C3: whoever has not chosen passes."""
    late = state.undecided
    choices = state.choices or (UNDECIDED,) * state.seats
    choices = tuple([str(a.PASS) if seat in late else choice for seat, choice in enumerate(choices)])
    return _take_effect(replace(state, choices=choices), (e.TrioTimeUp(late),))


def _take_effect(state: TrioState, events: tuple[Event, ...]) -> Stepped[TrioState]:
    """TRIO-C5: one choice after another, in the order that was known."""
    chosen = [(seat, a.read(state.choices[seat])) for seat in state.order]
    after = replace(state, choices=(), windows=state.windows + 1)
    return _accuse_last(after, chosen, events) if state.last is not None else _play_on(after, chosen, events)


def _play_on(state: TrioState, chosen: Chosen, events: tuple[Event, ...]) -> Stepped[TrioState]:
    """TRIO-C6: hands are filled when all is done. TRIO-C7: if nobody laid a card or could have, relief follows."""
    laid = False
    for seat, act in chosen:
        done = _effect(state, seat, act)
        laid = laid or (done.state.centre != state.centre and isinstance(act, a.TrioLay))
        state, events = done.state, (*events, *done.events)
        if state.phase is TrioPhase.OVER or not state.started:  # with a referee a last card wins at once (TRIO-22)
            return Stepped(state, events)
    state = refill(state)
    stuck = not laid and owed(state) is None and state.blocked
    return settled(replace(state, relieving=stuck), events)


def _effect(state: TrioState, seat: Seat, act: a.TrioAct | None) -> Stepped[TrioState]:
    """One choice. After a last card nothing else counts in this window (TRIO-C8)."""
    stopped = state.phase is not TrioPhase.RUNNING
    match act:
        case a.TrioLay():
            if stopped or state.top(AT[act.pile]) != act.on:
                return Stepped(state, (e.TrioCardCameBack(seat, act.pile),))
            return put_card(state, seat, act)
        case a.TrioFault():
            if stopped or fault_refusal(state, seat, act) is not None:
                return Stepped(state, (e.TrioFaultDropped(seat, act.pile),))
            return Stepped(*checked(state, seat, act))
        case _:
            return Stepped(state, (e.TrioPassed(seat),))


def _accuse_last(state: TrioState, chosen: Chosen, events: tuple[Event, ...]) -> Stepped[TrioState]:
    """TRIO-C8: the first accusation counts; without one the last card is settled as after the grace time (TRIO-22)."""
    accusations = [(seat, act) for seat, act in chosen if isinstance(act, a.TrioFault)]
    for seat, act in chosen:
        if not isinstance(act, a.TrioFault):
            events += (e.TrioPassed(seat),)
        elif seat != accusations[0][0]:
            events += (e.TrioFaultDropped(seat, act.pile),)
    if not accusations:
        return end_of_grace(state, events)
    judged = fault(state, *accusations[0])
    return Stepped(judged.state, (*events, *judged.events))
