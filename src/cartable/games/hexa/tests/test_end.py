"""Hexa: ties, eliminations, and how a match ends (HEXA-21 to 29)."""

import pytest

from cartable.games.hexa import HEXA
from cartable.games.hexa import events as e
from cartable.games.hexa.acts import HexaCall
from cartable.games.hexa.tests.table import BLOCKED, placed
from cartable.kernel import CLOCK, Outcome

# --- ties ----------------------------------------------------------------------------------------------------------


def test_hexa_21_a_tie_costs_nothing_and_the_card_goes_under() -> None:
    table = placed(4, open="purple-die").clock("tie 0:3 2:impossible")
    assert table.events == [
        e.HexaCallsTied((0, 2), ("3", "impossible"), "purple-die"),
        e.HexaTurnAwaited(1, "neutral"),
    ]
    assert table.keys["neutral"] == ["red-flower", "blue-telephone", "purple-die"]
    assert table.state.chips == (0, 0, 0, 0)


def test_hexa_22_only_the_tied_may_call() -> None:
    table = placed(4, open="purple-die").clock("tie 0:3 2:3")
    assert table.refused(0, "turn") == "tie-turner-turns"
    table.act(1, "turn")
    assert table.to_move == [0, 2]
    assert table.refused(1, "call 2") == "only-the-tied"
    assert table.refused(3, "call 2") == "only-the-tied"
    assert HEXA.legal(table.state, 1) == ()


@pytest.mark.parametrize(
    ("turner", "tied", "following"),
    [
        (0, (0, 2), 1),
        (1, (0, 2), 3),
        (2, (3, 0), 1),
        (3, (0, 1, 2), 3),  # the last turner alone is not tied
        (3, (0, 1, 2, 3), 3),  # everybody is
        (2, (0, 1, 2, 3), 2),
    ],
)
def test_hexa_22_who_turns_in_a_tie(turner: int, tied: tuple[int, ...], following: int) -> None:
    calls = " ".join(f"{seat}:1" for seat in sorted(tied))
    table = placed(4, open="purple-die", turner=turner, source="own").clock(f"tie {calls}")
    assert (table.state.turner, table.state.source) == (following, "neutral")


def test_hexa_22_an_eliminated_player_does_not_turn() -> None:
    piles = [["pink-ball"], [], ["red-car"], ["blue-die"]]
    table = placed(4, open="purple-die", turner=0, chips=[0, 3, 0, 0], out=[1], piles=piles)
    assert table.clock("tie 0:3 2:3").state.turner == 3


def test_hexa_23_tied_again_among_those_tied_again() -> None:
    table = placed(4, open="purple-die", turner=1, tied=[0, 2, 3]).clock("tie 0:1 3:1")
    assert table.keys["tied"] == [0, 3]
    table.act(2, "turn")
    assert table.refused(2, "call 2") == "only-the-tied"
    table.act(3, "call 2")  # red-flower beside blue-cup: right
    assert (table.keys["tied"], table.state.turner, table.state.source) == ([], 3, "own")


@pytest.mark.parametrize("call", ["call 1", "call impossible"])
def test_hexa_23_a_wrong_call_ends_the_tie_and_costs_a_chip(call: str) -> None:
    table = placed(open="purple-die", turner=1, tied=[0, 2]).act(2, call)
    assert table.state.chips == (0, 0, 1)
    assert table.state.tied == ()
    assert table.act(2, "turn").to_move == [0, 1, 2]


def test_hexa_24_a_tie_is_taken_as_found() -> None:
    """Whatever was called, as long as those who may call could have called it."""
    piles = [["pink-ball"], ["brown-die"], ["red-car"], []]
    table = placed(4, open="purple-die", chips=[0, 0, 0, 3], out=[3], piles=piles)
    nonsense = ["tie 1:3", "tie 1:3 3:3", "tie 1:3 5:3", "tie 0:0 1:3", "tie 0:1 1:7", "tie 1:3 0:3", "tie 1:3 1:4"]
    for tie in [*nonsense, "tie -1:3 0:3"]:
        assert table.refused(CLOCK, tie) == "no-tie"
    table.clock("tie 1:3 2:3").act(0, "turn")
    assert table.refused(CLOCK, "tie 0:2 1:2") == "no-tie"  # seat 0 has no part in this tie-break
    assert placed().refused(CLOCK, "tie 0:1 1:1") == "nothing-open"


def test_hexa_24_the_referees_finding_is_written_with_seats_ascending() -> None:
    state = placed(open="purple-die").state
    assert str(HEXA.tie(state, {2: HexaCall(None), 0: HexaCall(5)})) == "tie 0:5 2:impossible"


# --- eliminations --------------------------------------------------------------------------------------------------


def test_hexa_25_the_third_chip_eliminates() -> None:
    table = placed(4, open="purple-die", turner=1, chips=[1, 2, 0, 0]).act(1, "call 1")
    assert table.events == [
        e.HexaRowWrong(1, "purple-die", 1, 3),
        e.HexaPlayerEliminated(1, 2),
        e.HexaTurnAwaited(2, "neutral"),
    ]
    keys = table.keys
    assert (keys["chips"], keys["out"], keys["piles"][1]) == ([1, 3, 0, 0], [1], [])
    assert table.act(2, "turn").to_move == [0, 2, 3]


def test_hexa_25_the_next_seat_still_in_play_turns() -> None:
    piles = [["pink-ball"], ["brown-die"], ["red-car"], []]
    table = placed(4, open="purple-die", turner=0, chips=[0, 0, 2, 3], out=[3], piles=piles).act(2, "call impossible")
    assert (table.state.turner, table.state.out) == (0, (3, 2))


def test_hexa_25_a_pile_that_left_stays_unseen() -> None:
    """Nobody knows what left with the player, so every unseen card is as likely as before."""
    table = placed(open="purple-die", chips=[2, 0, 0])
    before = table.state.unseen
    assert table.act(0, "call 1").state.unseen == before


def test_hexa_26_the_last_player_wins() -> None:
    table = placed(open="purple-die", chips=[2, 3, 0], out=[1], piles=[["pink-ball"], [], ["red-car"]])
    table.act(0, "call 1")
    assert table.events[-1] == e.HexaMatchEnded((2,), "last-player")
    assert HEXA.outcome(table.state) == Outcome("last-player", (2, 3, 1))
    assert table.to_move == []
    assert table.refused(2, "turn") == "over"
    assert table.refused(CLOCK, "unclaimed") == "over"


# --- the last card -------------------------------------------------------------------------------------------------


def test_hexa_27_a_right_call_with_one_card_left_wins() -> None:
    table = placed(2, piles=[["pink-ball"], ["brown-die", "brown-car"]], open="purple-die").act(0, "call 3")
    assert table.events == [e.HexaRowRight(0, "purple-die", 3), e.HexaMatchEnded((0,), "last-card")]
    assert HEXA.outcome(table.state) == Outcome("last-card", (1, 2))
    assert table.keys["piles"][0] == ["pink-ball"]  # it need not be turned


def test_hexa_27_impossible_wins_too() -> None:
    table = placed(2, rows=BLOCKED, piles=[["red-die"], ["blue-die", "blue-ball"]], open="pink-car")
    table.act(0, "call impossible")
    assert HEXA.outcome(table.state) == Outcome("last-card", (1, 2))


def test_hexa_27_a_wrong_call_does_not_win() -> None:
    table = placed(2, piles=[["pink-ball"], ["brown-die", "brown-car"]], open="purple-die").act(0, "call 1")
    assert HEXA.outcome(table.state) is None
    assert table.act(0, "turn").state.source == "neutral"


def test_hexa_27_two_cards_left_do_not_win() -> None:
    table = placed(open="purple-die").act(0, "call 3")
    assert HEXA.outcome(table.state) is None


@pytest.mark.parametrize(
    ("piles", "chips", "ranks"),
    [
        ((1, 2, 3), (0, 2, 0), (1, 2, 3)),  # cards before chips
        ((1, 2, 2), (2, 1, 0), (1, 3, 2)),  # then chips
        ((1, 2, 2), (2, 1, 1), (1, 2, 2)),  # else shared
        ((1, 1, 1), (0, 0, 0), (1, 2, 2)),
    ],
)
def test_hexa_28_ranking(piles: tuple[int, ...], chips: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    whole = [["pink-ball"], ["brown-die", "brown-car"], ["red-car", "red-ball", "red-telephone"]]
    cut = [pile[:size] for pile, size in zip(whole, piles, strict=True)]
    table = placed(3, piles=cut, chips=list(chips), open="purple-die").act(0, "call 3")
    assert HEXA.outcome(table.state) == Outcome("last-card", ranks)


def test_hexa_28_the_latest_eliminated_is_ahead() -> None:
    table = placed(4, piles=[["pink-ball"], [], ["red-car"], []], chips=[0, 3, 2, 3], out=[3, 1], open="purple-die")
    table.act(0, "call 3")
    assert HEXA.outcome(table.state) == Outcome("last-card", (1, 3, 2, 4))


# --- an empty neutral pile -----------------------------------------------------------------------------------------


def test_hexa_29_the_turner_turns_from_the_own_pile_instead() -> None:
    table = placed(2, neutral=[], turner=1).act(1, "turn")
    assert table.events == [e.HexaCardTurned(1, "brown-die", "own")]
    assert table.keys["piles"][1] == ["brown-car"]


@pytest.mark.parametrize("pile", [["pink-ball"], []])
def test_hexa_29_and_hexa_27_holds(pile: list[str]) -> None:
    table = placed(2, piles=[pile, ["brown-die", "brown-car"]], neutral=[]).act(0, "turn")
    assert table.events == [e.HexaMatchEnded((0,), "last-card")]
    assert HEXA.outcome(table.state) == Outcome("last-card", (1, 2))
