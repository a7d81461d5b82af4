"""Races worked out by hand: when a race closes, who was first, what the receipts say."""

import msgspec
import pytest

from cartable.matches.referee import Latency, PlannedCall, Race, Receipt, Verdict, stagger, start_race

NEAR = Latency(rtts=(20.0,) * 32)
FAR = Latency(rtts=(200.0,) * 32)
T0 = 1000.0


def race(latencies: dict[int, Latency], plans: tuple[PlannedCall, ...] = ()) -> Race:
    return start_race(stagger(latencies), T0, latencies, plans)


def verdicts(run: Race) -> dict[int, str]:
    ruling = run.ruling()
    assert ruling is not None
    return {receipt.seat: str(receipt.verdict) for receipt in ruling.receipts}


def honest(run: Race, seat: int, half: float, interval: float, paint: float = 10.0) -> tuple[float, float]:
    """Arrivals of SEEN and CALL on a connection of twice `half`."""
    sent = next(runner.sent for runner in run.runners if runner.seat == seat)
    return sent + 2 * half + paint, sent + 2 * half + paint + interval


def test_the_card_is_written_earlier_to_far_players() -> None:
    reveal = stagger({0: NEAR, 1: FAR})
    assert reveal.offsets == {0: 90, 1: 0}
    assert reveal.spectators == 90
    assert reveal.paint == 100 + 12


def test_beyond_the_cap_nobody_waits_for_a_connection() -> None:
    reveal = stagger({0: NEAR, 1: Latency(rtts=(900.0,) * 32)})
    assert reveal.offsets == {0: 140, 1: 0}


def test_a_table_of_bots_is_shown_at_once() -> None:
    reveal = stagger({})
    assert (reveal.offsets, reveal.spectators, reveal.paint) == ({}, 0, 12)


def test_near_against_far() -> None:
    """Near calls at 400. Far could still be placed before 412 until 1000 + (220 + 5) + 400 + 12."""
    run = race({0: NEAR, 1: FAR})
    assert run.closes_at() is None
    near_seen, near_call = honest(run, 0, 10, 400)
    far_seen, far_call = honest(run, 1, 100, 380)
    assert (near_seen, near_call, far_seen, far_call) == (1120, 1520, 1210, 1590)
    run = run.seen(0, near_seen).seen(1, far_seen).called(0, "call 3", 400, near_call)
    assert run.closes_at() == 1000 + (210 + 5) + 400 + 12
    run = run.called(1, "call 5", 380, far_call)
    assert run.closes_at() == far_call, "all have called"
    assert verdicts(run) == {1: "first", 0: "later"}
    ruling = run.ruling()
    assert ruling is not None
    assert ruling.receipts[0] == Receipt(
        seat=1, call="call 5", time=380, give=6, verdict=Verdict.FIRST, elapsed=590, ack=210, claim=380, bound=215
    )
    assert ruling.receipts[1].gap == 20
    assert ruling.tied == ()


def test_before_seen_the_usual_lag_and_the_quota_bound_the_wait() -> None:
    spent = Latency(rtts=FAR.rtts, quota=20)
    run = race({0: NEAR, 1: spent}).seen(0, 1120).called(0, "call 3", 400, 1520)
    assert run.closes_at() == 1000 + 221 + 20 + 400 + 12


def test_the_window_is_never_longer_than_150() -> None:
    saved = Latency(rtts=FAR.rtts, quota=120)
    run = race({0: NEAR, 1: saved}).called(0, "call 3", 400, 1520)
    assert run.closes_at() == 1520 + 150, "not 1000 + 221 + 120 + 400 + 12"


def test_closer_than_could_be_measured_is_a_tie() -> None:
    run = race({0: NEAR, 1: NEAR, 2: NEAR})
    for seat, interval in enumerate((400.0, 411.9, 415.0)):
        seen, call = honest(run, seat, 10, interval)
        run = run.seen(seat, seen).called(seat, f"call {seat + 1}", interval, call)
    assert verdicts(run) == {0: "tie", 1: "tie", 2: "later"}, "compared with the leader, not along a chain"
    ruling = run.ruling()
    assert ruling is not None
    assert [receipt.seat for receipt in ruling.tied] == [0, 1]


def test_a_gap_of_the_full_width_is_no_tie() -> None:
    run = race({0: NEAR, 1: NEAR}).called(0, "call 1", 400, T0 + 430).called(1, "call 2", 412, T0 + 442)
    assert verdicts(run) == {0: "first", 1: "later"}


def test_server_only_ties_are_as_wide_as_the_noise() -> None:
    """s^2 = 25 + 2 * 7.413^2 = 134.9: 1.28 * sqrt(134.9) = 14.9 against a stamped call, 21.0 between two of them."""
    rough = Latency(rtts=(20, 22, 24, 26, 28, 30, 32, 34, 36, 100), clock_step=100)
    mixed = race({0: NEAR, 1: rough})
    sent = {runner.seat: runner.sent for runner in mixed.runners}
    mixed = mixed.called(0, "call 1", 400, sent[0] + 430)
    mixed = mixed.seen(1, sent[1] + 40).called(1, "call 1", None, sent[1] + 454)
    assert verdicts(mixed) == {0: "tie", 1: "tie"}
    both = race({0: rough, 1: rough})
    for seat, interval in enumerate((400, 420.5)):
        both = both.seen(seat, T0 + 40).called(seat, "call 1", None, T0 + 40 + interval)
    assert verdicts(both) == {0: "tie", 1: "tie"}
    ruling = both.ruling()
    assert ruling is not None
    assert ruling.receipts[0].give == 10.5


def test_nobody_sees_chooses_and_presses_in_less_than_150() -> None:
    run = race({0: NEAR, 1: NEAR}).called(0, "call 1", 20, T0 + 50).called(1, "call 2", 155, T0 + 185)
    ruling = run.ruling()
    assert ruling is not None
    assert [receipt.time for receipt in ruling.receipts] == [150, 155]
    assert ruling.receipts == ruling.tied


def test_a_player_calls_once() -> None:
    run = race({0: NEAR, 1: NEAR}).called(0, "call 1", 400, T0 + 430)
    assert run.called(0, "call 2", 300, T0 + 431) == run


def test_who_may_not_call_is_not_heard_and_not_waited_for() -> None:
    """After a tie only the tied players call: the others see the card, but are not in the race."""
    reveal = stagger({0: NEAR, 1: NEAR, 2: FAR})
    run = start_race(reveal, T0, {0: NEAR, 1: NEAR})
    assert run.called(2, "call 1", 200, T0 + 410) == run
    run = run.called(0, "call 1", 400, T0 + 90 + 430).called(1, "call 1", 450, T0 + 90 + 480)
    assert run.closes_at() == T0 + 90 + 480


def test_alone_one_is_first_at_once() -> None:
    run = race({3: FAR}).called(3, "call impossible", 400, T0 + 610)
    assert run.closes_at() == T0 + 610
    assert verdicts(run) == {3: "first"}


def test_a_call_before_the_card_or_after_the_end_is_none() -> None:
    run = race({0: NEAR, 1: NEAR})
    assert run.called(0, "call 1", 0, T0 - 1) == run
    run = run.called(0, "call 1", 400, T0 + 430)
    closes = run.closes_at()
    assert closes is not None
    assert run.called(1, "call 1", 100, closes + 0.1) == run
    assert run.called(1, "call 1", 100, closes) != run


def test_the_instant_of_writing_can_be_corrected() -> None:
    run = race({0: NEAR}).sent(0, T0 + 7).seen(0, T0 + 37).called(0, "call 1", 400, T0 + 437)
    ruling = run.ruling()
    assert ruling is not None
    assert (ruling.receipts[0].ack, ruling.receipts[0].elapsed) == (30, 430)
    assert run.sent(0, T0 + 50) == run, "too late: it was answered already"


def test_a_bot_counts_from_the_common_paint_and_has_no_credit() -> None:
    run = race({0: NEAR}, (PlannedCall(1, "call 4", 450),))
    assert run.paint == T0 + 10 + 12
    assert run.closes_at() == T0 + max(22 + 450, 41 + 60 + 450 + 12)
    run = run.seen(0, T0 + 30)
    assert run.closes_at() == T0 + 35 + 450 + 12
    assert verdicts(run) == {1: "first"}
    quick = run.called(0, "call 2", 430, T0 + 460)
    assert quick.closes_at() == T0 + 460, "the bot's time is known: nobody else can be first"
    assert verdicts(quick) == {0: "first"}, "the bot would have called after the end"
    close = run.called(0, "call 2", 445, T0 + 475)
    assert verdicts(close) == {0: "tie", 1: "tie"}
    slow = run.called(0, "call 2", 465, T0 + 495)
    assert verdicts(slow) == {1: "first", 0: "later"}
    ruling = slow.ruling()
    assert ruling is not None
    assert ruling.receipts[0] == Receipt(seat=1, call="call 4", time=450, give=6, verdict=Verdict.FIRST)


def test_bots_among_themselves_close_with_the_first() -> None:
    run = race({}, (PlannedCall(0, "call 1", 600), PlannedCall(1, "call 2", 500), PlannedCall(2, "call 2", 505)))
    assert run.closes_at() == T0 + 12 + 500
    assert verdicts(run) == {1: "tie", 2: "tie"}


def test_without_a_call_there_is_no_ruling() -> None:
    run = race({0: NEAR, 1: FAR})
    assert run.ruling() is None
    assert run.closes_at() is None


def test_who_left_is_not_waited_for_but_a_call_stands() -> None:
    run = race({0: NEAR, 1: FAR}).called(0, "call 1", 400, T0 + 520).left(1)
    assert run.closes_at() == T0 + 520
    assert verdicts(run.left(0)) == {0: "first"}


def test_a_new_connection_gains_no_time() -> None:
    """The card was written at T0; a stamp from a second paint would be 200 where the truth is 900."""
    run = race({0: NEAR, 1: NEAR}).seen(1, T0 + 30).joined(1, NEAR)
    run = run.seen(1, T0 + 730).called(1, "call 1", 200, T0 + 930)
    ruling = run.ruling()
    assert ruling is not None
    assert ruling.receipts[0].time == 930 - 41
    assert run.joined(1, NEAR) == run, "a call stands"


def test_who_comes_late_to_a_race_counts_from_the_common_paint() -> None:
    run = race({0: FAR}).joined(1, NEAR)
    assert run.runners[1].sent == T0 + 90


def test_what_a_race_costs() -> None:
    run = race({0: NEAR, 1: NEAR}).seen(0, T0 + 90).called(0, "call 1", 400, T0 + 490)
    ruling = run.ruling()
    assert ruling is not None
    assert [receipt.use for receipt in ruling.receipts] == [49]
    assert NEAR.raced(49).quota == 60 - 49 + 4


def test_receipts_go_into_the_log_and_come_back() -> None:
    run = race({0: NEAR}, (PlannedCall(1, "call 4", 401),)).seen(0, T0 + 30).called(0, "call 2", 400.04, T0 + 430.04)
    ruling = run.ruling()
    assert ruling is not None
    written = msgspec.json.encode(ruling.receipts)
    assert msgspec.json.decode(written, type=tuple[Receipt, ...]) == ruling.receipts
    assert ruling.receipts[0].residual == pytest.approx(0)
    assert ruling.receipts[1].residual is None
