"""Trio: the deck, the deal and the laws of the three piles (TRIO-01 to 06, TRIO-09 to 11)."""

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations

import pytest

from cartable.games.trio import TRIO
from cartable.games.trio import events as e
from cartable.games.trio.cards import CARDS, COLOURS, FITTING, NUMBERS, PILES, SYMBOLS, fits
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.tests.table import fresh, step
from cartable.kernel import DEALER, ONLY_DEALER


def test_trio_01_seventy_two_cards_none_twice() -> None:
    assert len(set(CARDS)) == len(CARDS) == 72


@pytest.mark.parametrize(("one", "two"), list(combinations(range(3), 2)))
def test_trio_01_every_pair_of_features_occurs_exactly_twice(one: int, two: int) -> None:
    features = [card.split("-") for card in CARDS]
    pairs = Counter((card[one], card[two]) for card in features)
    assert len(pairs) == 36
    assert set(pairs.values()) == {2}


def test_trio_01_the_notation_runs_through_numbers_colours_and_symbols() -> None:
    columns = [set(column) for column in zip(*(card.split("-") for card in CARDS), strict=True)]
    assert columns == [{str(number) for number in NUMBERS}, set(COLOURS), set(SYMBOLS)]
    assert {"1-red-sun", "4-red-sun", "5-red-moon", "2-purple-bolt"} <= set(CARDS)  # by the formula
    assert "4-red-moon" not in CARDS


def test_trio_02_three_piles() -> None:
    assert PILES == ("same", "step", "different")
    assert list(TRIO.view(fresh(2).state, None).centre) == ["same", "step", "different"]


def test_trio_03_two_to_four_players() -> None:
    assert list(TRIO.seats) == [2, 3, 4]


def test_trio_04_one_card_begins_each_pile() -> None:
    state = TRIO.start(TrioOptions(), 3)
    assert TRIO.actors(state) == ONLY_DEALER
    assert TRIO.next_reveal(state).slot == 0
    state = step(state, DEALER, "deal 5-red-moon").state
    state = step(state, DEALER, "deal 1-red-sun").state
    stepped = step(state, DEALER, "deal 2-purple-bolt")
    assert stepped.events == (e.TrioPileBegun("different", "2-purple-bolt"), e.TrioRoundReady(0, 1, 23))
    assert stepped.state.centre == (("5-red-moon",), ("1-red-sun",), ("2-purple-bolt",))
    assert stepped.state.laid_by == (-1, -1, -1)


def test_trio_04_the_chances_are_exact() -> None:
    state = step(TRIO.start(TrioOptions(), 2), DEALER, "deal 5-red-moon").state
    chances = {str(act): chance for act, chance in TRIO.chances(state)}
    assert len(chances) == 71
    assert "deal 5-red-moon" not in chances
    assert set(chances.values()) == {Fraction(1, 71)}


@pytest.mark.parametrize(("seats", "each", "box"), [(2, 34, 1), (3, 23, 0), (4, 17, 1)])
def test_trio_05_06_equal_face_down_piles_and_the_rest_in_the_box(seats: int, each: int, box: int) -> None:
    table = fresh(seats, seed=3)
    keys = table.keys
    assert [len(stack) for stack in keys["stacks"]] == [each] * seats
    assert keys["hands"] == [[]] * seats
    dealt = [*chain(*keys["centre"].values()), *chain(*keys["stacks"])]
    assert len(set(dealt)) == len(dealt) == 72 - box
    assert len(table.state.unseen) == each * seats + box  # the card in the box is unseen for good


def test_trio_05_the_card_in_the_box_may_be_any_that_is_unseen() -> None:
    """Nobody saw it, so the chances of every later card count it among the others."""
    table = fresh(2)
    state = step(table.state, 0, "go").state
    assert {chance for _, chance in TRIO.chances(state)} == {Fraction(1, 69)}


@pytest.mark.parametrize(
    ("card", "top", "same", "one_apart", "different"),
    [
        ("4-red-leaf", "1-red-sun", True, False, False),  # colour
        ("3-purple-sun", "1-red-sun", True, False, False),  # symbol
        ("4-red-sun", "1-red-sun", True, False, False),  # both: the number does not matter
        ("2-red-moon", "1-red-sun", True, True, False),
        ("2-blue-leaf", "1-red-sun", False, True, False),
        ("1-blue-star", "1-red-sun", False, False, False),  # an equal number helps nowhere
        ("3-blue-drop", "1-red-sun", False, False, True),
        ("6-blue-moon", "1-red-sun", False, False, True),  # TRIO-10: no step from 6 to 1
        ("1-yellow-moon", "6-red-star", False, False, True),
        ("5-green-moon", "6-red-star", False, True, False),
    ],
)
def test_trio_09_10_11_the_laws(card: str, top: str, same: bool, one_apart: bool, different: bool) -> None:
    assert (fits("same", card, top), fits("step", card, top), fits("different", card, top)) == (
        same,
        one_apart,
        different,
    )


def test_trio_09_10_11_how_many_cards_fit() -> None:
    """Counted by hand from TRIO-01: 12 of each colour, symbol and number, two cards of each pair of features."""
    for top in CARDS:
        fitting = {pile: FITTING[pile][top] for pile in PILES}
        assert len(fitting["same"]) == 12 + 12 - 2 - 1  # both features on two cards, one of them the top itself
        assert len(fitting["step"]) == (12 if top[0] in "16" else 24)
        assert not fitting["different"] & (fitting["same"] | fitting["step"])


def test_trio_09_10_11_who_may_lie_on_whom_may_lie_under() -> None:
    for pile in PILES:
        for top in CARDS:
            assert top not in FITTING[pile][top]
            assert all(top in FITTING[pile][card] for card in FITTING[pile][top])
