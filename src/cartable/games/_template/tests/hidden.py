"""Template: the hands of the others, until they are shown (TMPL-03, TMPL-09)."""

from random import Random

from msgspec.structs import replace

from cartable.games._template.acts import DEAL, TemplateStop
from cartable.games._template.cards import KINDS
from cartable.games._template.state import TemplatePhase, TemplateState, receiver
from cartable.kernel import DEALER, Act, Seat

# To change: what each seat cannot know in your game. Where everybody sees the same, say `same_for_all=True` in game.py
# instead, and delete this file.


def twin(state: TemplateState, viewer: Seat | None, rng: Random) -> TemplateState | None:
    """Exchange a card of another player's hand with one of the pile."""
    held = [(seat, card) for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
    if state.phase is TemplatePhase.OVER or not held or not state.pile:
        return None
    (seat, card), other = rng.choice(held), rng.choice(list(state.pile.left))
    hand = [*state.hands[seat]]
    hand[hand.index(card)] = other
    left = KINDS.count([*state.pile.left.without(other), card])
    hands = (*state.hands[:seat], tuple(hand), *state.hands[seat + 1 :])
    return replace(state, hands=hands, pile=replace(state.pile, left=left))


def disguise(state: TemplateState, viewer: Seat | None, seat: Seat, act: Act, rng: Random) -> Act | None:
    """Deal another card to another player."""
    if seat != DEALER or state.phase is not TemplatePhase.DEAL or receiver(state) == viewer:
        return None
    return DEAL[rng.choice(list(state.pile.left))]


def reveals(one: TemplateState, two: TemplateState, seat: Seat, act: Act) -> bool:
    """Return whether the act shows hands: the end does, when the last player stops or the last card is drawn."""
    last_to_stop = isinstance(act, TemplateStop) and len(one.stopped) == one.seats - 1
    return last_to_stop or (seat == DEALER and one.phase is TemplatePhase.DRAW and len(one.pile) == 1)
