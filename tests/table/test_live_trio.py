"""Trio at a live table: everybody at once, and who contends with whom."""

from typing import Any, NamedTuple

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from cartable.games.trio import TRIO
from cartable.games.trio.acts import GO, TrioLay
from cartable.games.trio.state import TrioOptions, TrioPhase
from cartable.kernel import CLOCK, Act
from cartable.table.live import Over, TableSettings, Think
from cartable.table.referee import CONTEST_WINDOW, Verdict
from cartable.table.referee.latency import NOMINAL_PAINT
from tests.kit.live import Desk, Thinker, minds, new_match

GIVEN: dict[str, Any] = {
    "centre": {"same": ["1-red-sun"], "step": ["3-blue-moon"], "different": ["5-green-drop"]},
    "hands": [
        ["4-red-leaf", "1-red-leaf", "2-red-moon"],
        ["2-orange-sun", "4-orange-star", "5-orange-sun"],
        ["1-yellow-moon", "4-yellow-moon", "2-yellow-star"],
    ],
    "stacks": [["2-red-drop"], ["2-orange-leaf", "5-orange-leaf"], ["2-yellow-bolt", "5-yellow-bolt"]],
    "stopped": False,
    "resumes": -1,
}
FAR = 120.0
NEAR_0_FAR_1 = (0.0, FAR, 0.0)


class Move(NamedTuple):
    """What a player does, and how long after the last thing was painted there."""

    seat: int
    text: str
    after: float


def table(rtts: tuple[float, ...] = NEAR_0_FAR_1, options: TrioOptions | None = None, **given: Any) -> Desk:
    """People on lines of these round trips at the position GIVEN, or a variation of it."""
    keys = {**GIVEN, **given}
    keys = {name: value[: len(rtts)] if name in ("hands", "stacks") else value for name, value in keys.items()}
    desk = Desk(new_match(TRIO, "h" * len(rtts), options, keys))
    for seat, rtt in enumerate(rtts):
        desk.connect(seat, rtt)
    return desk


def play(desk: Desk, rtts: tuple[float, ...], moves: list[Move]) -> dict[tuple[int, str], int]:
    """Something is published; then these moves arrive over these lines. The numbers they got."""
    desk.act(2, "lay 1-yellow-moon different on 5-green-drop")
    desk.pass_until(lambda: desk.published != [])
    stage = desk.published[-1]
    painted = {seat: stage.send_at[seat] + rtt / 2 + NOMINAL_PAINT for seat, rtt in enumerate(rtts)}
    posts = [(at + rtts[seat] / 2, seat, Move(seat, "", 0.0)) for seat, at in painted.items()]
    posts += [(painted[move.seat] + move.after + rtts[move.seat] / 2, move.seat, move) for move in moves]
    ks = {}
    for at, seat, move in sorted(posts):
        desk.pass_time(at - desk.now)
        if move.text:
            ks[seat, move.text] = desk.act(seat, move.text, saw=stage.n, interval=move.after)
        else:
            desk.seen(seat, stage.n)
    desk.pass_time(CONTEST_WINDOW)
    return ks


def results(desk: Desk, ks: dict[tuple[int, str], int]) -> dict[str, str]:
    return {text: desk.answered(seat, k) for (seat, text), k in ks.items()}


RED = "lay 4-red-leaf step on 3-blue-moon"
ORANGE = "lay 2-orange-sun step on 3-blue-moon"


# --- contests ------------------------------------------------------------------------------------------------------


def test_trio_21_of_two_cards_aimed_at_one_top_the_earlier_lies_and_the_other_comes_back() -> None:
    desk = table()
    ks = play(desk, NEAR_0_FAR_1, [Move(0, RED, 340.0), Move(1, ORANGE, 310.0)])
    assert results(desk, ks) == {ORANGE: "accepted", RED: "top-changed"}
    assert "4-red-leaf" in desk.live.state.hands[0], "unpunished"
    assert desk.live.state.left(0) == 4


def test_the_same_by_arrival_where_the_near_one_was_earlier() -> None:
    desk = table()
    ks = play(desk, NEAR_0_FAR_1, [Move(0, RED, 300.0), Move(1, ORANGE, 310.0)])
    assert results(desk, ks) == {RED: "accepted", ORANGE: "top-changed"}


def test_contested_acts_leave_a_receipt() -> None:
    desk = table()
    play(desk, NEAR_0_FAR_1, [Move(0, RED, 340.0), Move(1, ORANGE, 310.0)])
    (stage,) = [stage for stage in desk.published if stage.receipts]
    first, second = stage.receipts
    assert (first.seat, first.verdict, second.seat) == (1, Verdict.FIRST, 0)
    assert second.gap == pytest.approx(30.0, abs=0.1)
    entry = next(entry for entry in desk.match.entries if entry.text == ORANGE)
    assert isinstance(entry.about.receipt, dict)
    assert [call["seat"] for call in entry.about.receipt["calls"]] == [1, 0]


def test_a_card_on_the_own_card_still_pending_lies_with_it() -> None:
    desk = table()
    over = "lay 5-orange-sun step on 4-orange-star"
    first = "lay 4-orange-star step on 3-blue-moon"
    ks = play(desk, NEAR_0_FAR_1, [Move(1, first, 300.0), Move(1, over, 320.0)])
    assert results(desk, ks) == {first: "accepted", over: "accepted"}
    assert desk.live.state.centre[1] == ("3-blue-moon", "4-orange-star", "5-orange-sun")


def test_if_the_own_pending_card_returns_both_do() -> None:
    desk = table()
    mine, over = RED, "lay 1-red-leaf step on 4-red-leaf"
    ks = play(desk, NEAR_0_FAR_1, [Move(0, mine, 330.0), Move(0, over, 340.0), Move(1, ORANGE, 310.0)])
    assert results(desk, ks) == {ORANGE: "accepted", mine: "top-changed", over: "top-changed"}
    assert desk.live.state.left(0) == 4


def test_a_card_without_a_top_means_the_top_that_lay_there_when_it_came() -> None:
    """It waited for who might have been earlier: by then another card lies there, and it comes back."""
    desk = table()
    ks = play(desk, NEAR_0_FAR_1, [Move(0, "lay 4-red-leaf step", 340.0), Move(1, ORANGE, 310.0)])
    assert results(desk, ks)["lay 4-red-leaf step"] == "top-changed"


def test_an_own_card_without_a_top_follows_the_own_pending_card() -> None:
    desk = table()
    first, over = "lay 4-orange-star step", "lay 5-orange-sun step"
    ks = play(desk, NEAR_0_FAR_1, [Move(1, first, 300.0), Move(1, over, 320.0)])
    assert results(desk, ks) == {first: "accepted", over: "accepted"}


WRONG: dict[str, Any] = {
    "centre": {"same": ["1-red-sun"], "step": ["3-blue-moon", "1-purple-drop"], "different": ["5-green-drop"]},
    "laid_by": {"same": -1, "step": 2, "different": -1},
}
FAULT = "fault step on 1-purple-drop"


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
    desk = table(**WRONG)
    moves = [Move(accuser, FAULT, fault_after), Move(coverer, covering, cover_after)]
    assert results(desk, play(desk, NEAR_0_FAR_1, moves)) == {FAULT: fault, covering: cover}


def test_trio_20_of_two_faults_the_earlier_counts() -> None:
    desk = table(
        centre={
            "same": ["1-red-sun", "1-purple-drop"],
            "step": ["3-blue-moon", "6-orange-drop"],
            "different": ["5-green-drop"],
        },
        laid_by={"same": 2, "step": 2, "different": -1},
    )
    near, far = "fault same on 1-purple-drop", "fault step on 6-orange-drop"
    ks = play(desk, NEAR_0_FAR_1, [Move(0, near, 340.0), Move(1, far, 310.0)])
    assert results(desk, ks) == {far: "accepted", near: "stopped"}
    assert desk.live.state.phase is TrioPhase.SIGNAL
    assert desk.live.state.resumes == 2


def test_trio_13_of_two_last_cards_on_different_piles_the_earlier_counts() -> None:
    desk = table(
        hands=[["4-red-sun"], ["2-orange-sun"], ["1-yellow-moon", "4-yellow-moon", "2-yellow-star"]],
        stacks=[[], [], ["2-yellow-bolt", "5-yellow-bolt"]],
    )
    near, far = "lay 4-red-sun same on 1-red-sun", ORANGE
    ks = play(desk, NEAR_0_FAR_1, [Move(0, near, 340.0), Move(1, far, 310.0)])
    assert results(desk, ks) == {far: "accepted", near: "stopped"}
    assert desk.live.state.last == (1, 1)


def test_the_last_card_behind_an_own_pending_one_is_a_last_card_too() -> None:
    desk = table(
        hands=[["4-red-leaf", "4-red-sun"], ["2-orange-sun"], ["1-yellow-moon", "4-yellow-moon", "2-yellow-star"]],
        stacks=[[], [], ["2-yellow-bolt", "5-yellow-bolt"]],
    )
    first, last = RED, "lay 4-red-sun same on 1-red-sun"
    far = "lay 2-orange-sun different on 1-yellow-moon"
    ks = play(desk, NEAR_0_FAR_1, [Move(0, first, 320.0), Move(0, last, 325.0), Move(1, far, 310.0)])
    assert results(desk, ks) == {far: "accepted", first: "stopped", last: "stopped"}
    (receipts,) = [stage.receipts for stage in desk.published if stage.receipts]
    assert [receipt.call for receipt in receipts] == [far, last]


@pytest.mark.parametrize("rtts", [(0.0, 0.0, 0.0), NEAR_0_FAR_1, (0.0, 400.0, 0.0)])
def test_no_card_sticks_to_the_hand_for_longer_than_the_window(rtts: tuple[float, ...]) -> None:
    desk = table(rtts)
    k = desk.act(0, RED)
    arrived = desk.now
    desk.pass_until(lambda: not desk.silent(0, k))
    assert desk.now - arrived <= CONTEST_WINDOW


def test_a_card_lies_at_once_when_nobody_else_could_be_first() -> None:
    desk = Desk(new_match(TRIO, "hbb", None, GIVEN))
    assert desk.answered(0, desk.act(0, RED)) == "accepted"


def test_acts_that_contend_with_nobody_do_not_wait() -> None:
    desk = table(stopped=True, resumes=0)
    assert desk.answered(0, desk.act(0, "go")) == "accepted"


def test_the_end_answers_who_still_waits() -> None:
    desk = table(
        (0.0, 0.0, 300.0),
        TrioOptions(referee=True),
        hands=[["4-red-sun"], ["2-orange-sun", "4-orange-star"], ["1-yellow-moon", "4-yellow-moon", "2-yellow-star"]],
        stacks=[[], [], ["2-yellow-bolt"]],
    )
    desk.act(2, "lay 1-yellow-moon different on 5-green-drop")
    desk.pass_time(500)
    last = desk.act(0, "lay 4-red-sun same on 1-red-sun")
    desk.pass_time(1)
    waiting = desk.act(1, ORANGE)
    assert desk.silent(0, last)
    desk.pass_until(lambda: bool(desk.over))
    assert desk.answered(0, last) == "accepted"
    assert desk.answered(1, waiting) == "over"
    assert desk.over == [Over(desk.match.outcome)]


# --- deadlines -----------------------------------------------------------------------------------------------------


def last_card(grace_s: int = 3, rtts: tuple[float, ...] = (0.0, 0.0)) -> Desk:
    """Seat 0 has laid a last card, which is wrong: 4 on 3 would be right, 1 is not."""
    desk = table(
        rtts,
        TrioOptions(grace_s=grace_s),
        hands=[["1-red-leaf"], *GIVEN["hands"][1:]],
        stacks=[[], *GIVEN["stacks"][1:]],
    )
    desk.act(0, "lay 1-red-leaf step on 3-blue-moon")
    desk.pass_until(lambda: desk.live.state.phase is TrioPhase.GRACE)
    return desk


def test_trio_22_grace_over_becomes_an_act_of_the_clock() -> None:
    desk = last_card()
    assert desk.pass_until(lambda: desk.texts[-1] == (CLOCK, "settle")) == pytest.approx(3_000, abs=20)


def test_nobody_is_made_to_accuse_a_last_card() -> None:
    """To call a fault is the one thing the opponent can do; to let it be is another."""
    desk = last_card(grace_s=20)
    desk.pass_until(lambda: desk.texts[-1] == (CLOCK, "settle"))
    assert not any(text.startswith("fault") for _, text in desk.texts)


def test_a_fault_in_time_counts_though_it_is_still_being_judged() -> None:
    desk = last_card(rtts=(0.0, 0.0, 300.0))
    due = desk.live.next_wake()
    assert due is not None
    desk.pass_time(due - 1 - desk.now)
    k = desk.act(1, "fault step on 1-red-leaf")
    assert desk.silent(1, k), "seat 2 may have been first"
    desk.pass_time(CONTEST_WINDOW)
    assert desk.answered(1, k) == "accepted"
    assert (CLOCK, "settle") not in desk.texts


def test_a_pause_gives_the_whole_grace_again() -> None:
    desk = last_card()
    desk.pass_time(2_900)
    desk.live.pause(desk.now)
    desk.pass_time(60_000)
    assert (CLOCK, "settle") not in desk.texts
    desk.live.resume(desk.now)
    assert desk.pass_until(lambda: desk.texts[-1] == (CLOCK, "settle")) == pytest.approx(3_000, abs=20)


def test_a_pause_judges_what_waits_and_deadlines_do_not_start_before_it_is_over() -> None:
    desk = table((0.0, 0.0, 300.0), hands=[["1-red-leaf"], *GIVEN["hands"][1:]], stacks=[[], *GIVEN["stacks"][1:]])
    k = desk.act(0, "lay 1-red-leaf step on 3-blue-moon")
    desk.late = True
    desk.live.pause(desk.now)
    desk.pump()
    desk.pass_time(5_000)
    desk.commit()
    assert desk.answered(0, k) == "accepted"
    assert desk.live.state.phase is TrioPhase.GRACE
    desk.late = False
    desk.pass_time(60_000)
    desk.live.resume(desk.now)
    assert desk.pass_until(lambda: desk.texts[-1] == (CLOCK, "settle")) == pytest.approx(3_000, abs=20)


def test_trio_18_the_table_gives_the_signal_of_who_is_silent() -> None:
    desk = table(stopped=True, resumes=0)
    assert desk.pass_until(lambda: (CLOCK, "go") in desk.texts) == pytest.approx(5_000, abs=20)
    desk = Desk(new_match(TRIO, "hh", None), TableSettings(auto_s=2.0))
    assert desk.pass_until(lambda: (0, "go") in desk.texts) == pytest.approx(2_000, abs=20)
    assert next(entry for entry in desk.match.entries if entry.text == "go").about.by == "table"


def test_trio_24_wrong_cards_do_not_put_the_relief_off() -> None:
    """Threes on threes of other kinds: nobody holds a card that fits, however many are laid all the same."""
    desk = table(
        (0.0, 0.0),
        centre={"same": ["3-orange-moon"], "step": ["3-yellow-sun"], "different": ["3-blue-drop"]},
        hands=[["3-red-star", "3-red-bolt", "3-green-bolt"], ["3-purple-leaf", "3-yellow-leaf", "3-purple-sun"]],
        stacks=[["3-green-star"], []],
    )
    began = desk.now
    for card in ("3-red-star", "3-green-bolt"):
        desk.pass_time(1_700)
        desk.act(0, f"lay {card} step")
        assert desk.live.state.blocked
    desk.pass_until(lambda: (CLOCK, "relief") in desk.texts)
    assert desk.texts[:2] == [(0, "lay 3-red-star step on 3-yellow-sun"), (0, "lay 3-green-bolt step on 3-red-star")]
    assert desk.now - began == pytest.approx(4_000, abs=20)


# --- bots and stand-ins --------------------------------------------------------------------------------------------


def test_a_bot_sees_what_is_new_when_everybody_does() -> None:
    """Its time counts from the common paint, as everybody's."""
    desk = Desk(new_match(TRIO, "hhb", None, GIVEN))
    desk.connect(1, 200.0)
    desk.act(0, RED)
    desk.pass_until(lambda: bool(desk.published))
    assert desk.thoughts[-1].now == pytest.approx(desk.published[-1].send_at[1] + 100.0 + 12.0)


def test_a_bot_whose_top_has_gone_looks_again() -> None:
    """It had set out for a card that was covered meanwhile: it comes back, and the bot is asked once more."""
    aimed = TrioLay("2-orange-sun", "step", "3-blue-moon")
    asked: list[Think] = []

    def think(question: Think) -> tuple[Act | None, float]:
        asked.append(question)
        return (aimed, question.now + 500) if len(asked) <= 2 else (None, question.now)

    desk = Desk(new_match(TRIO, "hb", None, two_hands()), think=think)
    desk.act(0, RED)
    desk.pass_time(1_000)
    assert desk.texts == [(0, RED)]
    assert len(asked) == 3, "at first, after the covering, and when its own card came back"


def two_hands() -> dict[str, Any]:
    return {**GIVEN, "hands": GIVEN["hands"][:2], "stacks": GIVEN["stacks"][:2]}


def test_who_may_not_act_any_more_lets_the_hand_sink() -> None:
    """Play has stopped: what a bot had in mind is forgotten, not tried."""
    lay = TrioLay("2-orange-sun", "step", "3-blue-moon")
    desk = Desk(new_match(TRIO, "hb", None, {**two_hands(), **WRONG, "laid_by": {"step": 1}}))
    desk.think = lambda think: (GO if GO in think.legal else lay, think.now + 50)
    desk.live.resume(desk.now)
    k = desk.act(0, FAULT)
    assert desk.answered(0, k) == "accepted"
    desk.pass_time(100)
    assert desk.texts[-1] == (1, "go")


def laying(think: Think) -> tuple[Act | None, float]:
    return (think.legal[0], think.now + 300) if think.legal else (None, think.now)


def test_a_stand_in_lays_until_its_player_is_back() -> None:
    desk = Desk(new_match(TRIO, "hh", None, two_hands()), think=laying)
    desk.disconnect(1)
    assert desk.pass_until(lambda: desk.live.seats[1].stood_in) == pytest.approx(8_000)
    desk.pass_until(lambda: any(seat == 1 for seat, _ in desk.texts))
    assert {entry.about.by for entry in desk.match.entries if entry.seat == 1} == {"stand-in"}
    laid = len(desk.texts)
    desk.connect(1)
    desk.pass_time(2_000)
    assert len(desk.texts) == laid
    desk.act(1, f"lay {desk.live.state.hands[1][0]} same")
    desk.pass_time(CONTEST_WINDOW)
    assert desk.match.entries[-1].seat != 1 or desk.match.entries[-1].about.by is UNSET


@pytest.mark.parametrize("level", ["random", "easy", "expert"])
@pytest.mark.parametrize("pace", [0.0, 1.0])
def test_bots_alone_come_to_an_end_at_any_pace(level: str, pace: float) -> None:
    """Though random ones lay wrong cards without end, and nothing else is waited for at pace 0."""
    played = minds(TRIO, 3)
    think: Thinker = lambda asked: played(replace(asked, level=level))  # noqa: E731 - it is handed on
    desk = Desk(new_match(TRIO, "bbb"), TableSettings(pace=pace), think=think)
    desk.pass_until(lambda: bool(desk.over), most_ms=3_600_000)
    assert desk.match.outcome is not None
