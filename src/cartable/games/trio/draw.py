"""Trio: what the dealer owes, and how hands are filled (TRIO-07, 12, 25)."""

from msgspec.structs import replace

from cartable.games.trio import events as e
from cartable.games.trio.cards import PILES
from cartable.games.trio.state import HAND, Known, TrioState
from cartable.kernel import Event, NextReveal, Seat, Unseen, with_entry


def bare_pile(state: TrioState) -> int | None:
    """The first central pile whose top nobody has seen yet: at the start of a round or in a relief.

    Never after a return (TRIO-19): a card is laid on a top that is shown, and that one shows again.
    """
    return _first_bare(state.centre) if state.bare else None


def _first_bare(centre: tuple[tuple[str | int, ...], ...]) -> int | None:
    for at, pile in enumerate(centre):
        if not pile or isinstance(pile[-1], int):
            return at
    return None


def with_top(state: TrioState, at: int, card: str) -> TrioState:
    """The state once DEALER has shown the top of a central pile."""
    centre = with_entry(state.centre, at, (*state.centre[at][:-1], card))
    return replace(state, centre=centre, bare=_first_bare(centre) is not None)


def owed(state: TrioState) -> tuple[Unseen, int] | None:
    """The card that DEALER has to show now, if any, by its shuffle and slot: the tops first, then the hands."""
    if not state.bare:
        if not state.filling:
            return None
        top = state.stacks[state.filling[0]][0]
        return (state.unseen, top) if isinstance(top, int) else None
    at = bare_pile(state)
    if at is None:
        raise TypeError("a bare pile was found before")
    if not state.centre[at]:  # TRIO-04
        return state.unseen, at
    slot, layout = state.centre[at][-1], state.centre_unseen  # TRIO-24
    return (layout, slot) if isinstance(slot, int) and layout is not None else None


def next_reveal(state: TrioState) -> NextReveal:
    """The card that DEALER owes, as the table asks for it."""
    awaited = owed(state)
    if awaited is None:
        raise TypeError("DEALER owes nothing now")
    unseen, slot = awaited
    return unseen.reveal_at(slot)


def take_known(state: TrioState, events: tuple[Event, ...]) -> tuple[TrioState, tuple[Event, ...]]:
    """Fill hands as far as it goes without the dealer: until a slot lies on top of the pile of whoever is next."""
    while state.filling:
        seat = state.filling[0]
        if len(state.hands[seat]) >= HAND or not state.stacks[seat]:
            state = replace(state, filling=state.filling[1:])
            continue
        top = state.stacks[seat][0]
        if not isinstance(top, Known):
            break
        state, taken = take(state, seat, top.card)
        events += taken
    return state, events


def take(state: TrioState, seat: Seat, card: str) -> tuple[TrioState, tuple[Event, ...]]:
    """The top card of the seat's own pile, which is this one, goes into its hand."""
    hand, stack = tuple(sorted((*state.hands[seat], card))), state.stacks[seat][1:]
    after = replace(state, hands=with_entry(state.hands, seat, hand), stacks=with_entry(state.stacks, seat, stack))
    return after, (e.TrioHandFilled(seat, len(stack)), e.TrioCardDrawn(seat, card, to=seat))


def takes_cards(state: TrioState, seat: Seat, held: int) -> bool:
    """Does a seat that holds this many cards take more? TRIO-12, or TRIO-25: only when all three are laid."""
    wants = held == 0 if state.options.refill == "three" else held < HAND
    return wants and bool(state.stacks[seat])


def refill(state: TrioState) -> TrioState:
    """Everybody whose hand is short begins to take cards."""
    return replace(
        state, filling=tuple([at for at, hand in enumerate(state.hands) if takes_cards(state, at, len(hand))])
    )


def central_cards(state: TrioState) -> list[str]:
    """Every card in the middle, the unseen ones included: which they are is known, only their order is not."""
    shown = [card for at in range(len(PILES)) for card in state.centre[at] if isinstance(card, str)]
    return shown + list(state.centre_unseen.left if state.centre_unseen is not None else ())
