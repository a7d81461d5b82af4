"""Trio at a live table: everybody at once, and who contends with whom."""

import pytest

from cartable.games.trio import TRIO
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import TrioPhase
from cartable.games.trio.tests.live import FAULT, GIVEN, NEAR_0_FAR_1, ORANGE, RED, WRONG, Move, play, results, table
from cartable.matches.live import Over
from cartable.matches.referee import CONTEST_WINDOW, Verdict
from tests.kit.live import ManualHost, new_match

# --- contests ------------------------------------------------------------------------------------------------------


def test_trio_21_of_two_cards_aimed_at_one_top_the_earlier_lies_and_the_other_comes_back() -> None:
    host = table()
    ks = play(host, NEAR_0_FAR_1, [Move(0, RED, 340.0), Move(1, ORANGE, 310.0)])
    assert results(host, ks) == {ORANGE: "accepted", RED: "top-changed"}
    assert "4-red-leaf" in host.live.state.hands[0], "unpunished"
    assert host.live.state.left(0) == 4


def test_the_same_by_arrival_where_the_near_one_was_earlier() -> None:
    host = table()
    ks = play(host, NEAR_0_FAR_1, [Move(0, RED, 300.0), Move(1, ORANGE, 310.0)])
    assert results(host, ks) == {RED: "accepted", ORANGE: "top-changed"}


def test_contested_acts_leave_a_receipt() -> None:
    host = table()
    play(host, NEAR_0_FAR_1, [Move(0, RED, 340.0), Move(1, ORANGE, 310.0)])
    (stage,) = [stage for stage in host.published if stage.receipts]
    first, second = stage.receipts
    assert (first.seat, first.verdict, second.seat) == (1, Verdict.FIRST, 0)
    assert second.gap == pytest.approx(30.0, abs=0.1)
    entry = next(entry for entry in host.match.entries if entry.text == ORANGE)
    assert isinstance(entry.about.receipt, dict)
    assert [call["seat"] for call in entry.about.receipt["calls"]] == [1, 0]


def test_a_card_on_the_own_card_still_pending_lies_with_it() -> None:
    host = table()
    over = "lay 5-orange-sun step on 4-orange-star"
    first = "lay 4-orange-star step on 3-blue-moon"
    ks = play(host, NEAR_0_FAR_1, [Move(1, first, 300.0), Move(1, over, 320.0)])
    assert results(host, ks) == {first: "accepted", over: "accepted"}
    assert host.live.state.centre[1] == ("3-blue-moon", "4-orange-star", "5-orange-sun")


def test_if_the_own_pending_card_returns_both_do() -> None:
    host = table()
    mine, over = RED, "lay 1-red-leaf step on 4-red-leaf"
    ks = play(host, NEAR_0_FAR_1, [Move(0, mine, 330.0), Move(0, over, 340.0), Move(1, ORANGE, 310.0)])
    assert results(host, ks) == {ORANGE: "accepted", mine: "top-changed", over: "top-changed"}
    assert host.live.state.left(0) == 4


def test_a_card_without_a_top_means_the_top_that_lay_there_when_it_came() -> None:
    """It waited for who might have been earlier: by then another card lies there, and it comes back."""
    host = table()
    ks = play(host, NEAR_0_FAR_1, [Move(0, "lay 4-red-leaf step", 340.0), Move(1, ORANGE, 310.0)])
    assert results(host, ks)["lay 4-red-leaf step"] == "top-changed"


def test_an_own_card_without_a_top_follows_the_own_pending_card() -> None:
    host = table()
    first, over = "lay 4-orange-star step", "lay 5-orange-sun step"
    ks = play(host, NEAR_0_FAR_1, [Move(1, first, 300.0), Move(1, over, 320.0)])
    assert results(host, ks) == {first: "accepted", over: "accepted"}


@pytest.mark.parametrize(
    ("fault_after", "cover_after", "fault", "cover"),
    [(310.0, 340.0, "accepted", "stopped"), (345.0, 310.0, "card-covered", "accepted")],
)
def test_trio_14_a_fault_against_the_card_that_covers_it(
    fault_after: float, cover_after: float, fault: str, cover: str
) -> None:
    """Whoever was earlier, though the other one arrives first."""
    covering = (
        "lay 5-orange-sun step on 1-purple-drop"
        if fault_after > cover_after
        else RED.replace("3-blue-moon", "1-purple-drop")
    )
    coverer, accuser = (1, 0) if fault_after > cover_after else (0, 1)
    host = table(**WRONG)
    moves = [Move(accuser, FAULT, fault_after), Move(coverer, covering, cover_after)]
    assert results(host, play(host, NEAR_0_FAR_1, moves)) == {FAULT: fault, covering: cover}


def test_trio_20_of_two_faults_the_earlier_counts() -> None:
    host = table(
        centre={
            "same": ["1-red-sun", "1-purple-drop"],
            "step": ["3-blue-moon", "6-orange-drop"],
            "different": ["5-green-drop"],
        },
        laid_by={"same": 2, "step": 2, "different": -1},
    )
    near, far = "fault same on 1-purple-drop", "fault step on 6-orange-drop"
    ks = play(host, NEAR_0_FAR_1, [Move(0, near, 340.0), Move(1, far, 310.0)])
    assert results(host, ks) == {far: "accepted", near: "stopped"}
    assert host.live.state.phase is TrioPhase.SIGNAL
    assert host.live.state.resumes == 2


def test_trio_13_of_two_last_cards_on_different_piles_the_earlier_counts() -> None:
    host = table(
        hands=[["4-red-sun"], ["2-orange-sun"], ["1-yellow-moon", "4-yellow-moon", "2-yellow-star"]],
        stacks=[[], [], ["2-yellow-bolt", "5-yellow-bolt"]],
    )
    near, far = "lay 4-red-sun same on 1-red-sun", ORANGE
    ks = play(host, NEAR_0_FAR_1, [Move(0, near, 340.0), Move(1, far, 310.0)])
    assert results(host, ks) == {far: "accepted", near: "stopped"}
    assert host.live.state.last == (1, 1)


def test_the_last_card_behind_an_own_pending_one_is_a_last_card_too() -> None:
    host = table(
        hands=[["4-red-leaf", "4-red-sun"], ["2-orange-sun"], ["1-yellow-moon", "4-yellow-moon", "2-yellow-star"]],
        stacks=[[], [], ["2-yellow-bolt", "5-yellow-bolt"]],
    )
    first, last = RED, "lay 4-red-sun same on 1-red-sun"
    far = "lay 2-orange-sun different on 1-yellow-moon"
    ks = play(host, NEAR_0_FAR_1, [Move(0, first, 320.0), Move(0, last, 325.0), Move(1, far, 310.0)])
    assert results(host, ks) == {far: "accepted", first: "stopped", last: "stopped"}
    (receipts,) = [stage.receipts for stage in host.published if stage.receipts]
    assert [receipt.call for receipt in receipts] == [far, last]


@pytest.mark.parametrize("rtts", [(0.0, 0.0, 0.0), NEAR_0_FAR_1, (0.0, 400.0, 0.0)])
def test_no_card_sticks_to_the_hand_for_longer_than_the_window(rtts: tuple[float, ...]) -> None:
    host = table(rtts)
    k = host.act(0, RED)
    arrived = host.now
    host.pass_until(lambda: not host.silent(0, k))
    assert host.now - arrived <= CONTEST_WINDOW


def test_a_card_lies_at_once_when_nobody_else_could_be_first() -> None:
    host = ManualHost(new_match(TRIO, "hbb", None, GIVEN))
    assert host.answered(0, host.act(0, RED)) == "accepted"


def test_acts_that_contend_with_nobody_do_not_wait() -> None:
    host = table(stopped=True, resumes=0)
    assert host.answered(0, host.act(0, "go")) == "accepted"


def test_the_end_answers_who_still_waits() -> None:
    host = table(
        (0.0, 0.0, 300.0),
        TrioOptions(referee=True),
        hands=[["4-red-sun"], ["2-orange-sun", "4-orange-star"], ["1-yellow-moon", "4-yellow-moon", "2-yellow-star"]],
        stacks=[[], [], ["2-yellow-bolt"]],
    )
    host.act(2, "lay 1-yellow-moon different on 5-green-drop")
    host.pass_time(500)
    last = host.act(0, "lay 4-red-sun same on 1-red-sun")
    host.pass_time(1)
    waiting = host.act(1, ORANGE)
    assert host.silent(0, last)
    host.pass_until(lambda: bool(host.over))
    assert host.answered(0, last) == "accepted"
    assert host.answered(1, waiting) == "over"
    assert host.over == [Over(host.match.outcome)]
