"""Trio: positions in which a last card has just been laid (TRIO-22)."""

from typing import Any

import pytest

from cartable.games.trio import TRIO
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import TrioPhase
from cartable.games.trio.tests.table import CENTRE, HANDS, STACKS, placed
from cartable.kernel import CLOCK, BadInput

STOPPED: dict[str, Any] = {
    "centre": {**CENTRE, "step": ["3-blue-moon", "4-red-leaf"]},
    "laid_by": {"step": 0},
    "hands": [[], HANDS[1]],
    "stacks": [[], STACKS[1]],
    "stopped": True,
    "resumes": -1,
}
"""Seat 0 has laid the last card, and it is right."""


def test_trio_22_a_position_can_be_one_of_grace() -> None:
    table = placed(2, **STOPPED)
    assert table.state.phase is TrioPhase.GRACE
    assert table.to_move == [1]
    assert TRIO.legal(table.state, 1) == (TRIO.act("fault step"),)
    assert TRIO.legal(table.state, CLOCK) == (TRIO.act("settle"),)
    assert (table.keys["hands"][0], table.keys["stopped"], table.keys["resumes"]) == ([], True, -1)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_trio_22_a_view_tells_what_can_be_accused(viewer: int | None) -> None:
    """Before, in and after the grace time; a card of seat 1 lies on `different`."""
    centre = {**CENTRE, "different": ["5-green-drop", "1-blue-star"]}
    hands: dict[str, Any] = {"hands": [["1-red-leaf"], HANDS[1]], "stacks": [[], STACKS[1]]}
    table = placed(2, centre=centre, laid_by={"different": 1}, **hands)
    seen = [TRIO.view(table.state, viewer)]
    for seat, text in ((0, "lay 1-red-leaf step"), (CLOCK, "settle"), (0, "go")):
        seen.append(TRIO.view(table.act(seat, text).state, viewer))
    assert [(view.last, view.last_pile) for view in seen] == [(-1, ""), (0, "step"), (-1, ""), (-1, "")]
    accusable = [[pile for pile, can_be in view.accusable.items() if can_be] for view in seen]
    assert accusable == [["different"], ["step"], [], ["different"]]


@pytest.mark.parametrize(("seat", "text"), [(CLOCK, "settle"), (1, "fault step on 4-red-leaf")])
def test_trio_22_and_goes_on_as_one(seat: int, text: str) -> None:
    outcome = TRIO.outcome(placed(2, **STOPPED).act(seat, text).state)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_trio_22_grace_is_described_as_it_is_placed() -> None:
    last = placed(2, hands=[["4-red-leaf"], HANDS[1]], stacks=[[], STACKS[1]]).act(0, "lay 4-red-leaf step")
    again = placed(2, **last.keys)
    assert again.keys == last.keys
    assert again.state.last == last.state.last


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"hands": [["2-red-moon"], HANDS[1]]}, "resumes"),  # everybody has cards, and no signal is awaited
        ({"hands": [[], []], "stacks": [[], []]}, "stacks"),  # nobody has
        ({"stacks": [STACKS[0], STACKS[1]]}, "resumes"),  # an empty hand would have been filled
        ({"laid_by": {"step": 1}}, "laid_by"),
        ({"resumes": 1}, "hands"),
        ({"stopped": False}, "hands"),
    ],
)
def test_trio_22_a_grace_that_cannot_be_is_refused(changed: dict[str, Any], where: str) -> None:
    with pytest.raises(BadInput) as refused:
        placed(2, **{**STOPPED, **changed})
    assert refused.value.where == where


def test_trio_22_where_no_key_tells_which_pile_it_is_the_first() -> None:
    centre = {**STOPPED["centre"], "same": ["1-red-sun", "4-red-sun"]}
    table = placed(2, **{**STOPPED, "centre": centre, "laid_by": {"same": 0, "step": 0}})
    assert table.state.last == (0, 0)


def test_trio_23_with_the_referee_there_is_no_grace() -> None:
    with pytest.raises(BadInput):
        placed(2, TrioOptions(referee=True), **STOPPED)
