"""Hexa: a round, from the turned card to the call (HEXA-03, HEXA-10 to 20)."""

import msgspec
import pytest

from cartable.games.hexa import HEXA
from cartable.games.hexa import events as e
from cartable.games.hexa.acts import CALLS, HexaCall, HexaTie
from cartable.games.hexa.calls import fitting_rows
from cartable.games.hexa.options import HexaOptions
from cartable.games.hexa.tests.table import BLOCKED, ROWS, code, fresh, placed, step
from cartable.kernel import CLOCK, DEALER, BadInput, OpenRace, Tempo, read_options

LAID = tuple(map(tuple, ROWS))


# --- calling -------------------------------------------------------------------------------------------------------


def test_hexa_10_which_rows_fit() -> None:
    assert fitting_rows("pink-telephone", LAID) == (1, 2, 4, 5, 6)
    assert fitting_rows("purple-die", LAID) == (3, 5, 6)
    assert fitting_rows("pink-car", tuple(map(tuple, BLOCKED))) == ()


def test_hexa_11_everyone_may_call_rows_1_to_6_or_impossible() -> None:
    table = placed(open="purple-die")
    for seat in range(3):
        assert HEXA.legal(table.state, seat) == CALLS
    assert [str(call) for call in CALLS] == [*(f"call {row}" for row in range(1, 7)), "call impossible"]
    for nonsense in ("call 0", "call 7", "call -1"):
        assert table.refused(0, nonsense) == "no-such-row"
    assert table.refused(0, "turn") == "call-it-first"


def test_hexa_11_only_the_first_call_counts() -> None:
    table = placed(open="purple-die").act(2, "call 3")
    assert table.refused(0, "call 3") == "nothing-open"
    assert table.refused(1, "call impossible") == "nothing-open"


@pytest.mark.parametrize("row", [3, 5, 6])
def test_hexa_12_any_fitting_row_is_right(row: int) -> None:
    table = placed(open="purple-die").act(1, f"call {row}")
    assert table.state.rows[row - 1][-1] == "purple-die"
    assert table.state.chips == (0, 0, 0)


def test_hexa_13_right_row() -> None:
    table = placed(open="purple-die", turner=0).act(1, "call 3")
    assert table.events == [e.HexaRowRight(1, "purple-die", 3), e.HexaTurnAwaited(1, "own")]
    assert table.keys["neutral"] == ["red-flower", "blue-telephone"]
    assert table.to_move == [1]
    assert table.refused(0, "turn") == "caller-turns"
    table.act(1, "turn")
    assert table.events == [e.HexaCardTurned(1, "brown-die", "own")]
    assert table.keys["piles"][1] == ["brown-car"]


@pytest.mark.parametrize("seat", [0, 2])
def test_hexa_14_wrong_row(seat: int) -> None:
    table = placed(open="purple-die", turner=0, source="own").act(seat, "call 1")
    assert table.events == [e.HexaRowWrong(seat, "purple-die", 1, 1), e.HexaTurnAwaited(seat, "neutral")]
    assert table.state.chips[seat] == 1
    assert table.keys["neutral"] == ["red-flower", "blue-telephone", "purple-die"]
    assert table.keys["rows"] == ROWS
    assert table.act(seat, "turn").state.open == "red-flower"


def test_hexa_15_impossible_and_it_is() -> None:
    table = placed(2, rows=BLOCKED, piles=[["red-die", "red-ball"], ["blue-die"]], open="pink-car")
    table.act(0, "call impossible")
    assert table.events == [e.HexaImpossibleRight(0, "pink-car"), e.HexaTurnAwaited(0, "own")]
    assert table.keys["neutral"][-1] == "pink-car"
    assert table.state.chips == (0, 0)


def test_hexa_16_impossible_though_a_row_fits() -> None:
    table = placed(open="purple-die").act(1, "call impossible")
    assert table.events == [e.HexaImpossibleWrong(1, "purple-die", 1), e.HexaTurnAwaited(1, "neutral")]
    assert table.keys["neutral"][-1] == "purple-die"


def test_hexa_17_a_row_though_none_fits() -> None:
    table = placed(2, rows=BLOCKED, piles=[["red-die", "red-ball"], ["blue-die"]], open="pink-car")
    table.act(1, "call 4")
    assert table.events == [e.HexaRowWrong(1, "pink-car", 4, 1), e.HexaTurnAwaited(1, "neutral")]


def test_hexa_18_a_card_under_the_neutral_pile_stays_known_and_in_order() -> None:
    """Everybody saw it: turned again it needs no dealer, and it comes after all that lay there before."""
    table = placed(neutral=["red-flower"], open="purple-die", turner=0, source="own").act(0, "call 1")
    assert table.state.neutral[-1] == "purple-die"
    assert HEXA.view(table.state, None).neutral == (None, "purple-die")
    table.act(0, "turn").act(1, "call 1")  # red-flower: wrong
    assert HEXA.view(table.state, 2).neutral == ("purple-die", "red-flower")
    again = step(table.state, 1, "turn").state
    assert again.open == "purple-die"
    assert HEXA.actors(again) == {0, 1, 2, CLOCK}
    assert table.keys["piles"] == placed().keys["piles"]  # it never came back to seat 0


def test_hexa_19_calls_need_an_open_card_and_a_player_in_play() -> None:
    table = placed(chips=[0, 3, 0], out=[1], piles=[["pink-ball", "pink-cup"], [], ["red-car", "red-ball"]])
    assert table.refused(2, "call 2") == "nothing-open"
    assert table.refused(1, "call 2") == "eliminated"
    table.act(0, "turn")
    assert table.to_move == [0, 2]
    assert table.refused(1, "call 2") == "eliminated"
    assert table.refused(CLOCK, "call 2") == "only-players"
    assert table.refused(7, "call 2") == "only-players"
    assert HEXA.legal(table.state, 1) == ()
    assert table.act(0, "call 2").state.turner == 0  # who turned it may call


# --- patience ------------------------------------------------------------------------------------------------------


def test_hexa_20_nobody_calls() -> None:
    table = placed(open="purple-die", turner=1, source="own")
    assert HEXA.legal(table.state, CLOCK) == (HEXA.act("unclaimed"),)
    table.clock("unclaimed")
    assert table.events == [e.HexaNobodyCalled("purple-die"), e.HexaTurnAwaited(1, "neutral")]
    assert table.state.chips == (0, 0, 0)
    assert table.keys["neutral"] == ["red-flower", "blue-telephone", "purple-die"]
    assert table.refused(CLOCK, "unclaimed") == "nothing-open"


def test_hexa_20_a_tie_break_goes_on() -> None:
    table = placed(open="purple-die", turner=1, tied=[0, 2]).clock("unclaimed")
    assert table.keys["tied"] == [0, 2]
    assert table.act(1, "turn").to_move == [0, 2]


def test_hexa_20_patience_is_an_option() -> None:
    def deadlines(patience_s: int = 45) -> list[tuple[str, float]]:
        state = placed(options=HexaOptions(patience_s=patience_s), open="purple-die").state
        return [(str(deadline.act), deadline.after_s) for deadline in HEXA.deadlines(state)]

    assert deadlines() == [("unclaimed", 45)]
    assert deadlines(patience_s=10) == [("unclaimed", 10)]
    assert deadlines(patience_s=0) == []
    placed(options=HexaOptions(patience_s=0), open="purple-die").clock("unclaimed")  # a race that was cut
    for patience_s in (-1, 1_000_001, 10**300):
        with pytest.raises(BadInput, match="patience_s"):
            read_options(HexaOptions, {"patience_s": patience_s})


def test_hexa_20_patience_begins_afresh_with_each_card() -> None:
    table = placed(piles=[["pink-ball"], ["brown-die"], ["red-car"]], neutral=[], open="purple-die")
    before = HEXA.deadlines(table.state)
    table.clock("unclaimed")
    assert HEXA.deadlines(table.state) == ()
    table.act(0, "turn")  # the very same card
    assert table.state.open == "purple-die"
    assert HEXA.deadlines(table.state)[0].key != before[0].key


def test_the_race_is_on_while_a_card_lies_open() -> None:
    table = placed()
    assert HEXA.tempo is Tempo.CALLS
    assert HEXA.open_race(table.state) is None
    table.act(0, "turn")
    assert HEXA.open_race(table.state) == OpenRace("1", HEXA.act("unclaimed"))


def test_hexa_11_all_calls_contend_for_the_open_card() -> None:
    state = placed(open="purple-die").state
    stakes = {HEXA.stakes(state, seat, call) for seat in range(3) for call in CALLS}
    assert len(stakes) == 1
    assert stakes != {frozenset()}
    assert HEXA.stakes(state, 0, HEXA.act("turn")) == frozenset()


def test_hexa_20_patience_is_time_that_players_need() -> None:
    assert not HEXA.deadlines(placed(open="purple-die").state)[0].courtesy


# --- who does what -------------------------------------------------------------------------------------------------


def test_the_tables_own_acts_are_refused_to_players() -> None:
    table = placed(open="purple-die")
    assert table.refused(0, "deal red-flower") == "only-the-dealer"
    assert table.refused(0, "unclaimed") == "only-the-clock"
    assert table.refused(0, "tie 0:3 1:3") == "only-the-referee"
    assert table.refused(DEALER, "deal red-flower") == "nothing-to-deal"
    assert table.refused(DEALER, "call 3") == "nothing-to-deal"
    assert table.refused(CLOCK, "turn") == "call-it-first"


def test_nobody_acts_while_a_card_is_being_turned() -> None:
    state = step(placed().state, 0, "turn").state
    assert HEXA.actors(state) == {DEALER}
    for seat, text in ((0, "turn"), (1, "call 2"), (CLOCK, "unclaimed"), (CLOCK, "tie 0:1 1:1")):
        assert code(state, seat, text) == "being-turned"
    assert code(state, DEALER, "deal purple-cup") == "card-not-left"


# --- notation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["turn", "call 5", "call 0", "call -3", "call impossible", "deal brown-car", "unclaimed", "tie 0:5 2:impossible"],
)
def test_notation_reads_both_ways(text: str) -> None:
    assert str(HEXA.act(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Turn",
        "turn ",
        "call",
        "call 05",
        "call +5",
        "call ٣",
        "call five",
        "call 5 ",
        "deal yellow-flower",
        "deal",
        "tie",
        "tie ",
        "tie 0",
        "tie 0:",
        "tie 0:5  1:5",
        "tie :5 1:5",
        "tie 0:five 1:5",
        "call " + "9" * 5000,
    ],
)
def test_text_of_no_known_form(text: str) -> None:
    assert HEXA.read(text) is None


def test_an_impossible_number_is_an_act_that_is_refused() -> None:
    assert HEXA.read("call 77") == HexaCall(77)
    assert HEXA.read("tie 9:9") == HexaTie(((9, 9),))


# --- what is shown -------------------------------------------------------------------------------------------------


def test_the_view_never_tells_which_rows_fit() -> None:
    """Nothing but the open card differs between an open card that fits and one that does not."""
    piles = [["red-die", "red-ball"], ["blue-die"]]
    nowhere, somewhere = (
        placed(2, rows=BLOCKED, piles=piles, open=card).state for card in ("pink-car", "brown-telephone")
    )
    for seat in (0, 1, None):
        views = [HEXA.view(state, seat) for state in (nowhere, somewhere)]
        assert msgspec.structs.replace(views[0], open="") == msgspec.structs.replace(views[1], open="")
        assert HEXA.preview(views[0]) == HEXA.preview(views[1])
    assert [HEXA.legal(nowhere, seat) for seat in (0, 1)] == [HEXA.legal(somewhere, seat) for seat in (0, 1)]


def test_hexa_03_chips_of_the_eliminated_are_in_stock_again() -> None:
    table = placed(4, chips=[2, 3, 1, 0], out=[1], piles=[["pink-ball"], [], ["red-car"], ["blue-die", "blue-car"]])
    preview = HEXA.preview(HEXA.view(table.state, 0))
    assert preview.stock == 12 - 3
    assert preview.wrong_to_spare == (0, 0, 1, 2)
    assert preview.right_to_win == (1, 0, 1, 2)


def test_hexa_03_twelve_chips_always_suffice() -> None:
    table = placed(5, chips=[2] * 5, open="purple-die")
    assert HEXA.preview(HEXA.view(table.state, None)).stock == 2
    table.act(0, "call 1")
    assert HEXA.preview(HEXA.view(table.state, None)).stock == 4


def test_a_fresh_view_shows_the_whole_table_and_no_face_down_card() -> None:
    view = HEXA.view(fresh(3).state, 1)
    assert (view.seat, view.to_move, view.piles) == (1, (0,), (9, 9, 9))
    assert view.neutral == (None,) * 25
    assert len(view.unseen) == 52
    assert view.patience_s == 45
