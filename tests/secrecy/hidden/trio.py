"""Trio: the hands of the others, and what they alone have seen of face-down piles (TRIO-07, TRIO-24)."""

from random import Random

from msgspec.structs import replace

from cartable.games.trio.acts import DEAL, TrioRelief
from cartable.games.trio.cards import KINDS
from cartable.games.trio.draw import bare_pile
from cartable.games.trio.state import Known, TrioState
from cartable.kernel import DEALER, Act, Seat

MOVED = 5
"""So many cards at most leave a pile by one act: two are given away, and three taken in hand."""


def twin(state: TrioState, viewer: Seat | None, rng: Random) -> TrioState | None:
    """Two cards exchanged, of which the viewer knows where neither is."""
    held = [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
    put_under = [card.card for stack in state.stacks for card in stack if isinstance(card, Known) and _to(card, viewer)]
    unseen = [card for card in set(state.unseen.left) if card in state.unseen.shuffled]
    anywhere = [card for card in [*held, *put_under] if card in state.unseen.shuffled]
    if not anywhere:
        return None
    one = rng.choice(anywhere)
    return _exchanged(state, one, rng.choice([*anywhere, *rng.sample(unseen, min(3, len(unseen)))]))


def _to(card: Known, viewer: Seat | None) -> bool:
    """Did somebody else alone see it?"""
    return card.to is not None and card.to != viewer


def _exchanged(state: TrioState, one: str, two: str) -> TrioState:
    """The state with two cards in each other's places, wherever those are."""
    other = {one: two, two: one}
    left = [other.get(card, card) for card in state.unseen.left]
    return replace(
        state,
        unseen=replace(state.unseen, left=KINDS.count(left)),
        hands=tuple(tuple(sorted(other.get(card, card) for card in hand)) for hand in state.hands),
        stacks=tuple(
            tuple(
                Known(other.get(card.card, card.card), card.to) if isinstance(card, Known) else card for card in stack
            )
            for stack in state.stacks
        ),
    )


def disguise(state: TrioState, viewer: Seat | None, seat: Seat, act: Act, rng: Random) -> Act | None:
    """Another card taken in hand by another player; but in a relief it decides whether that has helped."""
    if seat != DEALER or bare_pile(state) is not None or state.relieving or state.filling[0] == viewer:
        return None
    return DEAL[rng.choice(list(state.unseen.left))]


def reveals(one: TrioState, two: TrioState, seat: Seat, act: Act) -> bool:
    """A relief tells whether anybody can play; and who takes a card in hand that somebody else put away learns it."""
    near = zip(one.stacks, two.stacks, strict=True)
    return one.relieving or isinstance(act, TrioRelief) or any(mine[:MOVED] != other[:MOVED] for mine, other in near)
