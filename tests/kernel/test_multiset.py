"""Multisets of cards, against plain lists."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.kernel import CardKinds, Pile, Unseen

CARDS = ("ace", "king", "queen", "ten")
KINDS = CardKinds(CARDS)

heaps = st.lists(st.sampled_from(CARDS))
some_cards = st.lists(st.sampled_from(CARDS), min_size=1)


@given(heaps)
def test_a_multiset_is_its_cards_sorted(cards: list[str]) -> None:
    heap = KINDS.count(cards)
    assert list(heap) == sorted(cards)
    assert len(heap) == heap.size == len(cards)
    assert bool(heap) == bool(cards)
    assert {card: heap.of(card) for card in CARDS} == {card: cards.count(card) for card in CARDS}


@given(heaps, st.randoms())
def test_order_does_not_matter(cards: list[str], rng: Random) -> None:
    mixed = list(cards)
    rng.shuffle(mixed)
    assert KINDS.count(mixed) == KINDS.count(cards)
    assert hash(KINDS.count(mixed)) == hash(KINDS.count(cards))


@given(some_cards, st.data())
def test_without_takes_one_card_out(cards: list[str], data: st.DataObject) -> None:
    card = data.draw(st.sampled_from(cards))
    heap = KINDS.count(cards)
    less = heap.without(card)
    assert Counter(less) + Counter([card]) == Counter(heap)
    assert less.size == heap.size - 1
    assert list(heap) == sorted(cards), "the old one has changed"


@given(heaps, st.sampled_from((*CARDS, "joker", "")))
def test_what_is_not_there_cannot_be_taken_out(cards: list[str], card: str) -> None:
    heap = KINDS.count(cards)
    assert (card in heap) == (card in cards)
    if card not in cards:
        with pytest.raises(ValueError if card in CARDS else KeyError):
            heap.without(card)


@given(some_cards)
def test_chances_are_exact(cards: list[str]) -> None:
    chances = dict(KINDS.count(cards).chances())
    assert chances == {card: Fraction(count, len(cards)) for card, count in Counter(cards).items()}
    assert sum(chances.values()) == 1


def test_nothing_has_no_chances() -> None:
    assert list(KINDS.count(()).chances()) == []


def test_a_card_of_another_deck_is_a_bug() -> None:
    with pytest.raises(KeyError):
        KINDS.count(["joker"])


def test_kinds_are_the_same_for_the_same_names() -> None:
    again = CardKinds(reversed(CARDS))
    assert again == KINDS
    assert hash(KINDS) == hash(again)
    assert CardKinds(["ace"]) != KINDS
    assert KINDS != "ace"
    assert KINDS.count(["ace"]) == again.count(["ace"])
    assert repr(CardKinds("ba")) == "CardKinds(['a', 'b'])"


# --- slots ---------------------------------------------------------------------------------------------------------


@given(some_cards, st.integers(0, 3))
def test_a_pile_is_shown_from_the_top(cards: list[str], shuffle: int) -> None:
    """Slot after slot, until nothing is left; what was shuffled stays known."""
    pile, slots = Pile.of(KINDS.count(cards), shuffle), []
    for card in cards:
        due = pile.reveal_at(pile.top)
        assert (due.verb, due.shuffle, due.among) == ("deal", shuffle, KINDS.count(cards))
        slots.append(due.slot)
        pile = pile.seen(card)
    assert slots == list(range(len(cards)))
    assert not pile
    assert pile.shuffled == KINDS.count(cards)


@given(some_cards, st.data())
def test_who_may_look_sees_the_order_of_a_pile(cards: list[str], data: st.DataObject) -> None:
    turned = data.draw(st.integers(0, len(cards)))
    pile = Pile.of(KINDS.count(cards))
    for card in cards[:turned]:
        pile = pile.seen(card)
    assert pile.order(lambda due: cards[due.slot]) == cards[turned:]
    assert len(pile) == len(cards) - turned


@given(some_cards, st.data())
def test_slots_may_be_shown_in_any_order(cards: list[str], data: st.DataObject) -> None:
    unseen = Unseen.of(KINDS.count(cards))
    for slot in data.draw(st.permutations(range(len(cards)))):
        assert unseen.reveal_at(slot).slot == slot
        assert unseen
        unseen = unseen.seen(cards[slot])
    assert not unseen


def test_a_card_that_was_not_shuffled_is_never_seen() -> None:
    with pytest.raises(ValueError, match="no king left"):
        Unseen.of(KINDS.count(["ace"])).seen("king")
