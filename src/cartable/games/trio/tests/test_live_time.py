"""Trio at a live table: deadlines, pauses, bots and stand-ins."""

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from cartable.games.trio import TRIO
from cartable.games.trio.acts import GO, TrioLay
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import TrioPhase
from cartable.games.trio.tests.live import FAULT, GIVEN, RED, WRONG, table
from cartable.kernel import CLOCK, Act
from cartable.matches.live import TableSettings, Think
from cartable.matches.referee import CONTEST_WINDOW
from tests.kit.live import ManualHost, Thinker, new_match, real_bots

# --- deadlines -----------------------------------------------------------------------------------------------------


def last_card(grace_s: int = 3, rtts: tuple[float, ...] = (0.0, 0.0)) -> ManualHost:
    """Seat 0 has laid a last card, which is wrong: 4 on 3 would be right, 1 is not."""
    host = table(
        rtts,
        TrioOptions(grace_s=grace_s),
        hands=[["1-red-leaf"], *GIVEN["hands"][1:]],
        stacks=[[], *GIVEN["stacks"][1:]],
    )
    host.act(0, "lay 1-red-leaf step on 3-blue-moon")
    host.pass_until(lambda: host.live.state.phase is TrioPhase.GRACE)
    return host


def test_trio_22_grace_over_becomes_an_act_of_the_clock() -> None:
    host = last_card()
    assert host.pass_until(lambda: host.texts[-1] == (CLOCK, "settle")) == pytest.approx(3_000, abs=20)


def test_nobody_is_made_to_accuse_a_last_card() -> None:
    """To call a fault is the one thing the opponent can do; to let it be is another."""
    host = last_card(grace_s=20)
    host.pass_until(lambda: host.texts[-1] == (CLOCK, "settle"))
    assert not any(text.startswith("fault") for _, text in host.texts)


def test_a_fault_in_time_counts_though_it_is_still_being_judged() -> None:
    host = last_card(rtts=(0.0, 0.0, 300.0))
    due = host.live.next_wake()
    assert due is not None
    host.pass_time(due - 1 - host.now)
    k = host.act(1, "fault step on 1-red-leaf")
    assert host.silent(1, k), "seat 2 may have been first"
    host.pass_time(CONTEST_WINDOW)
    assert host.answered(1, k) == "accepted"
    assert (CLOCK, "settle") not in host.texts


def test_a_pause_gives_the_whole_grace_again() -> None:
    host = last_card()
    host.pass_time(2_900)
    host.live.pause(host.now)
    host.pass_time(60_000)
    assert (CLOCK, "settle") not in host.texts
    host.live.resume(host.now)
    assert host.pass_until(lambda: host.texts[-1] == (CLOCK, "settle")) == pytest.approx(3_000, abs=20)


def test_a_pause_judges_what_waits_and_deadlines_do_not_start_before_it_is_over() -> None:
    host = table((0.0, 0.0, 300.0), hands=[["1-red-leaf"], *GIVEN["hands"][1:]], stacks=[[], *GIVEN["stacks"][1:]])
    k = host.act(0, "lay 1-red-leaf step on 3-blue-moon")
    host.late = True
    host.live.pause(host.now)
    host.pump()
    host.pass_time(5_000)
    host.commit()
    assert host.answered(0, k) == "accepted"
    assert host.live.state.phase is TrioPhase.GRACE
    host.late = False
    host.pass_time(60_000)
    host.live.resume(host.now)
    assert host.pass_until(lambda: host.texts[-1] == (CLOCK, "settle")) == pytest.approx(3_000, abs=20)


def test_trio_18_the_table_gives_the_signal_of_who_is_silent() -> None:
    host = table(stopped=True, resumes=0)
    assert host.pass_until(lambda: (CLOCK, "go") in host.texts) == pytest.approx(5_000, abs=20)
    host = ManualHost(new_match(TRIO, "hh", None), TableSettings(auto_s=2.0))
    assert host.pass_until(lambda: (0, "go") in host.texts) == pytest.approx(2_000, abs=20)
    assert next(entry for entry in host.match.entries if entry.text == "go").about.by == "table"


def test_trio_24_wrong_cards_do_not_put_the_relief_off() -> None:
    """Threes on threes of other kinds: nobody holds a card that fits, however many are laid all the same."""
    host = table(
        (0.0, 0.0),
        centre={"same": ["3-orange-moon"], "step": ["3-yellow-sun"], "different": ["3-blue-drop"]},
        hands=[["3-red-star", "3-red-bolt", "3-green-bolt"], ["3-purple-leaf", "3-yellow-leaf", "3-purple-sun"]],
        stacks=[["3-green-star"], []],
    )
    began = host.now
    for card in ("3-red-star", "3-green-bolt"):
        host.pass_time(1_700)
        host.act(0, f"lay {card} step")
        assert host.live.state.blocked
    host.pass_until(lambda: (CLOCK, "relief") in host.texts)
    assert host.texts[:2] == [(0, "lay 3-red-star step on 3-yellow-sun"), (0, "lay 3-green-bolt step on 3-red-star")]
    assert host.now - began == pytest.approx(4_000, abs=20)


# --- bots and stand-ins --------------------------------------------------------------------------------------------


def test_a_bot_sees_what_is_new_when_everybody_does() -> None:
    """Its time counts from the common paint, as everybody's."""
    host = ManualHost(new_match(TRIO, "hhb", None, GIVEN))
    host.connect(1, 200.0)
    host.act(0, RED)
    host.pass_until(lambda: bool(host.published))
    assert host.thoughts[-1].now == pytest.approx(host.published[-1].send_at[1] + 100.0 + 12.0)


def test_a_bot_whose_top_has_gone_looks_again() -> None:
    """It had set out for a card that was covered meanwhile: it comes back, and the bot is asked once more."""
    aimed = TrioLay("2-orange-sun", "step", "3-blue-moon")
    asked: list[Think] = []

    def think(question: Think) -> tuple[Act | None, float]:
        asked.append(question)
        return (aimed, question.now + 500) if len(asked) <= 2 else (None, question.now)

    host = ManualHost(new_match(TRIO, "hb", None, two_hands()), think=think)
    host.act(0, RED)
    host.pass_time(1_000)
    assert host.texts == [(0, RED)]
    assert len(asked) == 3, "at first, after the covering, and when its own card came back"


def two_hands() -> dict[str, Any]:
    return {**GIVEN, "hands": GIVEN["hands"][:2], "stacks": GIVEN["stacks"][:2]}


def test_who_may_not_act_any_more_lets_the_hand_sink() -> None:
    """Play has stopped: what a bot had in mind is forgotten, not tried."""
    lay = TrioLay("2-orange-sun", "step", "3-blue-moon")
    host = ManualHost(new_match(TRIO, "hb", None, {**two_hands(), **WRONG, "laid_by": {"step": 1}}))
    host.think = lambda think: (GO if GO in think.legal else lay, think.now + 50)
    host.live.resume(host.now)
    k = host.act(0, FAULT)
    assert host.answered(0, k) == "accepted"
    host.pass_time(100)
    assert host.texts[-1] == (1, "go")


def laying(think: Think) -> tuple[Act | None, float]:
    return (think.legal[0], think.now + 300) if think.legal else (None, think.now)


def test_a_stand_in_lays_until_its_player_is_back() -> None:
    host = ManualHost(new_match(TRIO, "hh", None, two_hands()), think=laying)
    host.disconnect(1)
    assert host.pass_until(lambda: host.live.seats[1].stood_in) == pytest.approx(8_000)
    host.pass_until(lambda: any(seat == 1 for seat, _ in host.texts))
    assert {entry.about.by for entry in host.match.entries if entry.seat == 1} == {"stand-in"}
    laid = len(host.texts)
    host.connect(1)
    host.pass_time(2_000)
    assert len(host.texts) == laid
    host.act(1, f"lay {host.live.state.hands[1][0]} same")
    host.pass_time(CONTEST_WINDOW)
    assert host.match.entries[-1].seat != 1 or host.match.entries[-1].about.by is UNSET


@pytest.mark.parametrize("level", ["random", "easy", "expert"])
@pytest.mark.parametrize("wait_scale", [0.0, 1.0])
def test_bots_alone_come_to_an_end_however_long_waits_are(level: str, wait_scale: float) -> None:
    """Though random ones lay wrong cards without end, and nothing else is waited for at 0."""
    played = real_bots(TRIO, 3)
    think: Thinker = lambda asked: played(replace(asked, level=level))  # noqa: E731 - it is handed on
    host = ManualHost(new_match(TRIO, "bbb"), TableSettings(wait_scale=wait_scale), think=think)
    host.pass_until(lambda: bool(host.over), most_ms=3_600_000)
    assert host.match.outcome is not None
