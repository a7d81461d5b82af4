"""Hexa: calm play, rule by rule. The choices are private, and the order in which they count is known."""

import pytest

from cartable.games.hexa import HEXA
from cartable.games.hexa.events import (
    HexaCallChosen,
    HexaChoiceMade,
    HexaChoicesShown,
    HexaNobodyCalled,
    HexaPassChosen,
    HexaRowRight,
    HexaTimeUp,
    HexaTurnAwaited,
)
from cartable.games.hexa.options import HexaOptions
from cartable.games.hexa.tests.table import Table, code, fresh, placed
from cartable.kernel import CLOCK, BadInput, Deadline, Tempo

CALM = HexaOptions(calm=True)
TIMED = HexaOptions(calm=True, window_s=30)


def open_card(options: HexaOptions = CALM, **keys: object) -> Table:
    """`pink-telephone`, which fits every row but 3, turned by seat 0."""
    return placed(3, options, open="pink-telephone", turner=0, **keys)


def test_hexa_c1_a_calm_match_is_no_race() -> None:
    calm = HEXA.under(CALM)
    assert (calm.tempo, calm.same_for_all, calm.calm) == (Tempo.TURNS, False, True)
    assert HEXA.under(HexaOptions()) is HEXA
    assert HEXA.under(CALM) is calm
    table = open_card()
    assert HEXA.open_race(table.state) is None
    assert HEXA.stakes(table.state, 0, HEXA.act("call 1")) == frozenset()
    assert table.to_move == [0, 1, 2]


def test_hexa_c1_only_players_in_play_choose() -> None:
    table = open_card(chips=[0, 3, 0], out=[1], piles=[["pink-ball", "pink-cup"], [], ["red-car", "red-ball"]])
    assert table.to_move == [0, 2]
    assert table.refused(1, "pass") == "eliminated"
    assert table.refused(CLOCK, "pass") == "only-players"
    assert open_card().act(0, "pass").refused(0, "turn") == "call-it-first"


def test_hexa_c2_what_is_chosen_is_told_to_its_player_alone() -> None:
    table = open_card().act(1, "call impossible")
    assert table.events == [HexaChoiceMade(1), HexaCallChosen(1, "impossible", to=1)]
    table.act(2, "pass")
    assert table.events == [HexaChoiceMade(2), HexaPassChosen(2, to=2)]
    windows = [HEXA.view(table.state, seat).calm for seat in (0, 1, 2, None)]
    assert [window.choice for window in windows if window is not None] == ["", "call impossible", "pass", ""]
    assert {window.chosen for window in windows if window is not None} == {(1, 2)}
    assert table.refused(1, "call 2") == "chosen-already"


def test_hexa_c3_the_window_ends_when_all_have_chosen_or_in_time() -> None:
    table = open_card(TIMED)
    assert HEXA.deadlines(table.state) == (Deadline(HEXA.act("close"), 30, "0", courtesy=False, announced=True),)
    assert HEXA.deadlines(open_card().state) == ()
    table.act(1, "call 4")
    table.clock("close")
    late, shown, right, *_ = table.events
    assert late == HexaTimeUp((0, 2))
    assert shown == HexaChoicesShown((1, 2, 0), ("4", "pass", "pass"))
    assert right == HexaRowRight(1, "pink-telephone", 4)
    assert table.refused(CLOCK, "close") == "nothing-open"
    assert open_card(TIMED).refused(0, "close") == "only-the-clock-closes"
    assert open_card().refused(CLOCK, "close") == "no-time-limit"


def test_hexa_c4_whoever_has_waited_longest_is_first() -> None:
    """A right call puts its player last; the others keep their order."""
    table = fresh(4, seed=5, options=CALM)
    table.act(0, "turn")
    for caller in (1, 2, 3):
        window = HEXA.view(table.state, None).calm
        assert window is not None
        assert window.order[0] == caller
        right = next(
            call for call in ("impossible", *"123456") if _is_right(table, caller, call)
        )  # the others pass, so that this one is heard
        for seat in range(4):
            table.act(seat, f"call {right}" if seat == caller else "pass")
        assert table.to_move == [caller]
        table.act(caller, "turn")
    window = HEXA.view(table.state, 0).calm
    assert window is not None
    assert window.order == (0, 1, 2, 3)


def _is_right(table: Table, caller: int, call: str) -> bool:
    others = dict.fromkeys(range(4), "pass") | {caller: f"call {call}"}
    tried = Table(table.state, table.dealer)
    for seat, choice in others.items():
        tried.act(seat, choice)
    return tried.state.source == "own"


def test_hexa_c5_only_the_first_call_in_order_counts() -> None:
    table = open_card(waits=[3, 0, 1])
    table.act(1, "call 1").act(2, "call 3").act(0, "call 5")
    *_, shown, right, awaited = table.events
    assert shown == HexaChoicesShown((0, 2, 1), ("5", "3", "1"))
    assert right == HexaRowRight(0, "pink-telephone", 5)
    assert awaited == HexaTurnAwaited(0, "own")
    assert table.keys["chips"] == [0, 0, 0]


def test_hexa_c6_everybody_passes() -> None:
    table = open_card().act(0, "pass").act(1, "pass").act(2, "pass")
    assert HexaNobodyCalled("pink-telephone") in table.events
    assert table.keys["waits"] == [0, 0, 0]
    assert table.to_move == [0]


def test_hexa_c7_no_ties_and_no_patience() -> None:
    table = open_card(TIMED)
    for text in ("tie 0:1 1:2", "unclaimed"):
        assert table.refused(CLOCK, text) == "not-in-calm-play"
    for text in ("pass", "close"):
        assert code(placed(3, open="pink-telephone").state, 0, text) == "only-in-calm-play"
    with pytest.raises(BadInput, match="calm play has no ties"):
        placed(3, CALM, open="pink-telephone", tied=[0, 1])


@pytest.mark.parametrize("chosen", [[0, 1, 2], [0, 0], [3], ["0"]])
def test_a_position_in_which_nobody_is_to_choose_is_refused(chosen: list[object]) -> None:
    with pytest.raises(BadInput, match="chosen"):
        open_card(chosen=chosen)


@pytest.mark.parametrize(
    ("keys", "where"), [({"chosen": [1]}, "chosen"), ({"waits": [1]}, "waits"), ({"waits": [0, -1, 0]}, "waits")]
)
def test_other_bad_positions(keys: dict[str, object], where: str) -> None:
    with pytest.raises(BadInput, match=where):
        placed(3, CALM, **keys)
