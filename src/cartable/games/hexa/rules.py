"""Hexa: what is allowed, and what follows from it."""

from collections.abc import Callable, Mapping
from itertools import combinations, pairwise
from typing import Any, Final

from msgspec.structs import replace

from cartable.games.hexa import acts as a
from cartable.games.hexa import events as e
from cartable.games.hexa.acts import REFUSALS
from cartable.games.hexa.cards import CLASHES, FITS_SIDE, SIDES
from cartable.games.hexa.state import (
    ELIMINATING,
    NEUTRAL,
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
    Event,
    NextReveal,
    OpenRace,
    Outcome,
    Refused,
    Seat,
    Stepped,
    around,
    only,
    ranks,
    with_entry,
)

LAST_CARD: Final = "last-card"
LAST_PLAYER: Final = "last-player"
REASONS: Final = (LAST_CARD, LAST_PLAYER)

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
        case HexaPhase.OPEN:
            return _RACE[state.callers]
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


def _call_refusal(state: HexaState, seat: Seat, act: a.HexaCall) -> Refused | None:
    if not 0 <= seat < state.seats:
        return REFUSALS["only-players"]
    if seat in state.out:
        return REFUSALS["eliminated"]
    if state.phase is not HexaPhase.OPEN:
        return REFUSALS["nothing-open"]
    if seat not in state.callers:
        return REFUSALS["only-the-tied"]
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
            return _win(replace(state, source=source), seat, ())
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
    after = replace(state, phase=HexaPhase.OPEN, open=card, turned=state.turned + 1)
    return Stepped(after, (e.HexaCardTurned(state.turner, card, state.source),))


def _call(state: HexaState, seat: Seat, act: a.HexaCall) -> Stepped[HexaState]:
    """The first call decides (HEXA-11), and ends a tie (HEXA-23)."""
    card, claim = state.open, act.claim
    if not is_right(claim, card, state.rows):
        return _wrong(state, seat, claim)
    if claim is None:  # HEXA-15
        return _await(_put_under(state, ()), seat, OWN, (e.HexaImpossibleRight(seat, card),))
    rows = with_entry(state.rows, claim - 1, (*state.rows[claim - 1], card))  # HEXA-13
    return _await(replace(state, rows=rows, open="", tied=()), seat, OWN, (e.HexaRowRight(seat, card, claim),))


def _wrong(state: HexaState, seat: Seat, claim: a.Claim) -> Stepped[HexaState]:
    """HEXA-14, 16, 17; and HEXA-25 with the third chip."""
    card, chips = state.open, state.chips[seat] + 1
    told: Event = (
        e.HexaImpossibleWrong(seat, card, chips) if claim is None else e.HexaRowWrong(seat, card, claim, chips)
    )
    after = replace(_put_under(state, ()), chips=with_entry(state.chips, seat, chips))
    if chips == ELIMINATING:
        return _eliminate(after, seat, (told,))
    return _await(after, seat, NEUTRAL, (told,))


def _eliminate(state: HexaState, seat: Seat, events: tuple[Event, ...]) -> Stepped[HexaState]:
    """HEXA-25: the player leaves with their pile, and the next in play turns. HEXA-26: the last one left has won."""
    events += (e.HexaPlayerEliminated(seat, len(state.piles[seat])),)
    after = replace(state, piles=with_entry(state.piles, seat, ()), out=(*state.out, seat))
    following = _next_of(after, seat, after.playing)
    if len(after.playing) == 1:
        return _win(after, following, events)
    return _await(after, following, NEUTRAL, events)


def _tie(state: HexaState, _seat: Seat, act: a.HexaTie) -> Stepped[HexaState]:
    """HEXA-21 to 23: somebody who is not tied turns, and only the tied may call."""
    tied = tuple(seat for seat, _ in act.calls)
    others = tuple(seat for seat in state.playing if seat not in tied)
    turner = _next_of(state, state.turner, others) if others else state.turner
    told = e.HexaCallsTied(tied, tuple(a.claim_text(claim) for _, claim in act.calls), state.open)
    return _await(_put_under(state, tied), turner, NEUTRAL, (told,))


def _unclaimed(state: HexaState, _seat: Seat, _act: a.HexaUnclaimed) -> Stepped[HexaState]:
    """HEXA-20: no penalty, the same turner, and a tie-break goes on."""
    return _await(_put_under(state, state.tied), state.turner, NEUTRAL, (e.HexaNobodyCalled(state.open),))


def _put_under(state: HexaState, tied: tuple[Seat, ...]) -> HexaState:
    """The open card goes under the neutral pile, wherever it came from (HEXA-18). Only `tied` may call the next one."""
    return replace(state, neutral=(*state.neutral, state.open), open="", tied=tied)


def _await(state: HexaState, turner: Seat, source: Source, events: tuple[Event, ...]) -> Stepped[HexaState]:
    """The next card is awaited; or HEXA-27: a player who may turn the last card of their own pile has won."""
    after = replace(state, phase=HexaPhase.TURN, turner=turner, source=source)
    if source == OWN and len(state.piles[turner]) <= 1:
        return _win(after, turner, events)
    return Stepped(after, (*events, e.HexaTurnAwaited(turner, source)))


def _win(state: HexaState, seat: Seat, events: tuple[Event, ...]) -> Stepped[HexaState]:
    after = replace(state, phase=HexaPhase.OVER, turner=seat)
    end = outcome_of(after)
    return Stepped(after, (*events, e.HexaMatchEnded(end.winners, end.reason)))


def _next_of(state: HexaState, seat: Seat, among: tuple[Seat, ...]) -> Seat:
    """The next of these seats, clockwise from `seat`, which comes last itself."""
    return next(following for following in around(seat, state.seats) if following in among)


_APPLY: Final[dict[type, Callable[[HexaState, Seat, Any], Stepped[HexaState]]]] = {
    a.HexaTurn: _turn,
    Deal: _deal,
    a.HexaCall: _call,
    a.HexaTie: _tie,
    a.HexaUnclaimed: _unclaimed,
}

# --- how it ends ---------------------------------------------------------------------------------------------------


def outcome(state: HexaState) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    return outcome_of(state) if state.phase is HexaPhase.OVER else None


def outcome_of(state: HexaState) -> Outcome:
    """How a finished match came out. There are no points."""
    reason = LAST_PLAYER if len(state.out) == state.seats - 1 else LAST_CARD
    return Outcome(reason, ranks([_merit(state, seat) for seat in range(state.seats)]))


def _merit(state: HexaState, seat: Seat) -> tuple[int, int, int]:
    """HEXA-28: the winner; fewer cards left, then fewer chips; the eliminated, the latest ahead."""
    if seat in state.out:
        return 0, state.out.index(seat), 0
    if seat == state.turner:
        return 2, 0, 0
    return 1, -len(state.piles[seat]), -state.chips[seat]


# --- the race ------------------------------------------------------------------------------------------------------

_THE_CARD: Final = frozenset({"card"})


def deadlines(state: HexaState) -> tuple[Deadline[a.HexaAct], ...]:
    """HEXA-20: patience, counted again from each card."""
    patience_s = state.options.patience_s
    if state.phase is not HexaPhase.OPEN or not patience_s:
        return ()
    return (Deadline(a.UNCLAIMED, patience_s, str(state.turned), courtesy=False),)


def open_race(state: HexaState) -> OpenRace[a.HexaAct] | None:
    """Every open card is a race of its own."""
    return OpenRace(str(state.turned), a.UNCLAIMED) if state.phase is HexaPhase.OPEN else None


def stakes(_state: HexaState, _seat: Seat, act: a.HexaAct) -> frozenset[str]:
    """HEXA-11: every call is a call for the open card."""
    return _THE_CARD if isinstance(act, a.HexaCall) else frozenset()


def wins_stakes(state: HexaState, _seat: Seat, act: a.HexaAct) -> bool:
    """A right call."""
    return isinstance(act, a.HexaCall) and is_right(act.claim, state.open, state.rows)


def tie(_state: HexaState, calls: Mapping[Seat, a.HexaAct]) -> a.HexaAct:
    """HEXA-21: what the referee finds when it cannot tell these calls apart."""
    return a.HexaTie(tuple((seat, act.claim) for seat, act in sorted(calls.items()) if isinstance(act, a.HexaCall)))
