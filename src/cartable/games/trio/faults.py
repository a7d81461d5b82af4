"""Trio: accusations and penalties (TRIO-14 to 20, 22)."""

from msgspec.structs import replace

from cartable.games.trio import events as e
from cartable.games.trio.acts import REFUSALS, TrioFault
from cartable.games.trio.cards import AT, PILES, fits
from cartable.games.trio.draw import refill
from cartable.games.trio.state import ACCUSABLE, CHECKED, NOBODY_LAID, UNCOVERED, Known, TrioPhase, TrioState
from cartable.kernel import Event, Refused, Seat, around, with_entry


def fault_refusal(state: TrioState, seat: Seat, act: TrioFault) -> Refused | None:
    """Why a card cannot be accused."""
    if state.options.referee:
        return REFUSALS["no-faults"]
    if state.phase is TrioPhase.SIGNAL:
        return REFUSALS["stopped"]
    at = AT.get(act.pile)
    if at is None:
        return REFUSALS["no-such-pile"].because(pile=act.pile)
    if state.last is not None and at != state.last[1]:
        return REFUSALS["other-pile"].because(pile=PILES[state.last[1]])
    run, card = state.run(at), act.on or state.top(at)
    if card not in run:
        return REFUSALS["card-covered"].because(card=card)
    excuse = state.excuses[at][run.index(card)]
    if excuse != ACCUSABLE:
        return REFUSALS[excuse].because(card=card)
    return REFUSALS["own-card"].because(card=card) if state.laid_by[at] == seat else None


def accusable_cards(state: TrioState, at: int) -> tuple[str, ...]:
    """The cards of a pile that an opponent of their player could accuse now, topmost first: TRIO-14, TRIO-20; after a
    last card those of its pile alone (TRIO-22); with a referee none (TRIO-23).
    """
    if state.options.referee or state.phase is TrioPhase.SIGNAL or state.phase is TrioPhase.OVER or state.bare:
        return ()
    if state.last is not None and state.last[1] != at:
        return ()
    pairs = zip(reversed(state.centre[at]), reversed(state.excuses[at]), strict=False)
    return tuple([card for card, excuse in pairs if excuse == ACCUSABLE and isinstance(card, str)])


def is_wrong(state: TrioState, at: int, card: str) -> bool:
    """Was this card wrong on the card beneath it? Only asked of a card that somebody laid."""
    pile = state.centre[at]
    below = pile[pile.index(card) - 1]
    return isinstance(below, str) and not fits(PILES[at], card, below)


def convict(state: TrioState, accuser: Seat, at: int, card: str) -> tuple[TrioState, tuple[Event, ...]]:
    """TRIO-15: the card was wrong. The culprit gets it back (TRIO-19), two cards from the accuser, one from others."""
    culprit = state.laid_by[at]
    events: tuple[Event, ...] = (e.TrioFaultProved(accuser, culprit, card, PILES[at]),)
    if state.options.wrong_card == "returns" or state.last is not None:  # TRIO-22: a last card never stays
        state, returned = send_back(state, at, card)
        events += returned
    else:
        state = _checked(state, at, card)
    state, given = pay(state, culprit, accuser)
    return stop_for(state, culprit), events + given


def acquit(state: TrioState, accuser: Seat, at: int, card: str) -> tuple[TrioState, tuple[Event, ...]]:
    """TRIO-16: the card was right, and every other player gives the accuser one card."""
    disproved = e.TrioFaultDisproved(accuser, state.laid_by[at], card, PILES[at])
    state, given = pay(_checked(state, at, card), accuser)
    return state, (disproved, *given)


def _checked(state: TrioState, at: int, card: str) -> TrioState:
    """TRIO-20: a card once checked cannot be accused again."""
    excuses = with_entry(state.excuses[at], state.run(at).index(card), CHECKED)
    return replace(state, excuses=with_entry(state.excuses, at, excuses))


def send_back(state: TrioState, at: int, card: str) -> tuple[TrioState, tuple[Event, ...]]:
    """TRIO-19: the card, and what its player laid on it, go under that player's pile in the open, lowest first; the
    card below shows again."""
    culprit, pile = state.laid_by[at], state.centre[at]
    returned = [each for each in pile[pile.index(card) :] if isinstance(each, str)]
    after = replace(
        state,
        centre=with_entry(state.centre, at, pile[: pile.index(card)]),
        laid_by=with_entry(state.laid_by, at, NOBODY_LAID),
        excuses=with_entry(state.excuses, at, (UNCOVERED,)),
        stacks=with_entry(state.stacks, culprit, (*state.stacks[culprit], *map(Known, returned))),
    )
    return after, tuple([e.TrioCardReturned(culprit, each, PILES[at]) for each in returned])


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
    """TRIO-18: play waits for the penalised player's signal; short hands refill at once (TRIO-19). In calm play nobody
    has to get ready, and play goes on (TRIO-C6)."""
    if state.options.calm:
        return refill(replace(state, phase=TrioPhase.RUNNING, last=None, stops=state.stops + 1))
    return refill(replace(state, phase=TrioPhase.SIGNAL, resumes=penalised, last=None, stops=state.stops + 1))
