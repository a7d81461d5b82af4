"""Hexa: which calls are right, what follows from a call or from none, and how the match ends."""

from typing import Final

from msgspec.structs import replace

from cartable.games.hexa import acts as a
from cartable.games.hexa import events as e
from cartable.games.hexa.cards import CLASHES, FITS_SIDE, SIDES
from cartable.games.hexa.state import ELIMINATING, NEUTRAL, OWN, HexaPhase, HexaState, Source
from cartable.kernel import Event, Outcome, Seat, Stepped, around, ranks, with_entry

LAST_CARD: Final = "last-card"
LAST_PLAYER: Final = "last-player"
REASONS: Final = (LAST_CARD, LAST_PLAYER)

Rows = tuple[tuple[str, ...], ...]


def fits(card: str, row: int, rows: Rows) -> bool:
    """HEXA-10: neither its object nor its colour stands in the row, the hexagon's own included."""
    return FITS_SIDE[card][row - 1] and CLASHES[card].isdisjoint(rows[row - 1])


def fitting_rows(card: str, rows: Rows) -> tuple[int, ...]:
    """Every row that is right for a card (HEXA-12); none: it is impossible."""
    return tuple([row for row in range(1, SIDES + 1) if fits(card, row, rows)])


def is_right(claim: a.Claim, card: str, rows: Rows) -> bool:
    """HEXA-13 to 17."""
    return not fitting_rows(card, rows) if claim is None else fits(card, claim, rows)


# --- what follows --------------------------------------------------------------------------------------------------


def call(state: HexaState, seat: Seat, act: a.HexaCall) -> Stepped[HexaState]:
    """The first call decides (HEXA-11), and ends a tie (HEXA-23)."""
    card, claim = state.open, act.claim
    if not is_right(claim, card, state.rows):
        return _wrong(state, seat, claim)
    last_right = with_entry(state.last_right, seat, state.turned)
    if claim is None:  # HEXA-15
        after = replace(state, neutral=_with_open_under(state), open="", tied=(), last_right=last_right)
        return _await(after, seat, OWN, (e.HexaImpossibleRight(seat, card),))
    rows = with_entry(state.rows, claim - 1, (*state.rows[claim - 1], card))  # HEXA-13
    after = replace(state, rows=rows, open="", tied=(), last_right=last_right)
    return _await(after, seat, OWN, (e.HexaRowRight(seat, card, claim),))


def _wrong(state: HexaState, seat: Seat, claim: a.Claim) -> Stepped[HexaState]:
    """HEXA-14, 16, 17; and HEXA-25 with the third chip."""
    card, chips = state.open, state.chips[seat] + 1
    told: Event = (
        e.HexaImpossibleWrong(seat, card, chips) if claim is None else e.HexaRowWrong(seat, card, claim, chips)
    )
    taken = with_entry(state.chips, seat, chips)
    after = replace(state, neutral=_with_open_under(state), open="", tied=(), chips=taken)
    if chips == ELIMINATING:
        return _eliminate(after, seat, (told,))
    return _await(after, seat, NEUTRAL, (told,))


def _eliminate(state: HexaState, seat: Seat, events: tuple[Event, ...]) -> Stepped[HexaState]:
    """HEXA-25: the player leaves with their pile, and the next in play turns. HEXA-26: the last one left has won."""
    events += (e.HexaPlayerEliminated(seat, len(state.piles[seat])),)
    after = replace(state, piles=with_entry(state.piles, seat, ()), out=(*state.out, seat))
    following = _next_of(after, seat, after.playing)
    if len(after.playing) == 1:
        return win(after, following, events)
    return _await(after, following, NEUTRAL, events)


def tie(state: HexaState, _seat: Seat, act: a.HexaTie) -> Stepped[HexaState]:
    """HEXA-21 to 23: somebody who is not tied turns, and only the tied may call."""
    tied = tuple(seat for seat, _ in act.calls)
    others = tuple(seat for seat in state.playing if seat not in tied)
    turner = _next_of(state, state.turner, others) if others else state.turner
    told = e.HexaCallsTied(tied, tuple(a.claim_text(claim) for _, claim in act.calls), state.open)
    return _await(_put_under(state, tied), turner, NEUTRAL, (told,))


def unclaimed(state: HexaState) -> Stepped[HexaState]:
    """HEXA-20: no penalty, the same turner, and a tie-break goes on."""
    return _await(_put_under(state, state.tied), state.turner, NEUTRAL, (e.HexaNobodyCalled(state.open),))


def _put_under(state: HexaState, tied: tuple[Seat, ...]) -> HexaState:
    """Nobody got the open card. Only `tied` may call the next one."""
    return replace(state, neutral=_with_open_under(state), open="", tied=tied)


def _with_open_under(state: HexaState) -> tuple[int | str, ...]:
    """HEXA-18: the open card goes under the neutral pile, wherever it came from."""
    return (*state.neutral, state.open)


def _await(state: HexaState, turner: Seat, source: Source, events: tuple[Event, ...]) -> Stepped[HexaState]:
    """The next card is awaited; or HEXA-27: a player who may turn the last card of their own pile has won."""
    after = replace(state, phase=HexaPhase.TURN, turner=turner, source=source)
    if source == OWN and len(state.piles[turner]) <= 1:
        return win(after, turner, events)
    return Stepped(after, (*events, e.HexaTurnAwaited(turner, source)))


def win(state: HexaState, seat: Seat, events: tuple[Event, ...]) -> Stepped[HexaState]:
    after = replace(state, phase=HexaPhase.OVER, turner=seat)
    end = outcome_of(after)
    return Stepped(after, (*events, e.HexaMatchEnded(end.winners, end.reason)))


def _next_of(state: HexaState, seat: Seat, among: tuple[Seat, ...]) -> Seat:
    """The next of these seats, clockwise from `seat`, which comes last itself."""
    return next(following for following in around(seat, state.seats) if following in among)


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
