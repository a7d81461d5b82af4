"""Trio: what follows from a card and from an accusation, in a race and in calm play alike."""

from typing import Final

from msgspec.structs import replace

from cartable.games.trio import acts as a
from cartable.games.trio import events as e
from cartable.games.trio.cards import AT, PILES
from cartable.games.trio.draw import owed, take_known, takes_cards
from cartable.games.trio.faults import acquit, convict, is_wrong, pay, send_back, stop_for
from cartable.games.trio.relief import relieve
from cartable.games.trio.rounds import won
from cartable.games.trio.state import ACCUSABLE, TrioPhase, TrioState
from cartable.kernel import Event, Seat, Stepped, with_entry

ONE_ACCUSABLE: Final = (ACCUSABLE,)


def settled(state: TrioState, events: tuple[Event, ...]) -> Stepped[TrioState]:
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


def put_card(state: TrioState, seat: Seat, act: a.TrioLay, filling: tuple[Seat, ...] = ()) -> Stepped[TrioState]:
    """The card lies on its pile; hands are not filled yet, and `filling` is who will. TRIO-22: play stops for a last
    card."""
    at = AT[act.pile]
    hand = tuple([card for card in state.hands[seat] if card != act.card])
    after = replace(
        state,
        hands=with_entry(state.hands, seat, hand),
        centre=with_entry(state.centre, at, (*state.centre[at], act.card)),
        laid_by=with_entry(state.laid_by, at, seat),
        excuses=with_entry(state.excuses, at, _excuses_after(state, seat, at)),
        filling=filling,
    )
    if hand or state.stacks[seat]:
        return Stepped(after, (e.TrioCardLaid(seat, act.card, act.pile),))
    last = e.TrioLastCardLaid(seat, act.card, act.pile)
    if state.options.referee:  # TRIO-22: it must be right, so the win stands at once
        return won(after, seat, (last,))
    return Stepped(replace(after, phase=TrioPhase.GRACE, last=(seat, at), stops=state.stops + 1), (last,))


def lay(state: TrioState, seat: Seat, act: a.TrioLay) -> Stepped[TrioState]:
    """TRIO-08, and TRIO-12: whoever laid it takes another."""
    filling = (seat,) if takes_cards(state, seat, len(state.hands[seat]) - 1) else ()
    laid = put_card(state, seat, act, filling)
    return settled(laid.state, laid.events) if laid.state.phase is TrioPhase.RUNNING else laid


def _excuses_after(state: TrioState, seat: Seat, at: int) -> tuple[str, ...]:
    """TRIO-14: a card stays accusable under more cards of its own player, until somebody else covers it."""
    goes_on = state.laid_by[at] == seat and state.rules_version > 1
    return (*state.excuses[at], ACCUSABLE) if goes_on else ONE_ACCUSABLE


def checked(state: TrioState, seat: Seat, act: a.TrioFault) -> tuple[TrioState, tuple[Event, ...]]:
    """TRIO-15, TRIO-16: was the card wrong? Who pays is told, and play has stopped for it (TRIO-18)."""
    at = AT[act.pile]
    card = act.on or state.top(at)
    if is_wrong(state, at, card):
        return convict(state, seat, at, card)
    after, events = acquit(state, seat, at, card)
    return stop_for(after, seat), events


def fault(state: TrioState, seat: Seat, act: a.TrioFault) -> Stepped[TrioState]:
    """An accusation. TRIO-22: that of a last card that was right is paid, and the grace time is over at once."""
    at = AT[act.pile]
    card = act.on or state.top(at)
    if state.last is not None and not is_wrong(state, at, card):
        return end_of_grace(*acquit(state, seat, at, card))
    return settled(*checked(state, seat, act))


def end_of_grace(state: TrioState, events: tuple[Event, ...]) -> Stepped[TrioState]:
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
    return settled(stop_for(state, seat), (*events, wrong, *returned, *given))
