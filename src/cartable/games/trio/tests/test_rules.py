"""Trio: the race itself (TRIO-07, 08, 12, 13, 21, 23, 25, 27), who may do what, notation and what is shown."""

from typing import Any

import msgspec
import pytest

from cartable.games.trio import TRIO
from cartable.games.trio import events as e
from cartable.games.trio.acts import TrioFault, TrioLay
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.tests.table import CENTRE, HANDS, STACKS, code, fresh, placed, step
from cartable.kernel import CLOCK, DEALER, BadInput, read_options

REFEREE = TrioOptions(referee=True)
THREE = TrioOptions(refill="three")


# --- the start -----------------------------------------------------------------------------------------------------


def test_trio_07_everyone_takes_three_at_the_dealers_signal() -> None:
    table = placed(hands=[[], [], []])
    assert table.to_move == [0]
    assert table.refused(1, "go") == "not-your-signal"
    table.act(0, "go")
    assert table.keys["hands"] == [sorted(stack[:3]) for stack in STACKS[:3]]
    assert table.keys["stacks"] == [["6-red-star"], [], []]
    assert table.to_move == [0, 1, 2]
    assert not table.keys["stopped"]


def test_trio_07_hands_are_secret() -> None:
    table = placed(hands=[[], [], []]).act(0, "go")
    drawn = table.told(e.TrioCardDrawn)
    assert len(drawn) == 9
    for event in drawn:
        assert isinstance(event, e.TrioCardDrawn)
        assert event.to == event.seat
        assert event.card in table.state.hands[event.seat]
    assert [event.seat for event in drawn if isinstance(event, e.TrioCardDrawn)] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert len(table.told(e.TrioHandFilled)) == 9


def test_trio_07_whoever_has_fewer_than_three_takes_what_there_is() -> None:
    table = placed(2, hands=[[], []], stacks=[["2-red-drop"], ["2-orange-leaf", "5-orange-leaf"]]).act(0, "go")
    assert table.keys["hands"] == [["2-red-drop"], ["2-orange-leaf", "5-orange-leaf"]]


# --- laying --------------------------------------------------------------------------------------------------------


def test_trio_08_any_card_on_any_pile() -> None:
    table = placed()
    for seat in range(3):
        lays = [f"lay {card} {pile}" for card in sorted(HANDS[seat]) for pile in CENTRE]
        assert [str(act) for act in TRIO.legal(table.state, seat)] == lays
    assert table.refused(0, "lay 1-orange-star same") == "not-held"
    assert table.refused(0, "lay 6-green-bolt same") == "not-held"


def test_trio_08_nothing_tells_whether_a_card_was_right() -> None:
    """A right card and a wrong one leave the same events and the same views, but for the card itself."""
    right, wrong = (placed().act(0, f"lay {card} step") for card in ("4-red-leaf", "1-red-leaf"))
    assert right.events[0] == e.TrioCardLaid(0, "4-red-leaf", "step")
    assert wrong.events[0] == e.TrioCardLaid(0, "1-red-leaf", "step")
    assert [type(event) for event in right.events] == [type(event) for event in wrong.events]
    for seat in (1, 2, None):
        views = [msgspec.to_builtins(TRIO.view(table.state, seat)) for table in (right, wrong)]
        for view in views:
            assert view["centre"]["step"][-1][1:] == "-red-leaf"
            view["centre"]["step"] = ()
        assert views[0] == views[1]
    for seat in (1, 2):
        assert TRIO.legal(right.state, seat) == TRIO.legal(wrong.state, seat)


def test_trio_12_a_laid_card_is_replaced_at_once() -> None:
    state = step(placed().state, 0, "lay 4-red-leaf step").state
    assert TRIO.actors(state) == {DEALER}
    assert code(state, 1, "lay 1-orange-star same") == "dealer-first"
    assert code(state, CLOCK, "relief") == "dealer-first"
    table = placed().act(0, "lay 4-red-leaf step")
    assert table.keys["hands"][0] == ["1-red-leaf", "2-red-drop", "2-red-moon"]
    assert table.events[1:] == [e.TrioHandFilled(0, 3), e.TrioCardDrawn(0, "2-red-drop", to=0)]


def test_trio_12_the_hand_shrinks_when_the_pile_has_run_out() -> None:
    table = placed(stacks=[[], *STACKS[1:3]]).act(0, "lay 4-red-leaf step").act(0, "lay 1-red-leaf same")
    assert table.keys["hands"][0] == ["2-red-moon"]
    assert not table.keys["stopped"]


def test_trio_13_the_last_card_wins() -> None:
    table = placed(hands=[["4-red-leaf"], *HANDS[1:3]], stacks=[[], *STACKS[1:3]]).act(0, "lay 4-red-leaf step")
    assert table.events == [e.TrioLastCardLaid(0, "4-red-leaf", "step")]
    assert TRIO.outcome(table.state) is None
    table.clock("settle")
    assert table.events == [e.TrioRoundEnded((0,), (0, 6, 6), False, (0, 0, 0)), e.TrioMatchEnded((0,))]
    assert TRIO.actors(table.state) == frozenset()
    for seat, text in ((0, "go"), (1, "lay 1-orange-star same"), (CLOCK, "settle"), (DEALER, "deal 2-orange-leaf")):
        assert table.refused(seat, text) == "over"


def test_trio_21_a_card_comes_back_when_the_top_has_changed() -> None:
    table = placed().act(1, "lay 4-orange-star step on 3-blue-moon")
    before = table.state
    assert table.refused(0, "lay 2-red-moon step on 3-blue-moon") == "top-changed"
    assert table.state is before
    table.act(0, "lay 2-red-moon step on 4-orange-star")  # wrong, but meant
    assert table.keys["centre"]["step"] == ["3-blue-moon", "4-orange-star", "2-red-moon"]


def test_trio_21_a_log_holds_the_top_card_seen() -> None:
    state = placed(laid_by={"step": 1}, centre={**CENTRE, "step": ["3-blue-moon", "6-blue-moon"]}).state
    assert str(TRIO.with_defaults(state, TrioLay("4-red-leaf", "same"))) == "lay 4-red-leaf same on 1-red-sun"
    assert str(TRIO.with_defaults(state, TrioFault("step"))) == "fault step on 6-blue-moon"
    told = TrioLay("4-red-leaf", "same", "2-blue-sun")
    assert TRIO.with_defaults(state, told) is told


# --- options -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "refused", "rule"),
    [
        ("lay 1-red-leaf step", "not-a-step", "TRIO-10"),
        ("lay 4-red-leaf different", "not-different", "TRIO-11"),
    ],
)
def test_trio_23_the_referee_refuses_wrong_cards_by_the_law_of_the_pile(text: str, refused: str, rule: str) -> None:
    table = placed(options=REFEREE)
    assert table.refused(0, text) == refused
    assert TRIO.refusals[refused].rule == rule


def test_trio_23_the_referee_refuses_what_is_not_the_same() -> None:
    assert placed(options=REFEREE).refused(2, "lay 1-yellow-moon same") == "not-same"
    assert TRIO.refusals["not-same"].rule == "TRIO-09"


def test_trio_23_with_the_referee_only_what_fits_is_legal() -> None:
    state = placed(options=REFEREE).state
    lays = [str(act) for act in TRIO.legal(state, 0)]
    assert lays == [
        "lay 1-red-leaf same",
        "lay 1-red-leaf different",
        "lay 2-red-moon same",
        "lay 2-red-moon step",
        "lay 2-red-moon different",
        "lay 4-red-leaf same",
        "lay 4-red-leaf step",
    ]
    laid = placed(options=REFEREE).act(0, "lay 4-red-leaf step")
    assert laid.refused(1, "fault step") == "no-faults"
    assert not any(TRIO.view(laid.state, 1).accusable.values())


def test_trio_23_who_can_play_is_not_told_to_the_others() -> None:
    """Everybody counts as able to move, whatever the hands hold."""
    table = placed(2, REFEREE, hands=[["1-red-leaf"], ["5-green-moon"]], stacks=[[], []])
    assert TRIO.legal(table.state, 1) == ()
    assert TRIO.view(table.state, 0).to_move == (0, 1)


def test_trio_25_three_at_a_time_when_all_are_laid() -> None:
    table = placed(options=THREE)
    table.act(0, "lay 4-red-leaf step").act(0, "lay 2-red-moon same")
    assert table.keys["hands"][0] == ["1-red-leaf"]
    table.act(0, "lay 1-red-leaf different")
    assert table.keys["hands"][0] == ["2-red-drop", "3-red-star", "5-red-drop"]
    assert table.keys["stacks"][0] == ["6-red-star"]
    for card in ("2-red-drop", "3-red-star", "5-red-drop"):
        table.act(0, f"lay {card} same")
    assert table.keys["hands"][0] == ["6-red-star"]  # the last ones as they come


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("refill", "two"),
        ("wrong_card", "goes"),
        ("rounds", -1),
        ("grace_s", -1),
        ("relief_s", -0.5),
        ("referee", 1),
        ("jokers", True),
    ],
)
def test_options_that_cannot_be(name: str, value: Any) -> None:
    with pytest.raises(BadInput, match=f"option {name}"):
        read_options(TrioOptions, {name: value})


def test_options_and_their_defaults() -> None:
    options = read_options(TrioOptions, {})
    assert (options.grace_s, options.relief_s, options.rounds) == (3, 4, 0)
    assert (options.wrong_card, options.refill, options.referee) == ("returns", "one", False)


# --- time ----------------------------------------------------------------------------------------------------------


def deadlines(table: Any) -> list[tuple[str, float]]:
    return [(str(deadline.act), deadline.after_s) for deadline in TRIO.deadlines(table.state)]


def test_trio_18_five_seconds_for_a_signal_the_start_included() -> None:
    table = fresh(3)
    assert deadlines(table) == [("go", 5)]
    assert TRIO.legal(table.state, CLOCK) == (TRIO.act("go"),)
    table.clock("go")
    assert table.events[0] == e.TrioPlayStarted(0)  # in the dealer's place
    assert deadlines(table) == []
    assert table.refused(CLOCK, "go") == "no-signal-awaited"


def test_trio_22_the_grace_time_is_time_that_players_need() -> None:
    alone: dict[str, Any] = {"hands": [["4-red-leaf"], *HANDS[1:3]], "stacks": [[], *STACKS[1:3]]}
    table = placed(options=TrioOptions(grace_s=7), **alone).act(0, "lay 4-red-leaf step")
    assert deadlines(table) == [("settle", 7)]
    assert not TRIO.deadlines(table.state)[0].courtesy


# --- who does what -------------------------------------------------------------------------------------------------


def test_the_tables_own_acts_are_refused_to_players() -> None:
    table = placed()
    assert table.refused(0, "deal 2-red-drop") == "only-the-dealer"
    assert table.refused(0, "relief") == "only-the-clock"
    assert table.refused(0, "settle") == "grace-time"
    assert table.refused(0, "go") == "no-signal-awaited"
    assert table.refused(DEALER, "deal 2-red-drop") == "nothing-to-deal"
    assert table.refused(CLOCK, "settle") == "no-last-card"
    assert table.refused(CLOCK, "lay 4-red-leaf step") == "only-players"
    assert table.refused(3, "fault step") == "only-players"
    assert table.refused(7, "lay 4-red-leaf step") == "only-players"


def test_the_dealer_shows_only_what_is_left() -> None:
    state = step(placed().state, 0, "lay 4-red-leaf step").state
    assert code(state, DEALER, "deal 4-red-leaf") == "card-not-left"
    assert code(state, DEALER, "go") == "nothing-to-deal"
    assert code(state, 0, "deal 2-red-drop") == "only-the-dealer"


# --- notation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "go",
        "lay 5-red-moon step",
        "lay 5-red-moon step on 3-blue-moon",
        "fault different",
        "fault step on 5-red-moon",
        "deal 5-red-moon",
        "relief",
        "settle",
    ],
)
def test_notation_reads_both_ways(text: str) -> None:
    assert str(TRIO.act(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Go",
        "go ",
        "lay",
        "lay 5-red-moon",
        "lay 5-red-moon up",
        "lay 7-red-moon step",
        "lay 5-red-cat step",
        "lay 5-red-moon  step",
        "lay 5-red-moon step on",
        "lay 5-red-moon step on ",
        "lay 5-red-moon step on top",
        "lay 5-red-moon step on 3-blue-moon on 3-blue-moon",
        "go on 3-blue-moon",
        "deal 5-red-moon on 3-blue-moon",
        "fault",
        "fault 5-red-moon",
        "fault step on step",
        "deal",
        "settle now",
    ],
)
def test_text_of_no_known_form(text: str) -> None:
    assert TRIO.read(text) is None


# --- what is shown -------------------------------------------------------------------------------------------------


def test_a_view_shows_the_own_hand_and_only_numbers_of_the_others() -> None:
    table = placed()
    view = TRIO.view(table.state, 1)
    assert view.hand == tuple(sorted(HANDS[1]))
    assert (view.hands, view.stacks) == ((3, 3, 3), (4, 3, 3))
    written = msgspec.json.encode(view).decode()
    hidden = [*HANDS[0], *HANDS[2], *(card for stack in STACKS[:3] for card in stack)]
    assert not [card for card in hidden if card in written]


def test_a_spectator_sees_no_hand() -> None:
    view = TRIO.view(placed().state, None)
    assert (view.seat, view.hand) == (None, ())


def test_the_preview_counts_what_everybody_has_left() -> None:
    assert TRIO.preview(TRIO.view(placed().state, 0)).left == (7, 6, 6)
