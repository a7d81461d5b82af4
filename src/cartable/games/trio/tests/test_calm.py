"""Trio: calm play, rule by rule. The choices are private, and take effect in an order that is known."""

import pytest

from cartable.games.trio import TRIO
from cartable.games.trio.events import (
    TrioCardCameBack,
    TrioCardLaid,
    TrioCentreLaidOut,
    TrioChoiceMade,
    TrioFaultChosen,
    TrioFaultDisproved,
    TrioFaultDropped,
    TrioFaultProved,
    TrioLastCardLaid,
    TrioLayChosen,
    TrioPassChosen,
    TrioPassed,
    TrioPlayResumed,
    TrioRoundEnded,
    TrioTimeUp,
)
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import TrioPhase
from cartable.games.trio.tests.table import DEAD, Table, blocked, code, fresh, placed
from cartable.kernel import CLOCK, BadInput, Deadline, Tempo

CALM = TrioOptions(calm=True)
TIMED = TrioOptions(calm=True, window_s=30)

LAID = {"same": ["1-red-sun"], "step": ["3-blue-moon", "6-green-star"], "different": ["5-green-drop"]}
BY_1 = {"same": -1, "step": 1, "different": -1}
"""Seat 1 laid 6 on 3."""


def order(table: Table) -> tuple[int, ...]:
    window = TRIO.view(table.state, None).calm
    assert window is not None
    return window.order


def test_trio_c1_a_calm_match_is_no_race() -> None:
    calm = TRIO.under(CALM)
    assert (calm.tempo, calm.calm) == (Tempo.TURNS, True)
    assert TRIO.under(TrioOptions()) is TRIO
    table = placed(3, CALM)
    assert table.to_move == [0, 1, 2]
    assert TRIO.stakes(table.state, 0, TRIO.act("lay 4-red-leaf step")) == frozenset()
    assert str(TRIO.legal(table.state, 0)[-1]) == "pass"


def test_trio_c1_only_after_the_start_signal() -> None:
    table = fresh(2, options=TIMED)
    assert table.refused(0, "pass") == "stopped"
    assert table.refused(CLOCK, "close") == "stopped"
    assert table.act(0, "go").to_move == [0, 1]
    assert table.refused(CLOCK, "pass") == "only-players"
    assert code(placed().state, 0, "pass") == "only-in-calm-play"
    assert table.refused(CLOCK, "relief") == table.refused(CLOCK, "settle") == "not-in-calm-play"


def test_trio_c2_what_is_chosen_is_told_to_its_player_alone() -> None:
    table = placed(4, CALM, centre=LAID, laid_by=BY_1)
    table.act(0, "lay 4-red-leaf same")
    assert table.events == [TrioChoiceMade(0), TrioLayChosen(0, "4-red-leaf", "same", to=0)]
    table.act(2, "fault step")
    assert table.events == [TrioChoiceMade(2), TrioFaultChosen(2, "6-green-star", "step", to=2)]
    table.act(3, "pass")
    assert table.events == [TrioChoiceMade(3), TrioPassChosen(3, to=3)]
    windows = [TRIO.view(table.state, seat).calm for seat in (0, 1, 2, 3, None)]
    choices = [window.choice for window in windows if window is not None]
    assert choices == ["lay 4-red-leaf same on 1-red-sun", "", "fault step on 6-green-star", "pass", ""]
    assert {window.chosen for window in windows if window is not None} == {(0, 2, 3)}
    assert table.refused(0, "pass") == "chosen-already"
    assert TRIO.legal(table.state, 0) == ()


def test_trio_c3_the_window_ends_in_time() -> None:
    table = placed(3, TIMED)
    assert TRIO.deadlines(table.state) == (Deadline(TRIO.act("close"), 30, "1 0", courtesy=False, announced=True),)
    assert TRIO.deadlines(placed(3, CALM).state) == ()
    table.act(1, "lay 4-orange-star step").clock("close")
    assert table.events[0] == TrioTimeUp((0, 2))
    assert table.told(TrioCardLaid) == [TrioCardLaid(1, "4-orange-star", "step")]
    assert TRIO.deadlines(table.state)[0].key == "1 1"
    assert table.refused(1, "close") == "only-the-clock-closes"
    assert placed(3, CALM).refused(CLOCK, "close") == "no-time-limit"


def test_trio_c4_most_cards_first_then_clockwise_from_the_dealer() -> None:
    assert order(placed(4, CALM)) == (0, 1, 2, 3)  # seat 0 has one card more
    stacks = [["2-red-drop"], ["2-orange-leaf"], ["2-yellow-bolt"], ["2-purple-bolt"]]
    assert order(placed(4, CALM, stacks=stacks)) == (1, 2, 3, 0)
    assert order(placed(4, TrioOptions(calm=True, rounds=3), stacks=stacks, round=2)) == (2, 3, 0, 1)


def test_trio_c5_a_card_aimed_at_a_covered_top_comes_back() -> None:
    table = placed(3, CALM)
    for seat, text in enumerate(("lay 4-red-leaf step", "lay 4-orange-star step", "pass")):
        table.act(seat, text)
    assert table.told(TrioCardLaid, TrioCardCameBack, TrioPassed) == [
        TrioCardLaid(0, "4-red-leaf", "step"),
        TrioCardCameBack(1, "step"),
        TrioPassed(2),
    ]
    assert "4-orange-star" in table.state.hands[1]


def test_trio_c5_an_accusation_of_a_covered_card_is_dropped() -> None:
    table = placed(3, CALM, centre=LAID, laid_by=BY_1)
    table.act(0, "lay 4-red-leaf step").act(1, "pass").act(2, "fault step")
    assert table.told(TrioCardLaid, TrioFaultDropped) == [
        TrioCardLaid(0, "4-red-leaf", "step"),
        TrioFaultDropped(2, "step"),
    ]


def test_trio_c6_a_check_stops_nothing() -> None:
    table = placed(3, CALM, centre=LAID, laid_by=BY_1)
    table.act(0, "fault step").act(1, "lay 4-orange-star same").act(2, "lay 1-yellow-moon same")
    assert table.told(TrioFaultProved, TrioCardLaid, TrioCardCameBack, TrioPlayResumed) == [
        TrioFaultProved(0, 1, "6-green-star", "step"),
        TrioCardLaid(1, "4-orange-star", "same"),
        TrioCardCameBack(2, "same"),
    ]
    assert table.state.phase is TrioPhase.RUNNING
    assert table.to_move == [0, 1, 2]


def test_trio_c7_relief_follows_a_window_in_which_nobody_could_lay() -> None:
    hands = [DEAD[:1], DEAD[1:2]]
    table = blocked(hands, [[], []], CALM).act(0, "pass").act(1, "pass")
    assert [event.blocked for event in table.events if isinstance(event, TrioRoundEnded)] == [True]
    running = placed(2, CALM).act(0, "pass").act(1, "pass")  # somebody could play: nothing happens
    assert running.told(TrioCentreLaidOut) == []
    assert running.to_move == [0, 1]


@pytest.mark.parametrize("accuse", [True, False])
def test_trio_c8_a_last_card_is_accused_or_not_in_the_next_window(accuse: bool) -> None:
    table = placed(2, CALM, hands=[["2-red-moon"], ["4-orange-star", "1-orange-star"]], stacks=[[], ["2-orange-leaf"]])
    table.act(0, "lay 2-red-moon step").act(1, "pass")
    assert table.told(TrioLastCardLaid)
    assert table.to_move == [1]
    assert order(table) == (1,)
    table.act(1, "fault step" if accuse else "pass")
    assert table.told(TrioFaultDisproved, TrioPassed) == [
        TrioFaultDisproved(1, 0, "2-red-moon", "step") if accuse else TrioPassed(1)
    ]
    outcome = TRIO.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_trio_c8_a_wrong_last_card_that_nobody_accused_goes_back() -> None:
    table = placed(2, CALM, hands=[["1-red-leaf"], ["4-orange-star"]], stacks=[[], ["2-orange-leaf", "5-orange-leaf"]])
    table.act(0, "lay 1-red-leaf step").act(1, "pass").act(1, "pass")
    assert "1-red-leaf" in table.state.hands[0]
    assert table.state.phase is TrioPhase.RUNNING
    assert table.to_move == [0, 1]


@pytest.mark.parametrize("chosen", [[0, 1, 2], [0, 0], [3], ["0"]])
def test_a_position_in_which_nobody_is_to_choose_is_refused(chosen: list[object]) -> None:
    with pytest.raises(BadInput, match="chosen"):
        placed(3, CALM, chosen=chosen)
    with pytest.raises(BadInput, match="only in calm play"):
        placed(3, chosen=[1])
