"""Trio: accusations and penalties (TRIO-14 to 20, 22)."""

from msgspec.structs import replace

from cartable.games.trio import events as e
from cartable.games.trio.acts import REFUSALS, TrioFault
from cartable.games.trio.cards import AT, PILES, fits
from cartable.games.trio.draw import refill
from cartable.games.trio.state import ACCUSABLE, CHECKED, NOBODY_LAID, UNCOVERED, Known, TrioPhase, TrioState
from cartable.kernel import Event, Refused, Seat, around, with_entry


def fault_refusal(state: TrioState, seat: Seat, act: TrioFault) -> Refused | None:
    """Why a top card cannot be accused."""
    at = AT[act.pile]
    if state.options.referee:
        return REFUSALS["no-faults"]
    if state.phase is TrioPhase.SIGNAL:
        return REFUSALS["stopped"]
    if state.last is not None and at != state.last[1]:
        return REFUSALS["other-pile"].because(pile=PILES[state.last[1]])
    if act.on and act.on != state.top(at):
        return REFUSALS["card-covered"].because(card=act.on)
    if state.excuses[at] != ACCUSABLE:
        return REFUSALS[state.excuses[at]].because(card=state.top(at))
    return REFUSALS["own-card"].because(card=state.top(at)) if state.laid_by[at] == seat else None


def is_wrong(state: TrioState, at: int) -> bool:
    """Was the top card of a pile wrong on the card beneath it? Only asked of a card that somebody laid."""
    below = state.centre[at][-2]
    return isinstance(below, str) and not fits(PILES[at], state.top(at), below)


def convict(state: TrioState, accuser: Seat, at: int) -> tuple[TrioState, tuple[Event, ...]]:
    """TRIO-15: the card was wrong. The culprit gets it back (TRIO-19), two cards from the accuser, one from others."""
    culprit, card = state.laid_by[at], state.top(at)
    events: tuple[Event, ...] = (e.TrioFaultProved(accuser, culprit, card, PILES[at]),)
    if state.options.wrong_card == "returns" or state.last is not None:  # TRIO-22: a last card never stays
        state, returned = send_back(state, at)
        events += returned
    else:
        state = replace(state, excuses=with_entry(state.excuses, at, CHECKED))
    state, given = pay(state, culprit, accuser)
    return stop_for(state, culprit), events + given


def acquit(state: TrioState, accuser: Seat, at: int) -> tuple[TrioState, tuple[Event, ...]]:
    """TRIO-16: the card was right, and every other player gives the accuser one card."""
    disproved = e.TrioFaultDisproved(accuser, state.laid_by[at], state.top(at), PILES[at])
    state, given = pay(replace(state, excuses=with_entry(state.excuses, at, CHECKED)), accuser)
    return state, (disproved, *given)


def send_back(state: TrioState, at: int) -> tuple[TrioState, tuple[Event, ...]]:
    """TRIO-19: the top card goes under its player's pile, in the open; the card below shows again."""
    culprit, card = state.laid_by[at], state.top(at)
    after = replace(
        state,
        centre=with_entry(state.centre, at, state.centre[at][:-1]),
        laid_by=with_entry(state.laid_by, at, NOBODY_LAID),
        excuses=with_entry(state.excuses, at, UNCOVERED),
        stacks=with_entry(state.stacks, culprit, (*state.stacks[culprit], Known(card))),
    )
    return after, (e.TrioCardReturned(culprit, card, PILES[at]),)


def pay(state: TrioState, receiver: Seat, accuser: Seat | None = None) -> tuple[TrioState, tuple[Event, ...]]:
    """TRIO-17: the accuser's two cards first, then one from each other player clockwise from the receiver."""
    *others, _ = around(receiver, state.seats)
    givers = [(accuser, 2)] if accuser is not None else []
    givers += [(seat, 1) for seat in others if seat != accuser]
    stacks, events = list(state.stacks), []
    for giver, count in givers:
        given = stacks[giver][:count]  # or all there are, if fewer
        stacks[giver] = stacks[giver][count:]
        stacks[receiver] += given
        if given:
            events.append(e.TrioCardsGiven(giver, receiver, len(given)))
    return replace(state, stacks=tuple(stacks)), tuple(events)


def stop_for(state: TrioState, penalised: Seat) -> TrioState:
    """TRIO-18: play waits for the penalised player's signal; short hands refill at once (TRIO-19)."""
    return refill(replace(state, phase=TrioPhase.SIGNAL, resumes=penalised, last=None, stops=state.stops + 1))
