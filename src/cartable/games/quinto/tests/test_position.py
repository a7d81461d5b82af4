"""Positions of Quinto in words."""

from random import Random
from typing import Any

import pytest

from cartable.games.quinto import QUINTO
from cartable.games.quinto.cards import DECK
from cartable.games.quinto.state import QuintoPhase, QuintoState
from cartable.games.quinto.tests.sheets import GRID, OPTIONS, ShuffledDealer, after, match, placed, with_care, writing
from cartable.kernel import BadInput, CardSource, Position


def scripted(position: Position[QuintoState]) -> CardSource:
    """A dealer who looks where the position's script says."""
    return lambda due: position.script[due.verb][due.slot]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_an_empty_position_is_a_fresh_game_already_dealt(seats: int) -> None:
    position = QUINTO.from_position({}, OPTIONS, seats, lambda cards: Random(7).sample(cards, len(cards)))
    state = QUINTO.start(OPTIONS, seats)
    order = position.script["deal"]
    assert sorted(order) == list(DECK)
    for card in order[: 3 * seats + 4]:
        state = after(state, f"dealer deal {card}")
    assert after(state, "dealer first 0") == position.state


def test_the_script_shows_what_lies_at_each_slot() -> None:
    position = QUINTO.from_position({"pile": ["X6", "X5"], "hands": [["O1"], ["O2"]]}, OPTIONS, 2, list)
    pile = position.state.pile
    assert len(pile) == 2
    assert pile.order(scripted(position)) == ["X6", "X5"]
    assert pile.shuffled.size == len(position.script["deal"]) == 8


def test_where_the_pile_is_named_other_cards_are_out_of_the_game() -> None:
    state = placed(hands=[["O1"], ["O2"]], grid=GRID | {"a": "O3"}, pile=["X6"])
    assert sorted(QUINTO.view(state, 0).unseen) == ["O2", "X6"]


def test_where_the_pile_is_left_out_it_holds_all_other_cards() -> None:
    state = placed(hands=[["O2"], ["O3"]], grid=GRID, covered=["O4"])
    assert set(state.pile.left) == set(DECK) - {"O2", "O3", "O4", *GRID.values()}


def test_describe_gives_back_what_was_given() -> None:
    given = {
        "grid": GRID,
        "covered": ["X6"],
        "pile": ["Y6", "Y5"],
        "hands": [["O2", "O3"], ["P0", "P1", "P2"]],
        "sheets": [{"o3": 1}, {"y11": 18, "p4": 2}],
        "misses": [1, 3],
        "active": 0,
        "announced": {"sum": 9, "colours": ["orange", "purple"]},
        "chosen": [1],
    }
    position = QUINTO.from_position(given, OPTIONS, 2, list)
    assert QUINTO.to_position(position.state, scripted(position)) == given
    assert QUINTO.actors(position.state) == {0}
    assert after(position.state, "0 write o7").misses == (1, 3)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_describe_and_place_again_at_every_turn_of_a_match(seats: int) -> None:
    """What is described goes on alike: the same acts are open to everybody, and the same keys come back."""
    turns = 0
    dealer = ShuffledDealer(Random(seats))
    for step in match(seats, seats, with_care, dealer):
        state = step.state
        if state.phase in (QuintoPhase.TURN, QuintoPhase.OVER) or (
            state.phase is QuintoPhase.WRITE and not any(state.choices)
        ):
            keys = QUINTO.to_position(state, dealer)
            again = QUINTO.from_position(keys, OPTIONS, seats, list)
            assert QUINTO.to_position(again.state, scripted(again)) == keys
            assert again.state.phase is state.phase
            assert QUINTO.outcome(again.state) == QUINTO.outcome(state)
            for seat in range(seats):
                assert QUINTO.legal(again.state, seat) == QUINTO.legal(state, seat)
            turns += 1
    assert turns > 20


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"cards": []}, "cards: unknown key"),
        ({"pile": ["O9"]}, "pile: expected a card"),
        ({"pile": ["O5", "O5"]}, "pile: O5 lies in more places"),
        ({"pile": ["O5"], "covered": ["O5"]}, "lies in more places"),
        ({"grid": {"a": "O1"}}, "grid: expected a card for each of a, b, c, d"),
        ({"grid": ["O1"]}, "grid: expected a card for each"),
        ({"hands": [["O1"]]}, "hands: expected 2 entries"),
        ({"hands": [["O1", "O2", "O3", "O4"], []]}, "hands: expected at most 3 cards"),
        ({"hands": [[], ["O1"]]}, "hands: seat 0 is to lay a card and has none"),
        ({"pile": list(DECK)[:-9]}, "hands and grid: 10 cards are still to be dealt, 9"),
        ({"sheets": [{}]}, "sheets: expected 2 entries"),
        ({"sheets": [[], {}]}, "sheets: expected a table"),
        ({"sheets": [{"o6": 4}, {}]}, "sheets: expected cells of the sheet .QUIN-03., got 'o6'"),
        ({"sheets": [{"o3": 0}, {}]}, "o3: expected a whole number from 1 to 18 .QUIN-05."),
        ({"sheets": [{"o3": 19}, {}]}, "QUIN-05"),
        ({"sheets": [{"o3": True}, {}]}, "QUIN-05"),
        ({"sheets": [{"o3": 5, "o12": 5}, {}]}, "QUIN-07"),
        ({"sheets": [{"o3": 5, "o4": 4}, {}]}, "QUIN-07"),
        ({"sheets": [{}, {"o3": 5, "p3": 5}]}, "QUIN-08"),
        ({"misses": [0]}, "misses: expected 2 entries"),
        ({"misses": [0, 5]}, "misses: expected whole numbers from 0 to 4, got 5"),
        ({"misses": [0, True]}, "misses: expected whole numbers"),
        ({"active": 2}, "active: expected a whole number from 0 to 1"),
        ({"announced": 9}, "announced: expected"),
        ({"announced": []}, "announced: expected"),
        ({"announced": {"sum": 9}}, "announced: expected"),
        ({"announced": {"sum": 19, "colours": []}}, "announced: expected a sum from -6 to 18"),
        ({"announced": {"sum": "9", "colours": []}}, "announced: expected a sum"),
        ({"announced": {"sum": 9, "colours": ["grey"]}}, "announced: expected colours out of"),
        ({"announced": {"sum": 9, "colours": [["orange"]]}}, "announced: expected colours out of"),
        ({"announced": {"sum": 9, "colours": ["orange", "orange"]}}, "announced: expected colours"),
        ({"announced": {"sum": 9, "colours": []}, "misses": [4, 0]}, "announced: two full rows or four misses"),
        ({"chosen": [0]}, "chosen: nothing is announced"),
        ({"announced": {"sum": 9, "colours": []}, "chosen": [2]}, "chosen: expected seats from 0 to 1"),
        ({"announced": {"sum": 9, "colours": []}, "chosen": [1, 1]}, "chosen: expected seats"),
        ({"announced": {"sum": 9, "colours": []}, "chosen": [0, 1]}, "chosen: when all have decided"),
    ],
)
def test_a_position_that_cannot_be_is_an_error_that_says_why(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        placed(2, **given)


def test_a_position_can_be_the_end() -> None:
    assert placed(2, misses=[0, 4]).phase is QuintoPhase.OVER
    over = QUINTO.outcome(placed(1, hands=[[]], pile=[]))
    assert over is not None
    assert over.reason == "cards-laid"
    with pytest.raises(BadInput, match="has none"):
        placed(1, hands=[[]])


def test_colours_are_named_in_one_order() -> None:
    assert writing(9, "purple", "orange") == writing(9, "orange", "purple")
