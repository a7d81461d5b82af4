"""Trio: positions by keys: what they leave out, what cannot be, and the way back. For grace see test_grace."""

from itertools import chain
from typing import Any

import pytest

from cartable.games.trio import TRIO
from cartable.games.trio.cards import CARDS
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import TrioPhase
from cartable.games.trio.tests.table import CENTRE, HANDS, STACKS, Table, fresh, placed
from cartable.kernel import BadInput, Position
from cartable.matches.deal.dealers import ScriptedDealer, SeededDealer


def place(seats: int, seed: int = 1, **keys: Any) -> tuple[Position[Any], dict[str, Any]]:
    position = TRIO.from_position(keys, TrioOptions(), seats, SeededDealer(seed).shuffle)
    return position, TRIO.to_position(position.state, ScriptedDealer(position.script, seed))


# --- what is left out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "each"), [(2, 34), (3, 23), (4, 17)])
def test_nothing_given_is_a_fresh_round_already_dealt(seats: int, each: int) -> None:
    position, keys = place(seats)
    assert position.state.phase is TrioPhase.SIGNAL
    assert [len(stack) for stack in keys["stacks"]] == [each] * seats
    assert {pile: len(cards) for pile, cards in keys["centre"].items()} == dict.fromkeys(CENTRE, 1)
    rest = {
        "laid_by": dict.fromkeys(CENTRE, -1),
        "hands": [[]] * seats,
        "stopped": True,
        "resumes": 0,
        "round": 1,
        "totals": [0] * seats,
    }
    assert {key: keys[key] for key in rest} == rest
    assert keys != place(seats, seed=2)[1]


def test_nothing_given_plays_as_a_match_from_its_start() -> None:
    """The same seed deals the same cards to both."""
    position, keys = place(3)
    table = fresh(3, seed=1)
    assert table.keys == keys
    again = Table(position.state, ScriptedDealer(position.script, 1)).act(0, "go")
    assert again.keys == table.act(0, "go").keys


def test_stacks_left_out_hold_every_card_named_nowhere() -> None:
    position, keys = place(2, centre=CENTRE, hands=HANDS[:2])
    assert [len(stack) for stack in keys["stacks"]] == [31, 31]  # 72 - 3 - 6 = 63: one stays in the box
    cards = [*chain(*CENTRE.values()), *chain(*HANDS[:2]), *chain(*keys["stacks"])]
    assert len(set(cards)) == len(cards) == 71
    assert len(position.state.unseen) == 63


def test_cards_named_nowhere_are_out_when_stacks_are_named() -> None:
    position, _ = place(2, centre=CENTRE, hands=HANDS[:2], stacks=[["2-red-drop"], ["2-orange-leaf"]])
    assert sorted(position.state.unseen.left) == ["2-orange-leaf", "2-red-drop"]


def test_a_pile_left_out_begins_with_a_card_named_nowhere() -> None:
    _, keys = place(2, centre={"step": ["3-blue-moon", "4-red-leaf"]}, stacks=STACKS[:2])
    assert keys["centre"]["step"] == ["3-blue-moon", "4-red-leaf"]
    begun = [*keys["centre"]["same"], *keys["centre"]["different"]]
    assert len(set(begun)) == 2
    assert not {"3-blue-moon", "4-red-leaf", *chain(*STACKS[:2])} & set(begun)


def test_the_script_runs_along_the_stacks() -> None:
    position, _ = place(2, centre=CENTRE, hands=HANDS[:2], stacks=STACKS[:2])
    assert position.script == {"deal": (*STACKS[0], *STACKS[1])}
    assert position.state.stacks == ((0, 1, 2, 3), (4, 5, 6))


def test_play_runs_once_hands_are_held_unless_it_is_told_otherwise() -> None:
    assert placed().state.phase is TrioPhase.RUNNING
    assert placed(stopped=True).keys["resumes"] == 0
    assert placed(stopped=True, round=3).keys["resumes"] == 2
    awaited = placed(resumes=1)
    assert (awaited.keys["stopped"], awaited.to_move) == (True, [1])
    awaited.act(1, "go")
    assert awaited.keys["hands"] == [sorted(hand) for hand in HANDS[:3]]  # no start: nobody takes cards


def test_the_dealer_of_a_later_round_starts_it() -> None:
    assert place(4, round=2)[1]["resumes"] == 1
    assert place(4, round=5)[1]["resumes"] == 0


def test_laid_by_may_be_told_in_part_or_as_a_list() -> None:
    centre = {**CENTRE, "step": ["3-blue-moon", "4-green-sun"]}
    for laid_by in ({"step": 2}, [-1, 2, -1]):
        assert placed(centre=centre, laid_by=laid_by).keys["laid_by"] == {"same": -1, "step": 2, "different": -1}


def test_trio_20_a_top_that_nobody_laid_cannot_be_accused() -> None:
    table = placed(centre={**CENTRE, "step": ["3-blue-moon", "1-green-sun"]})
    assert table.refused(0, "fault same") == "starting-card"
    assert table.refused(0, "fault step") == "uncovered"


# --- the way back --------------------------------------------------------------------------------------------------


def test_what_is_given_comes_back() -> None:
    given: dict[str, Any] = {
        "centre": {**CENTRE, "step": ["3-blue-moon", "4-green-sun"]},
        "laid_by": {"same": -1, "step": 1, "different": -1},
        "stacks": [STACKS[0], [], STACKS[2]],
        "hands": [sorted(hand) for hand in HANDS[:3]],
        "stopped": True,
        "resumes": 2,
        "round": 2,
        "totals": [3, -7, -12],
        "chosen": [],
    }
    assert place(3, **given)[1] == given


def test_a_placed_card_is_known_to_nobody() -> None:
    """Two positions that differ in face-down cards only are one state."""
    one, other = (placed(2, stacks=[STACKS[0], stack]) for stack in (STACKS[1], STACKS[1][::-1]))
    assert one.state == other.state
    assert one.keys != other.keys


def test_a_match_can_be_described_while_it_is_dealt() -> None:
    keys = TRIO.to_position(TRIO.start(TrioOptions(), 2), SeededDealer(0))
    assert keys["centre"] == {"same": [], "step": [], "different": []}
    assert [len(stack) for stack in keys["stacks"]] == [34, 34]


def test_cards_beneath_a_layout_can_be_described_by_who_may_look() -> None:
    centre = {"same": ["4-green-leaf", "3-orange-moon"], "step": ["3-yellow-sun"], "different": ["3-blue-drop"]}
    table = placed(2, centre=centre, hands=[["3-red-star"], ["3-red-bolt"]], stacks=[[], []]).clock("relief")
    assert sorted(chain(*table.keys["centre"].values())) == sorted(chain(*centre.values()))


# --- what cannot be ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ({"pile": []}, "pile: unknown key"),
        ({"centre": [["1-red-sun"]]}, "centre: expected {same, step, different}"),
        ({"centre": {"up": ["1-red-sun"]}}, "centre: expected {same, step, different}"),
        ({"centre": {**CENTRE, "step": []}}, "centre: expected at least one card in step"),
        ({"centre": {**CENTRE, "step": "3-blue-moon"}}, "centre: expected a list of cards"),
        ({"centre": {**CENTRE, "step": ["4-red-moon"]}}, "expected a card of this game"),
        ({"centre": {**CENTRE, "step": ["1-red-leaf"]}}, "1-red-leaf lies in more places"),
        ({"stacks": [["2-red-drop"], ["2-red-drop"], []]}, "2-red-drop lies in more places"),
        ({"stacks": STACKS[:2]}, "stacks: expected 3 entries"),
        ({"hands": HANDS[:2]}, "hands: expected 3 entries"),
        ({"hands": [[*HANDS[0], "6-red-bolt"], *HANDS[1:3]]}, "hands: expected at most 3 cards"),
        ({"hands": [[], *HANDS[1:3]]}, "hands: expected a card in every hand"),
        ({"hands": [[], *HANDS[1:3]], "resumes": 1}, "hands: expected a card in every hand"),
        ({"hands": [[], [], []], "stacks": [STACKS[0], [], STACKS[2]]}, "stacks: expected face-down cards for every"),
        ({"hands": [[], [], []], "stopped": False}, "stopped: expected true"),
        ({"laid_by": {"up": 1}}, "laid_by: expected {same, step, different}"),
        ({"laid_by": {"step": 3}}, "laid_by: expected seats from 0 to 2"),
        ({"laid_by": {"step": True}}, "laid_by: expected seats from 0 to 2"),
        ({"laid_by": {"step": 1}}, "laid_by: the card in step was laid on none"),
        ({"laid_by": [0]}, "laid_by: expected 3 entries"),
        ({"stopped": 1}, "stopped: expected true or false"),
        ({"stopped": False, "resumes": 1}, "resumes: expected -1 while play runs"),
        ({"resumes": 3}, "resumes: expected a whole number from -1 to 2"),
        ({"round": 0}, "round: expected a whole number"),
        ({"totals": [0, 0]}, "totals: expected 3 entries"),
        ({"totals": [0, 0, 0.5]}, "totals: expected whole numbers"),
    ],
)
def test_a_position_that_cannot_be(keys: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        placed(**keys)


def test_no_card_is_left_to_begin_a_pile() -> None:
    with pytest.raises(BadInput, match="centre: expected every pile to be named"):
        place(2, stacks=[list(CARDS[:36]), list(CARDS[36:])])
