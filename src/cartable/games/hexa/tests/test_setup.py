"""Hexa: the material and the set-up (HEXA-01 to 09)."""

from fractions import Fraction
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.games.hexa import HEXA
from cartable.games.hexa import events as e
from cartable.games.hexa.calls import fitting_rows
from cartable.games.hexa.cards import CARDS, COLOURS, DECK, HEXAGON, OBJECTS
from cartable.games.hexa.options import HexaOptions
from cartable.games.hexa.state import HexaPhase, HexaState
from cartable.games.hexa.tests.table import Dealer, Table, code, fresh, step
from cartable.kernel import DEALER, ONLY_DEALER, Stepped

EMPTY: tuple[tuple[str, ...], ...] = ((),) * 6


def deal(state: HexaState, card: str) -> Stepped[HexaState]:
    return step(state, DEALER, f"deal {card}")


def test_hexa_01_six_sides() -> None:
    assert HEXAGON == (
        "yellow-flower",
        "green-die",
        "blue-butterfly",
        "purple-ball",
        "red-cup",
        "orange-cone",
    )


def test_hexa_02_fifty_eight_cards() -> None:
    assert (len(COLOURS), len(OBJECTS), len(DECK)) == (8, 8, 58)
    assert set(CARDS).isdisjoint(HEXAGON)
    assert set(CARDS) | set(HEXAGON) == {f"{colour}-{thing}" for colour in COLOURS for thing in OBJECTS}


def test_hexa_04_two_to_five_players() -> None:
    assert list(HEXA.seats) == [2, 3, 4, 5]


def test_hexa_05_one_deal_for_each_side() -> None:
    state = HEXA.start(HexaOptions(), 3)
    for row, card in enumerate(["red-die", "blue-cup", "pink-car", "brown-flower", "yellow-cone"], 1):
        assert HEXA.actors(state) == ONLY_DEALER
        assert HEXA.next_reveal(state).slot == row - 1
        stepped = deal(state, card)
        assert stepped.events == (e.HexaStartingCardLaid(row, card),)
        state = stepped.state
    stepped = deal(state, "green-butterfly")
    assert stepped.events == (
        e.HexaStartingCardLaid(6, "green-butterfly"),
        e.HexaPilesDealt(9, 25),
        e.HexaTurnAwaited(0, "neutral"),
    )
    assert stepped.state.phase is HexaPhase.TURN


def test_hexa_05_the_printed_object_counts() -> None:
    assert fitting_rows("yellow-car", EMPTY) == (2, 3, 4, 5, 6)
    assert fitting_rows("pink-cup", EMPTY) == (1, 2, 3, 4, 6)
    assert fitting_rows("green-ball", EMPTY) == (1, 3, 5, 6)
    assert fitting_rows("brown-telephone", EMPTY) == (1, 2, 3, 4, 5, 6)


def test_hexa_06_a_clashing_card_goes_back_and_the_deck_is_shuffled_again() -> None:
    state = deal(HEXA.start(HexaOptions(), 2), "red-die").state
    stepped = deal(state, "green-ball")  # side 2 is green
    assert stepped.events == (e.HexaStartingCardReturned(2, "green-ball"),)
    again = stepped.state
    assert again.rows == state.rows
    due = HEXA.next_reveal(again)
    assert (due.shuffle, due.slot) == (1, 0)
    assert set(due.among) == set(CARDS) - {"red-die"}
    assert dict(HEXA.chances(again))[HEXA.act("deal green-ball")] == Fraction(1, 57)


def test_hexa_06_the_slots_are_those_of_the_last_shuffle() -> None:
    state = HEXA.start(HexaOptions(), 5)
    for card in ["red-die", "blue-cup", "yellow-butterfly", "pink-car", "brown-flower", "yellow-cone"]:
        state = deal(state, card).state  # the third clashes with side 3
    state = deal(state, "green-butterfly").state
    assert state.unseen.shuffle == 1
    slots = list(chain(*state.piles, state.neutral))
    assert slots == list(range(4, 56))  # 56 were shuffled, four of them turned


def test_hexa_06_dealing_refuses_a_card_already_laid() -> None:
    state = deal(HEXA.start(HexaOptions(), 2), "red-die").state
    assert code(state, DEALER, "deal red-die") == "card-not-left"


@pytest.mark.parametrize(("seats", "each", "neutral"), [(2, 13, 26), (3, 9, 25), (4, 7, 24), (5, 6, 22)])
def test_hexa_07_08_numbers_of_cards(seats: int, each: int, neutral: int) -> None:
    state = fresh(seats).state
    assert [len(pile) for pile in state.piles] == [each] * seats
    assert len(state.neutral) == neutral


@given(st.integers(2, 5), st.integers(0, 10**6))
def test_hexa_06_07_08_every_deal_is_lawful(seats: int, seed: int) -> None:
    table = fresh(seats, seed)
    keys = table.keys
    for side, row in enumerate(keys["rows"]):
        assert len(row) == 1
        assert side + 1 in fitting_rows(row[0], EMPTY)
    assert sorted(chain(*keys["rows"], *keys["piles"], keys["neutral"])) == sorted(CARDS)
    slots = list(chain(*table.state.piles, table.state.neutral))
    assert slots == list(range(len(table.state.unseen.shuffled) - 52, len(table.state.unseen.shuffled)))


def test_hexa_07_nobody_knows_a_card_of_any_pile() -> None:
    """The state itself holds slots, and two dealers who lay the same rows leave the same state."""
    rows = ["red-die", "blue-cup", "pink-car", "brown-flower", "yellow-cone", "green-butterfly"]
    rest = [card for card in CARDS if card not in rows]
    one, other = (Table(HEXA.start(HexaOptions(), 2), Dealer(rows + deck)) for deck in (rest, rest[::-1]))
    assert one.state == other.state
    assert one.keys["piles"] != other.keys["piles"]
    assert list(HEXA.view(one.state, 0).unseen) == sorted(rest)


def test_hexa_09_seat_0_turns_the_top_neutral_card() -> None:
    table = fresh(4)
    top = table.keys["neutral"][0]
    assert table.to_move == [0]
    assert HEXA.legal(table.state, 0) == (HEXA.act("turn"),)
    assert table.refused(1, "turn") == "not-your-turn"
    table.act(0, "turn")
    assert table.events == [e.HexaCardTurned(0, top, "neutral")]
    assert table.state.open == top
    assert table.to_move == [0, 1, 2, 3]


def test_players_wait_while_the_starting_cards_are_dealt() -> None:
    assert code(HEXA.start(HexaOptions(), 2), 0, "turn") == "still-dealing"


def test_chances_are_those_of_what_is_unseen() -> None:
    waiting = fresh(3).state
    assert HEXA.chances(waiting) == ()
    chances = HEXA.chances(step(waiting, 0, "turn").state)
    assert len(chances) == 52
    assert {chance for _, chance in chances} == {Fraction(1, 52)}
