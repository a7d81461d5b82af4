"""Hexa: what is allowed, and what follows from it."""

from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any, Final

from msgspec.structs import replace

from cartable.games.hexa import acts as a
from cartable.games.hexa import events as e
from cartable.games.hexa.cards import CLASHES, FITS_SIDE, SIDES
from cartable.games.hexa.refusals import REFUSALS
from cartable.games.hexa.score import outcome_of
from cartable.games.hexa.start import lay
from cartable.games.hexa.state import ELIMINATING, NEUTRAL, OWN, HexaState, Phase, Source
from cartable.kernel import (
    CLOCK,
    DEALER,
    NOBODY,
    ONLY_DEALER,
    Event,
    Refused,
    Seat,
    Stepped,
    clockwise,
    only,
)

Rows = tuple[tuple[str, ...], ...]

# Who may act while a card lies open, by who may call: the players and the clock.
_RACE: Final = {seats: frozenset({*seats, CLOCK}) for size in range(1, 6) for seats in combinations(range(5), size)}


def fits(card: str, row: int, rows: Rows) -> bool:
    """HEXA-10: neither its object nor its colour stands in the row, the hexagon's own included."""
    return FITS_SIDE[card][row - 1] and CLASHES[card].isdisjoint(rows[row - 1])


def fitting_rows(card: str, rows: Rows) -> tuple[int, ...]:
    """Every row that is right for a card (HEXA-12); none: it is impossible."""
    return tuple([row for row in range(1, SIDES + 1) if fits(card, row, rows)])


def is_right(claim: a.Claim, card: str, rows: Rows) -> bool:
    """HEXA-13 to 17."""
    return not fitting_rows(card, rows) if claim is None else fits(card, claim, rows)


# --- what is allowed -----------------------------------------------------------------------------------------------


def actors(state: HexaState) -> frozenset[Seat]:
    """Who may act now."""
    match state.phase:
        case Phase.OPEN:
            return _RACE[state.callers]
        case Phase.TURN:
            return only(state.turner)
        case Phase.SETUP | Phase.DEAL:
            return ONLY_DEALER
        case Phase.OVER:
            return NOBODY


def legal(state: HexaState, seat: Seat) -> tuple[a.HexaAct, ...]:
    """What a seat may do: rows by number, then impossible. The fitting rows are for the players to see."""
    if state.phase is Phase.TURN:
        return (a.TURN,) if seat == state.turner else ()
    if state.phase is not Phase.OPEN:
        return ()
    if seat == CLOCK:
        return (a.UNCLAIMED,)
    return a.CALLS if seat in state.callers else ()


def refusal(state: HexaState, seat: Seat, act: a.HexaAct) -> Refused | None:
    """Why an act is not allowed now. The only place where legality is decided."""
    if state.phase is Phase.OVER:
        return REFUSALS["over"]
    if seat == DEALER:
        return _dealer_refusal(state, act)
    if isinstance(act, a.Deal):
        return REFUSALS["only-the-dealer"]
    if state.phase is Phase.SETUP:
        return REFUSALS["still-dealing"]
    if state.phase is Phase.DEAL:
        return REFUSALS["being-turned"]
    match act:
        case a.Turn():
            return _turn_refusal(state, seat)
        case a.Call():
            return _call_refusal(state, seat, act)
        case a.Tie():
            return _tie_refusal(state, seat, act)
        case a.Unclaimed():
            if seat != CLOCK:
                return REFUSALS["only-the-clock"]
            return None if state.phase is Phase.OPEN else REFUSALS["nothing-open"]


def _dealer_refusal(state: HexaState, act: a.HexaAct) -> Refused | None:
    if state.phase not in (Phase.SETUP, Phase.DEAL) or not isinstance(act, a.Deal):
        return REFUSALS["nothing-to-deal"]
    return None if act.card in state.unseen.left else REFUSALS["card-not-left"]


def _turn_refusal(state: HexaState, seat: Seat) -> Refused | None:
    if state.phase is Phase.OPEN:
        return REFUSALS["call-it-first"]
    if seat == state.turner:
        return None
    if state.tied:
        return REFUSALS["tie-turner-turns"]
    return REFUSALS["caller-turns" if state.source == OWN else "not-your-turn"]


def _call_refusal(state: HexaState, seat: Seat, act: a.Call) -> Refused | None:
    if not 0 <= seat < state.seats:
        return REFUSALS["only-players"]
    if seat in state.out:
        return REFUSALS["eliminated"]
    if state.phase is not Phase.OPEN:
        return REFUSALS["nothing-open"]
    if seat not in state.callers:
        return REFUSALS["only-the-tied"]
    return None if _callable(act.claim) else REFUSALS["no-such-row"].because(row=act.claim or 0)


def _tie_refusal(state: HexaState, seat: Seat, act: a.Tie) -> Refused | None:
    """HEXA-21, HEXA-24: two or more who may call, each with a call that can be made."""
    if seat != CLOCK:
        return REFUSALS["only-the-referee"]
    if state.phase is not Phase.OPEN:
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


def _turn(state: HexaState, seat: Seat, _act: a.Turn) -> Stepped[HexaState]:
    source: Source = state.source if state.neutral else OWN  # HEXA-29
    if source == OWN:
        # A made-up position may ask for the last own card: to turn it is to win.
        if len(state.piles[seat]) <= 1:
            return _win(replace(state, source=source), seat, ())
        return Stepped(replace(state, phase=Phase.DEAL, source=source), ())
    top = state.neutral[0]
    if isinstance(top, str):  # everybody saw it go under: there is nothing to deal
        return _opened(replace(state, neutral=state.neutral[1:]), top)
    return Stepped(replace(state, phase=Phase.DEAL), ())


def top_slot(state: HexaState) -> int:
    """The slot that was turned and is still to be shown."""
    return int(state.piles[state.turner][0] if state.source == OWN else state.neutral[0])


def _deal(state: HexaState, _seat: Seat, act: a.Deal) -> Stepped[HexaState]:
    if state.phase is Phase.SETUP:
        return lay(state, act.card)
    unseen, turner = state.unseen.seen(act.card), state.turner
    if state.source == OWN:
        shown = replace(state, unseen=unseen, piles=_with_pile(state, turner, state.piles[turner][1:]))
    else:
        shown = replace(state, unseen=unseen, neutral=state.neutral[1:])
    return _opened(shown, act.card)


def _opened(state: HexaState, card: str) -> Stepped[HexaState]:
    after = replace(state, phase=Phase.OPEN, open=card, turned=state.turned + 1)
    return Stepped(after, (e.CardTurned(state.turner, card, state.source),))


def _call(state: HexaState, seat: Seat, act: a.Call) -> Stepped[HexaState]:
    """The first call decides (HEXA-11), and ends a tie (HEXA-23)."""
    card, claim = state.open, act.claim
    if not is_right(claim, card, state.rows):
        return _wrong(state, seat, claim)
    if claim is None:  # HEXA-15
        return _await(_put_under(state, ()), seat, OWN, (e.ImpossibleRight(seat, card),))
    rows = (*state.rows[: claim - 1], (*state.rows[claim - 1], card), *state.rows[claim:])  # HEXA-13
    return _await(replace(state, rows=rows, open="", tied=()), seat, OWN, (e.RowRight(seat, card, claim),))


def _wrong(state: HexaState, seat: Seat, claim: a.Claim) -> Stepped[HexaState]:
    """HEXA-14, 16, 17; and HEXA-25 with the third chip."""
    card, chips = state.open, state.chips[seat] + 1
    told: Event = e.ImpossibleWrong(seat, card, chips) if claim is None else e.RowWrong(seat, card, claim, chips)
    after = replace(_put_under(state, ()), chips=(*state.chips[:seat], chips, *state.chips[seat + 1 :]))
    if chips == ELIMINATING:
        return _eliminate(after, seat, (told,))
    return _await(after, seat, NEUTRAL, (told,))


def _eliminate(state: HexaState, seat: Seat, events: tuple[Event, ...]) -> Stepped[HexaState]:
    """HEXA-25: the own pile goes too, and the next seat in play turns; HEXA-26: or has won, alone."""
    events += (e.PlayerEliminated(seat, len(state.piles[seat])),)
    after = replace(state, piles=_with_pile(state, seat, ()), out=(*state.out, seat))
    following = _next_of(after, seat, after.playing)
    if len(after.playing) == 1:
        return _win(after, following, events)
    return _await(after, following, NEUTRAL, events)


def _tie(state: HexaState, _seat: Seat, act: a.Tie) -> Stepped[HexaState]:
    """HEXA-21 to 23: somebody who is not tied turns, and only the tied may call."""
    tied = tuple(seat for seat, _ in act.calls)
    others = tuple(seat for seat in state.playing if seat not in tied)
    turner = _next_of(state, state.turner, others) if others else state.turner
    told = e.CallsTied(tied, tuple(a.written(claim) for _, claim in act.calls), state.open)
    return _await(_put_under(state, tied), turner, NEUTRAL, (told,))


def _unclaimed(state: HexaState, _seat: Seat, _act: a.Unclaimed) -> Stepped[HexaState]:
    """HEXA-20: no penalty, the same turner, and a tie-break goes on."""
    return _await(_put_under(state, state.tied), state.turner, NEUTRAL, (e.NobodyCalled(state.open),))


def _put_under(state: HexaState, tied: tuple[Seat, ...]) -> HexaState:
    """The open card goes under the neutral pile, whosever it was (HEXA-18); `tied` may call about the next one."""
    return replace(state, neutral=(*state.neutral, state.open), open="", tied=tied)


def _await(state: HexaState, turner: Seat, source: Source, events: tuple[Event, ...]) -> Stepped[HexaState]:
    """The next card is awaited; or HEXA-27: who may turn the last card of the own pile has won."""
    after = replace(state, phase=Phase.TURN, turner=turner, source=source)
    if source == OWN and len(state.piles[turner]) <= 1:
        return _win(after, turner, events)
    return Stepped(after, (*events, e.TurnAwaited(turner, source)))


def _win(state: HexaState, seat: Seat, events: tuple[Event, ...]) -> Stepped[HexaState]:
    after = replace(state, phase=Phase.OVER, turner=seat)
    end = outcome_of(after)
    return Stepped(after, (*events, e.MatchEnded(end.winners, end.reason)))


def _next_of(state: HexaState, seat: Seat, among: tuple[Seat, ...]) -> Seat:
    """The next of these seats, clockwise from `seat`, which comes last itself."""
    following = clockwise(seat, state.seats)
    while following not in among:
        following = clockwise(following, state.seats)
    return following


def _with_pile(state: HexaState, seat: Seat, pile: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*state.piles[:seat], pile, *state.piles[seat + 1 :])


_APPLY: Final[dict[type, Callable[[HexaState, Seat, Any], Stepped[HexaState]]]] = {
    a.Turn: _turn,
    a.Deal: _deal,
    a.Call: _call,
    a.Tie: _tie,
    a.Unclaimed: _unclaimed,
}
