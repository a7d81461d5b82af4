"""Trio: what to do when nobody can play (TRIO-24).

It ends. Three central cards are put in another order if that helps. A new layout is only tried when some layout helps,
so it comes sooner or later. Otherwise hands are exchanged, three cards at a time through each player's own pile: after
as many exchanges as the longest of them needs, every card has been in hand and none fits, whatever lies on top; then
nobody can ever play again, and the round is over.
"""

from itertools import permutations
from math import ceil

from msgspec.structs import replace

from cartable.games.trio import events as e
from cartable.games.trio.cards import FITTING, KINDS, PILES
from cartable.games.trio.draw import central_cards
from cartable.games.trio.rounds import blocked_for_good
from cartable.games.trio.state import HAND, LAID_OUT, NOBODY_LAID, Known, TrioState
from cartable.kernel import Event, Stepped, Unseen


def relieve(state: TrioState, events: tuple[Event, ...]) -> Stepped[TrioState]:
    """One attempt; the caller comes back when the cards it asks for are there and everybody is still blocked."""
    cards = central_cards(state)
    if len(cards) == len(PILES) and state.rules_version > 1:
        reordered = _helpful_order(state, cards)
        if reordered is not None:
            return _reorder(state, reordered, events)
    if len(cards) > len(PILES) and _some_layout_helps(state, cards):
        return _lay_out(state, cards, events)
    rounds_needed = max(ceil(state.left(seat) / HAND) for seat in range(state.seats))
    if not any(state.stacks) or state.exchanges >= rounds_needed:
        return blocked_for_good(state, events)
    return _exchange(state, events)


def _some_layout_helps(state: TrioState, cards: list[str]) -> bool:
    """Could anybody play if the right one of these cards lay on top of the right pile?"""
    return any(not FITTING[pile][card].isdisjoint(hand) for pile in PILES for card in cards for hand in state.hands)


def _helpful_order(state: TrioState, cards: list[str]) -> tuple[str, ...] | None:
    """The first order of three central cards in which somebody can play, the present one being none of them."""
    for order in permutations(cards):
        fitting = [FITTING[pile][card] for pile, card in zip(PILES, order, strict=True)]
        if any(not those.isdisjoint(hand) for those in fitting for hand in state.hands):
            return order
    return None


def _reorder(state: TrioState, order: tuple[str, ...], events: tuple[Event, ...]) -> Stepped[TrioState]:
    """Three central cards in another order: everybody sees them, so nothing is shuffled."""
    after = replace(
        state,
        centre=tuple((card,) for card in order),
        centre_unseen=None,
        laid_by=(NOBODY_LAID,) * len(PILES),
        excuses=((LAID_OUT,),) * len(PILES),
    )
    shown = [e.TrioTopShown(pile, card) for pile, card in zip(PILES, order, strict=True)]
    return Stepped(after, (*events, e.TrioCentreLaidOut((1,) * len(PILES)), *shown))


def _lay_out(state: TrioState, cards: list[str], events: tuple[Event, ...]) -> Stepped[TrioState]:
    """All central cards shuffled into three piles as equal as can be, extra cards to the first ones."""
    small, extra = divmod(len(cards), len(PILES))
    sizes = tuple(small + (at < extra) for at in range(len(PILES)))
    first = [sum(sizes[:at]) for at in range(len(PILES))]
    after = replace(
        state,
        centre=tuple(tuple(range(start, start + size)) for start, size in zip(first, sizes, strict=True)),
        centre_unseen=Unseen.of(KINDS.count(cards), state.shuffles),
        shuffles=state.shuffles + 1,
        laid_by=(NOBODY_LAID,) * len(PILES),
        excuses=((LAID_OUT,),) * len(PILES),
        bare=True,
    )
    return Stepped(after, (*events, e.TrioCentreLaidOut(sizes)))


def _exchange(state: TrioState, events: tuple[Event, ...]) -> Stepped[TrioState]:
    """Everybody puts their hand under their own pile, where the owner still knows it, and takes the top three."""
    stacks = tuple(
        (*stack, *[Known(card, seat) for card in state.hands[seat]]) for seat, stack in enumerate(state.stacks)
    )
    after = replace(
        state,
        stacks=stacks,
        hands=((),) * state.seats,
        filling=tuple(range(state.seats)),
        exchanges=state.exchanges + 1,
    )
    return Stepped(after, (*events, e.TrioHandsExchanged()))
