"""The keys of a made-up position: typed, and no card in two places."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.kernel import BadInput, CardKinds, PositionReader

DECK = CardKinds(["ace", "king"]).count(["ace", "ace", "king"])
KNOWN = ("pile", "hands", "active", "stopped", "source")


def reading(**keys: Any) -> PositionReader:
    return PositionReader(keys, KNOWN, DECK)


def test_an_unknown_key_is_told() -> None:
    with pytest.raises(BadInput, match="pil: unknown key; expected one of: pile, hands, active, stopped, source"):
        reading(pil=[])


def test_what_is_there_and_what_is_not() -> None:
    keys = reading(active=2)
    assert "active" in keys
    assert "pile" not in keys
    assert keys.raw("active") == 2
    assert keys.raw("pile", ()) == ()


def test_values_are_read_by_their_type() -> None:
    keys = reading(active=2, stopped=True, source="own", hands=["x", "y"])
    assert keys.integer("active", 0, range(3)) == 2
    assert keys.flag("stopped", False) is True
    assert keys.word("source", "neutral", ("neutral", "own")) == "own"
    assert keys.words("hands", ("x", "y", "z")) == ["x", "y"]
    assert keys.listed("hands", 2, "one for each player") == ["x", "y"]


def test_what_is_left_out_has_its_default() -> None:
    keys = reading()
    assert keys.integer("active", 1, range(3)) == 1
    assert keys.flag("stopped", True) is True
    assert keys.word("source", "neutral", ("neutral", "own")) == "neutral"
    assert keys.words("hands", ("x",)) == []
    assert keys.cards("pile") == []


@pytest.mark.parametrize(
    ("value", "read", "expected"),
    [
        (3, lambda keys: keys.integer("active", 0, range(3)), "expected a whole number from 0 to 2, got 3"),
        (True, lambda keys: keys.integer("active", 0, range(3)), "expected a whole number from 0 to 2, got True"),
        ("1", lambda keys: keys.integer("active", 0, range(3)), "expected a whole number from 0 to 2, got '1'"),
        (1, lambda keys: keys.flag("active", False), "expected true or false, got 1"),
        ("his", lambda keys: keys.word("active", "own", ("own",)), "expected one of: 'own', got 'his'"),
        (["his"], lambda keys: keys.words("active", ("own",)), "expected words out of: own, got 'his'"),
        ("own", lambda keys: keys.words("active", ("own",)), "expected a list, got 'own'"),
        ({}, lambda keys: keys.listed("active"), "expected a list, got {}"),
        ([1], lambda keys: keys.listed("active", 2, "one each"), "expected 2 entries (one each), got 1"),
        ("ace", lambda keys: keys.cards("active"), "expected a list of cards, got 'ace'"),
        (["joker"], lambda keys: keys.cards("active"), "expected a card of this game, got 'joker'"),
        ([["ace"]], lambda keys: keys.cards("active"), "expected a card of this game, got ['ace']"),
        (["king", "king"], lambda keys: keys.cards("active"), "king lies in more places than the deck has copies (1)"),
    ],
)
def test_a_bad_value_is_told(value: Any, read: Callable[[PositionReader], Any], expected: str) -> None:
    with pytest.raises(BadInput) as error:
        read(reading(active=value))
    assert (error.value.where, error.value.expected) == ("active", expected)


def test_no_card_lies_in_two_places() -> None:
    keys = reading(pile=["ace", "king"], hands=[["ace"], ["ace"]])
    assert keys.cards("pile") == ["ace", "king"]
    assert keys.cards("hands", keys.raw("hands")[0]) == ["ace"]
    with pytest.raises(BadInput, match="hands: ace lies in more places than the deck has copies"):
        keys.cards("hands", keys.raw("hands")[1])


@given(st.lists(st.sampled_from(["ace", "king"]), max_size=4))
def test_every_card_is_named_or_left(named: list[str]) -> None:
    keys = reading(pile=named)
    try:
        cards = keys.cards("pile")
    except BadInput:
        assert Counter(named) - Counter(DECK), "possible, but refused"
        return
    assert Counter(cards) + Counter(keys.rest(list)) == Counter(DECK)


def test_the_rest_comes_in_the_order_of_the_shuffle() -> None:
    keys = reading(pile=["ace"])
    keys.cards("pile")
    assert keys.rest(lambda cards: sorted(cards, reverse=True)) == ["king", "ace"]


def test_what_was_dealt_from_the_rest_is_taken_out() -> None:
    keys = reading()
    assert keys.take(["king"]) == ("king",)
    assert keys.rest(list) == ["ace", "ace"]
    with pytest.raises(ValueError, match="no king left"):
        keys.take(["king"])
