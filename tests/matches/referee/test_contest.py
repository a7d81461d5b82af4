"""Contests worked out by hand."""

import pytest

from cartable.matches.referee import (
    Contest,
    ContestedAct,
    Delivery,
    Latency,
    Receipt,
    Released,
    Verdict,
    stagger,
)

NEAR = Latency(rtts=(20.0,) * 32)
AWAY = Latency(rtts=(120.0,) * 32)
"""Half 60: an event written to it at 1000 goes to a near player at 1050 and is painted at about 1072."""
T0 = 1000.0


def lay(seat: int, claim: float | None, at: float, *stakes: str, k: int = 1) -> ContestedAct:
    return ContestedAct(
        seat=seat, number=k, act=f"lay {k}", stakes=frozenset(stakes or ("top step",)), saw=1, claim=claim, at=at
    )


def shown(latencies: dict[int, Latency], *, seen: bool = True) -> Contest:
    """Event 1, painted for each 10 after it arrived, and acknowledged."""
    reveal, contest = stagger(latencies), Contest()
    for seat, latency in latencies.items():
        sent = T0 + reveal.offsets[seat]
        contest = contest.delivered(seat, Delivery(1, T0 + reveal.paint, sent))
        if seen:
            contest = contest.seen(seat, 1, sent + latency.rtts[0] + 10, latencies)
    return contest


def seats(released: tuple[Released, ...]) -> list[int]:
    return [act.held.act.seat for act in released]


def test_alone_an_act_is_judged_at_once() -> None:
    latencies = {0: AWAY}
    contest = shown(latencies).entered(lay(0, 500, 1700), latencies)
    assert contest.next_due(latencies) == 1700
    contest, released = contest.release(1700, latencies)
    assert seats(released) == [0]
    assert released[0].receipts == ()
    assert contest.next_due(latencies) is None


def test_bots_are_not_waited_for_and_act_at_their_instant() -> None:
    latencies = {0: NEAR}
    contest = shown(latencies).entered(lay(1, None, 1600), latencies)
    assert contest.held[0].timed.time == 1600
    contest = contest.release(1700, latencies)[0].entered(lay(0, 500, 1800), latencies)
    assert contest.next_due(latencies) == 1800


def test_near_waits_for_away_and_away_was_first() -> None:
    latencies = {0: NEAR, 1: AWAY}
    # Near: written 1050, painted 1070, laid 500 later, 10 on the way; placed at 1072 + 500.
    contest = shown(latencies).entered(lay(0, 500, 1580), latencies)
    assert contest.held[0].timed.time == 1572
    # Away could be placed up to A + J - (1072 - 1000) = 130 + 5 - 72 before its arrival.
    assert contest.next_due(latencies) == 1572 + 63
    # Away: painted 1070, laid 480 later, 60 on the way.
    contest = contest.entered(lay(1, 480, 1610), latencies)
    assert contest.next_due(latencies) == 1610, "near has acted at 1572: nobody can come before 1552 any more"
    contest, released = contest.release(1610, latencies)
    assert seats(released) == [1]
    assert released[0].receipts == (
        Receipt(
            seat=1, call="lay 1", time=1552, give=6, verdict=Verdict.FIRST, elapsed=610, ack=130, claim=480, bound=135
        ),
        Receipt(
            seat=0,
            call="lay 1",
            time=1572,
            give=6,
            verdict=Verdict.LATER,
            gap=20,
            elapsed=530,
            ack=30,
            claim=500,
            bound=35,
        ),
    )
    assert contest.next_due(latencies) == 1635
    contest, released = contest.release(1635, latencies)
    assert seats(released) == [0]
    assert released[0].receipts == (), "it has its receipt"


def test_equals_wait_a_moment() -> None:
    latencies = {0: NEAR, 1: NEAR}
    contest = shown(latencies).entered(lay(0, 500, 1530), latencies)
    assert contest.held[0].timed.time == 1022 + 500
    assert contest.next_due(latencies) == 1522 + (30 + 5 - 22)


def test_an_event_still_open_lets_its_player_come_later() -> None:
    latencies = {0: NEAR, 1: Latency(rtts=AWAY.rtts, quota=10)}
    contest = shown(latencies, seen=False).entered(lay(0, 500, 1580), latencies)
    assert contest.next_due(latencies) == 1572 + (141 + 10 - 72), (
        "the usual lag and the quota, not yet what a SEEN proves"
    )


def test_an_event_not_painted_by_then_does_not() -> None:
    latencies = {0: NEAR, 1: AWAY}
    contest = shown(latencies).entered(lay(0, 500, 1580), latencies)
    contest = contest.delivered(1, Delivery(2, 1672, 1600))
    assert contest.next_due(latencies) == 1572 + 63


def test_an_act_done_just_before_the_newest_paint_is_still_believed() -> None:
    latencies = {0: AWAY}
    contest = shown(latencies).delivered(0, Delivery(2, 1572, 1500)).seen(0, 2, 1630, latencies)
    assert contest.entered(lay(0, 500, 1630), latencies).held[0].timed.time == 1072 + 500


def test_without_a_known_event_an_act_counts_at_its_arrival() -> None:
    latencies = {0: AWAY}
    entry = lay(0, 480, 1610)
    assert Contest().entered(entry, latencies).held[0].timed.time == 1610
    assert shown(latencies).left(0).entered(entry, latencies).held[0].timed.time == 1610


def test_forging_is_bounded_as_in_a_race() -> None:
    latencies = {0: AWAY}
    honest = shown(latencies).entered(lay(0, 480, 1610), latencies).held[0].timed.time
    forged = shown(latencies).entered(lay(0, 0, 1610), latencies).held[0].timed.time
    assert honest - forged == 5


def test_no_act_is_placed_after_its_arrival_or_before_the_same_hand() -> None:
    latencies = {0: NEAR}
    contest = shown(latencies).entered(lay(0, 520, 1530), latencies)
    assert contest.held[0].timed.time == 1530
    contest = contest.entered(lay(0, 502, 1535, k=2), latencies)
    assert contest.held[-1].timed.time == 1530


def test_a_hand_lays_in_its_own_order() -> None:
    """A card on one's own pending card waits with it: if that one comes back, both do."""
    latencies = {0: NEAR, 1: AWAY}
    contest = shown(latencies).entered(lay(0, 500, 1580, "top step 3-red-sun"), latencies)
    contest = contest.entered(lay(0, 510, 1590, "top step 4-red-sun", k=2), latencies)
    contest = contest.entered(lay(0, 515, 1595, k=3), latencies)
    contest, released = contest.release(1634, latencies)
    assert released == ()
    contest, released = contest.release(1700, latencies)
    assert [act.held.act.number for act in released] == [1, 2, 3]


def test_an_act_with_nothing_at_stake_does_not_wait() -> None:
    latencies = {0: NEAR, 1: AWAY}
    entry = ContestedAct(seat=0, number=1, act="go", stakes=frozenset(), saw=1, claim=500, at=1580)
    assert shown(latencies).entered(entry, latencies).next_due(latencies) == 1580


def test_other_stakes_do_not_contend() -> None:
    latencies = {0: NEAR, 1: AWAY}
    contest = shown(latencies).entered(lay(0, 500, 1580, "top step"), latencies)
    contest = contest.entered(lay(1, 480, 1610, "top same"), latencies)
    _, released = contest.release(1700, latencies)
    assert [act.receipts for act in released] == [(), ()]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(["top step 3-red-sun"], ["top step 3-red-sun"], id="two cards on one top"),
        pytest.param(["top step 3-red-sun", "fault"], ["top step 3-red-sun"], id="a fault and the card that covers it"),
        pytest.param(["top step 3-red-sun", "fault"], ["top same 4-red-sun", "fault"], id="two faults"),
        pytest.param(["top step 3-red-sun", "last"], ["top same 4-red-sun", "last"], id="two last cards"),
    ],
)
def test_the_four_contests_of_trio(one: list[str], other: list[str]) -> None:
    latencies = {0: NEAR, 1: AWAY}
    contest = shown(latencies).entered(lay(0, 500, 1580, *one), latencies).entered(lay(1, 491, 1621, *other), latencies)
    _, released = contest.release(1700, latencies)
    assert seats(released) == [1, 0]
    assert [str(receipt.verdict) for receipt in released[0].receipts] == ["first", "tie"], "9 apart: too close to tell"
    assert released[0].receipts[1].gap == 9


def test_arrival_breaks_an_exact_tie() -> None:
    latencies = {0: AWAY, 1: NEAR}
    contest = shown(latencies).entered(lay(1, 500, 1580), latencies).entered(lay(0, 500, 1630), latencies)
    _, released = contest.release(1700, latencies)
    assert seats(released) == [1, 0]
    assert released[0].receipts[1].gap == 0


def test_the_window_is_never_longer_than_80() -> None:
    latencies = {0: NEAR, 1: Latency(rtts=(200.0,) * 32)}
    contest = shown(latencies).entered(lay(0, 500, 1620), latencies)
    assert contest.next_due(latencies) == 1700, "not 1612 + 103"


def test_a_late_timer_changes_nothing() -> None:
    latencies = {0: NEAR, 1: AWAY}
    contest = shown(latencies).entered(lay(0, 500, 1580), latencies)
    late = contest.entered(lay(1, 480, 1636), latencies)
    assert late.next_due(latencies) == 1580
    _, released = late.release(1800, latencies)
    assert seats(released) == [0, 1], "away came after 1635, when near had been decided"
    assert released[0].receipts == ()
