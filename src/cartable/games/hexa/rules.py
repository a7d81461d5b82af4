"""Hexa: what is allowed, and what follows from it."""

from collections.abc import Callable, Mapping
from itertools import combinations, pairwise
from typing import Any, Final

from msgspec.structs import replace

from cartable.games.hexa import acts as a
from cartable.games.hexa import calls, calm
from cartable.games.hexa import events as e
from cartable.games.hexa.acts import REFUSALS
from cartable.games.hexa.calls import is_right
from cartable.games.hexa.cards import SIDES
from cartable.games.hexa.state import (
    OWN,
    HexaPhase,
    HexaState,
    Source,
    begin_row,
    deck_top,
)
from cartable.kernel import (
    CLOCK,
    DEALER,
    NOBODY,
    ONLY_DEALER,
    Deadline,
    Deal,
    NextReveal,
    OpenRace,
    Refused,
    Seat,
    Stepped,
    only,
    with_entry,
)

# Who may act while a card lies open, by who may call: the players and the clock.
_RACE: Final = {seats: frozenset({*seats, CLOCK}) for size in range(1, 6) for seats in combinations(range(5), size)}


# --- what is allowed -----------------------------------------------------------------------------------------------


def actors(state: HexaState) -> frozenset[Seat]:
    """Who may act now."""
    match state.phase:
        case HexaPhase.OPEN:
            return calm.actors(state) if state.options.calm else _RACE[state.callers]
        case HexaPhase.TURN:
            return only(state.turner)
        case HexaPhase.SETUP | HexaPhase.DEAL:
            return ONLY_DEALER
        case HexaPhase.OVER:
            return NOBODY


def next_reveal(state: HexaState) -> NextReveal:
    """The next starting card of the deck, or the card that was turned."""
    unseen = state.unseen
    return unseen.reveal_at(deck_top(unseen) if state.phase is HexaPhase.SETUP else _top_slot(state))


def _top_slot(state: HexaState) -> int:
    """The slot that was turned and is still to be shown."""
    return int(state.piles[state.turner][0] if state.source == OWN else state.neutral[0])


def legal(state: HexaState, seat: Seat) -> tuple[a.HexaAct, ...]:
    """What a seat may do: rows by number, then impossible. The fitting rows are for the players to see."""
    if state.phase is HexaPhase.TURN:
        return (a.TURN,) if seat == state.turner else ()
    if state.phase is not HexaPhase.OPEN:
        return ()
    if state.options.calm:
        return calm.legal(state, seat)
    if seat == CLOCK:
        return (a.UNCLAIMED,)
    return a.CALLS if seat in state.callers else ()


def refusal(state: HexaState, seat: Seat, act: a.HexaAct) -> Refused | None:
    """Why an act is not allowed now. The only place where legality is decided."""
    if state.phase is HexaPhase.OVER:
        return REFUSALS["over"]
    if seat == DEALER:
        return _dealer_refusal(state, act)
    if isinstance(act, Deal):
        return REFUSALS["only-the-dealer"]
    if state.phase is HexaPhase.SETUP:
        return REFUSALS["still-dealing"]
    if state.phase is HexaPhase.DEAL:
        return REFUSALS["being-turned"]
    match act:
        case a.HexaTurn():
            return _turn_refusal(state, seat)
        case a.HexaCall():
            return _call_refusal(state, seat, act)
    return calm.wrong_kind(state, act) or _rarer_refusal(state, seat, act)


def _rarer_refusal(
    state: HexaState, seat: Seat, act: a.HexaPass | a.HexaClose | a.HexaTie | a.HexaUnclaimed
) -> Refused | None:
    match act:
        case a.HexaPass():
            return _call_refusal(state, seat, act)
        case a.HexaClose():
            return calm.close_refusal(state, seat)
        case a.HexaTie():
            return _tie_refusal(state, seat, act)
        case a.HexaUnclaimed():
            if seat != CLOCK:
                return REFUSALS["only-the-clock"]
            return None if state.phase is HexaPhase.OPEN else REFUSALS["nothing-open"]


def _dealer_refusal(state: HexaState, act: a.HexaAct) -> Refused | None:
    if state.phase not in (HexaPhase.SETUP, HexaPhase.DEAL) or not isinstance(act, Deal):
        return REFUSALS["nothing-to-deal"]
    return None if act.card in state.unseen.left else REFUSALS["card-not-left"]


def _turn_refusal(state: HexaState, seat: Seat) -> Refused | None:
    if state.phase is HexaPhase.OPEN:
        return REFUSALS["call-it-first"]
    if seat == state.turner:
        return None
    if state.tied:
        return REFUSALS["tie-turner-turns"]
    return REFUSALS["caller-turns" if state.source == OWN else "not-your-turn"]


def _call_refusal(state: HexaState, seat: Seat, act: a.HexaCall | a.HexaPass) -> Refused | None:
    if not 0 <= seat < state.seats:
        return REFUSALS["only-players"]
    if seat in state.out:
        return REFUSALS["eliminated"]
    if state.phase is not HexaPhase.OPEN:
        return REFUSALS["nothing-open"]
    if seat not in state.callers:
        return REFUSALS["only-the-tied"]
    if state.options.calm and seat not in state.undecided:
        return REFUSALS["chosen-already"]
    if isinstance(act, a.HexaPass):
        return None
    return None if _callable(act.claim) else REFUSALS["no-such-row"].because(row=act.claim or 0)


def _tie_refusal(state: HexaState, seat: Seat, act: a.HexaTie) -> Refused | None:
    """HEXA-21, HEXA-24: two or more who may call, each with a call that can be made."""
    if seat != CLOCK:
        return REFUSALS["only-the-referee"]
    if state.phase is not HexaPhase.OPEN:
        return REFUSALS["nothing-open"]
    seats = [tied for tied, _ in act.calls]
    ascending = all(before < after for before, after in pairwise(seats))
    calls = all(tied in state.callers and _callable(claim) for tied, claim in act.calls)
    return None if len(seats) > 1 and ascending and calls else REFUSALS["no-tie"]


def _callable(claim: a.Claim) -> bool:
    return claim is None or 1 <= claim <= SIDES


# --- what follows --------------------------------------------------------------------------------------------------


def apply(state: HexaState, seat: Seat, act: a.HexaAct) -> Stepped[HexaState]:
    """The state after an act that was let through."""
    return _APPLY[type(act)](state, seat, act)


def _turn(state: HexaState, seat: Seat, _act: a.HexaTurn) -> Stepped[HexaState]:
    source: Source = state.source if state.neutral else OWN  # HEXA-29
    if source == OWN:
        # A made-up position may ask for the last own card: to turn it is to win.
        if len(state.piles[seat]) <= 1:
            return calls.win(replace(state, source=source), seat, ())
        return Stepped(replace(state, phase=HexaPhase.DEAL, source=source), ())
    top = state.neutral[0]
    if isinstance(top, str):  # everybody saw it go under: there is nothing to deal
        return _opened(replace(state, neutral=state.neutral[1:]), top)
    return Stepped(replace(state, phase=HexaPhase.DEAL), ())


def _deal(state: HexaState, _seat: Seat, act: Deal) -> Stepped[HexaState]:
    if state.phase is HexaPhase.SETUP:
        return begin_row(state, act.card)
    unseen, turner = state.unseen.seen(act.card), state.turner
    if state.source == OWN:
        shown = replace(state, unseen=unseen, piles=with_entry(state.piles, turner, state.piles[turner][1:]))
    else:
        shown = replace(state, unseen=unseen, neutral=state.neutral[1:])
    return _opened(shown, act.card)


def _opened(state: HexaState, card: str) -> Stepped[HexaState]:
    choices = calm.no_choices(state) if state.options.calm else ()
    after = replace(state, phase=HexaPhase.OPEN, open=card, turned=state.turned + 1, choices=choices)
    return Stepped(after, (e.HexaCardTurned(state.turner, card, state.source),))


def _call(state: HexaState, seat: Seat, act: a.HexaCall) -> Stepped[HexaState]:
    return calm.choose(state, seat, act) if state.options.calm else calls.call(state, seat, act)


def _unclaimed(state: HexaState, _seat: Seat, _act: a.HexaUnclaimed) -> Stepped[HexaState]:
    return calls.unclaimed(state)


_APPLY: Final[dict[type, Callable[[HexaState, Seat, Any], Stepped[HexaState]]]] = {
    a.HexaTurn: _turn,
    Deal: _deal,
    a.HexaCall: _call,
    a.HexaPass: calm.choose,
    a.HexaTie: calls.tie,
    a.HexaUnclaimed: _unclaimed,
    a.HexaClose: calm.close,
}

# --- the race ------------------------------------------------------------------------------------------------------

_THE_CARD: Final = frozenset({"card"})


def deadlines(state: HexaState) -> tuple[Deadline[a.HexaAct], ...]:
    """HEXA-20: patience, counted again from each card."""
    patience_s = state.options.patience_s
    if state.phase is not HexaPhase.OPEN:
        return ()
    if state.options.calm:
        return calm.deadlines(state)
    if not patience_s:
        return ()
    return (Deadline(a.UNCLAIMED, patience_s, str(state.turned), courtesy=False),)


def open_race(state: HexaState) -> OpenRace[a.HexaAct] | None:
    """Every open card is a race of its own."""
    raced = state.phase is HexaPhase.OPEN and not state.options.calm
    return OpenRace(str(state.turned), a.UNCLAIMED) if raced else None


def stakes(state: HexaState, _seat: Seat, act: a.HexaAct) -> frozenset[str]:
    """HEXA-11: every call is a call for the open card; in calm play nobody is before others by being fast."""
    return _THE_CARD if isinstance(act, a.HexaCall) and not state.options.calm else frozenset()


def wins_stakes(state: HexaState, _seat: Seat, act: a.HexaAct) -> bool:
    """A right call."""
    return isinstance(act, a.HexaCall) and is_right(act.claim, state.open, state.rows)


def tie(_state: HexaState, calls: Mapping[Seat, a.HexaAct]) -> a.HexaAct:
    """HEXA-21: what the referee finds when it cannot tell these calls apart."""
    return a.HexaTie(tuple((seat, act.claim) for seat, act in sorted(calls.items()) if isinstance(act, a.HexaCall)))
