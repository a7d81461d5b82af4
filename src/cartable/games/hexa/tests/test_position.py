"""Hexa: positions by keys: what they leave out, what cannot be, and the way back."""

from itertools import chain
from typing import Any

import pytest

from cartable.games.hexa import HEXA
from cartable.games.hexa.calls import fitting_rows
from cartable.games.hexa.cards import CARDS
from cartable.games.hexa.options import HexaOptions
from cartable.games.hexa.state import HexaPhase
from cartable.games.hexa.tests.table import PILES, ROWS, Dealer, by_seed, placed
from cartable.kernel import BadInput, Position

EMPTY: tuple[tuple[str, ...], ...] = ((),) * 6


def place(seats: int, seed: int = 1, **keys: Any) -> tuple[Position[Any], dict[str, Any]]:
    position = HEXA.from_position(keys, HexaOptions(), seats, by_seed(seed))
    return position, HEXA.to_position(position.state, Dealer(list(position.script["deal"])))


@pytest.mark.parametrize(("seats", "each", "neutral"), [(2, 13, 26), (3, 9, 25), (4, 7, 24), (5, 6, 22)])
def test_nothing_given_is_a_fresh_game_already_dealt(seats: int, each: int, neutral: int) -> None:
    position, keys = place(seats)
    assert position.state.phase is HexaPhase.TURN
    assert [len(pile) for pile in keys["piles"]] == [each] * seats
    assert len(keys["neutral"]) == neutral
    assert sorted(chain(*keys["rows"], *keys["piles"], keys["neutral"])) == sorted(CARDS)
    for row, cards in enumerate(keys["rows"], 1):
        assert len(cards) == 1
        assert row in fitting_rows(cards[0], EMPTY)
    rest = {"open": "", "turner": 0, "source": "neutral", "chips": [0] * seats, "out": [], "tied": []}
    assert {key: keys[key] for key in rest} == rest
    assert keys != place(seats, seed=2)[1]


def test_the_script_runs_along_the_piles_and_then_the_neutral_pile() -> None:
    position, _ = place(2, rows=ROWS, piles=PILES[:2], neutral=["red-flower", "blue-telephone"])
    assert position.script == {"deal": (*chain(*PILES[:2]), "red-flower", "blue-telephone")}
    assert position.state.piles == ((0, 1), (2, 3))
    assert position.state.neutral == (4, 5)


def test_cards_named_nowhere_are_out_when_the_piles_are_named() -> None:
    position, _ = place(2, rows=ROWS, piles=PILES[:2], neutral=["red-flower"])
    assert sorted(position.state.unseen.left) == sorted([*chain(*PILES[:2]), "red-flower"])


def test_a_neutral_pile_left_out_holds_every_card_named_nowhere() -> None:
    _, keys = place(2, rows=ROWS, piles=PILES[:2], open="purple-die")
    assert len(keys["neutral"]) == 58 - 6 - 4 - 1
    assert sorted(chain(*ROWS, *PILES[:2], keys["neutral"], ["purple-die"])) == sorted(CARDS)


def test_piles_left_out_are_dealt_to_those_in_play() -> None:
    _, keys = place(3, rows=ROWS, neutral=["red-flower"], chips=[3, 0, 0], out=[0])
    assert [len(pile) for pile in keys["piles"]] == [0, 9, 9]
    assert {"red-flower", *chain(*ROWS)}.isdisjoint(chain(*keys["piles"]))
    assert keys["turner"] == 1  # the first seat in play


def test_what_is_given_comes_back() -> None:
    given: dict[str, Any] = {
        "rows": ROWS,
        "piles": [["pink-ball"], [], ["red-car", "red-ball"], ["blue-die"]],
        "neutral": ["red-flower"],
        "open": "purple-die",
        "turner": 2,
        "source": "own",
        "chips": [2, 3, 0, 1],
        "out": [1],
        "tied": [0, 3],
        "waits": [2, 0, 7, 1],
        "chosen": [],
    }
    assert place(4, **given)[1] == given


def test_one_player_left_is_a_match_that_is_over() -> None:
    position, _ = place(2, chips=[3, 1], out=[0])
    outcome = HEXA.outcome(position.state)
    assert outcome is not None
    assert (outcome.reason, outcome.ranks) == ("last-player", (2, 1))


def test_a_placed_card_is_known_to_nobody() -> None:
    """Two positions that differ in face-down cards only look alike."""
    one, other = (placed(piles=[*PILES[:2], third]) for third in (["red-car", "red-ball"], ["red-ball", "red-car"]))
    assert one.state == other.state
    assert one.keys != other.keys


def test_a_match_can_be_described_while_it_is_dealt() -> None:
    state = HEXA.start(HexaOptions(), 2)
    keys = HEXA.to_position(state, Dealer())
    assert keys["rows"] == [[]] * 6
    assert sorted(keys["neutral"]) == sorted(CARDS)


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ({"row": []}, "row: unknown key"),
        ({"rows": ROWS[:5]}, "rows: expected 6 entries"),
        ({"rows": [["yellow-car"], *ROWS[1:]]}, "yellow-car cannot lie in row 1 with yellow-flower"),
        ({"rows": [["red-die", "red-car"], *ROWS[1:]]}, "red-car cannot lie in row 1"),
        ({"rows": [["red-die", "blue-die"], *ROWS[1:]]}, "blue-die cannot lie in row 1"),
        ({"open": "red-die"}, "red-die lies in more places"),
        ({"open": "yellow-flower"}, "expected a card of this game"),
        ({"neutral": ["pink-ball"]}, "pink-ball lies in more places"),
        ({"piles": PILES[:2]}, "piles: expected 3 entries"),
        ({"chips": [0, 0, 4]}, "chips: expected numbers from 0 to 3"),
        ({"chips": [0, 0, True]}, "chips: expected numbers"),
        ({"chips": [0, 0]}, "chips: expected 3 entries"),
        ({"chips": [3, 0, 0]}, "out: expected exactly the seats with 3 chips"),
        ({"out": [1]}, "out: expected exactly the seats with 3 chips"),
        ({"out": [3]}, "out: expected different seats from 0 to 2"),
        ({"out": [1, 1], "chips": [0, 3, 0]}, "out: expected different seats"),
        ({"out": [0, 1, 2], "chips": [3, 3, 3]}, "out: expected somebody still in play"),
        ({"out": [1], "chips": [0, 3, 0]}, "piles: expected no cards for seat 1"),
        ({"out": [1], "chips": [0, 3, 0], "turner": 1, "piles": [[], [], []]}, "turner: expected a seat still in play"),
        ({"turner": 3}, "turner: expected a whole number"),
        ({"source": "pile"}, "source: expected one of"),
        ({"tied": [1]}, "tied: expected none, or at least two"),
        ({"tied": [0, 1], "out": [1], "chips": [0, 3, 0], "piles": [[], [], []]}, "tied: expected none, or"),
        (
            {"open": "purple-die", "out": [1, 2], "chips": [0, 3, 3], "piles": [["red-ball"], [], []]},
            "open: expected no open card",
        ),
    ],
)
def test_a_position_that_cannot_be(keys: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        placed(**keys)


def test_too_few_cards_to_deal_from() -> None:
    named = list(CARDS)
    with pytest.raises(BadInput, match="too few to deal 26"):
        place(2, rows=[[]] * 6, neutral=named[:40])
    with pytest.raises(BadInput, match="can begin row 1"):
        place(2, piles=[named, []], neutral=[])


def test_play_from_a_placed_position_turns_the_named_cards() -> None:
    table = placed(2)
    turned = []
    for _ in range(3):
        turned.append(table.act(0, "turn").state.open)
        table.clock("unclaimed")
    assert turned == ["red-flower", "blue-telephone", "red-flower"]
