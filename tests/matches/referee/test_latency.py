"""What is known of a connection, and how a call is timed with it: tables worked out by hand."""

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.matches.referee.latency import KEPT_PINGS, QUOTA_MOST, Latency, accept

STEADY = Latency(rtts=(30.0,) * 32)
"""J = 5, B = 30 + 21 = 51, quota 60."""


def test_statistics_of_a_connection() -> None:
    span = Latency(rtts=(20, 22, 24, 26, 28, 30, 32, 34, 36, 100)).bounds()
    assert span.med == 29
    assert span.low == 20
    # The deviations from 29 are 1 1 3 3 5 5 7 7 9 71: their median is 5.
    assert span.mad == pytest.approx(1.4826 * 5)
    assert span.jitter == pytest.approx(5 + 1.25 * 7.413)
    assert span.usual == 36 + 21
    assert span.half == 14.5
    assert span.floor == 20


def test_statistics_do_not_depend_on_the_order() -> None:
    assert Latency(rtts=(30, 10, 20)).bounds() == Latency(rtts=(10, 20, 30)).bounds()


def test_a_connection_remembers_its_last_pings() -> None:
    latency = Latency()
    for rtt in range(40):
        latency = latency.pinged(float(rtt))
    assert latency.rtts == tuple(range(40 - KEPT_PINGS, 40))


def test_a_connection_never_measured_has_no_credit_but_its_quota() -> None:
    span = Latency().bounds()
    assert (span.med, span.jitter, span.usual, span.quota) == (0, 5, 21, 60)


def test_credit_is_capped() -> None:
    span = Latency(rtts=(500.0,) * 32).bounds()
    assert (span.usual, span.half, span.floor) == (321, 150, 300)


def test_jitter_is_clipped_and_a_late_stamping_server_adds_its_own() -> None:
    wild = Latency(rtts=(20, 20, 100, 100, 180, 180), loop_lag=3)
    assert wild.bounds().jitter == 43


# D = U = 15, painting 10 and c = 500 unless said otherwise: A = 40, E = 540.
@pytest.mark.parametrize(
    ("elapsed", "ack", "claim", "interval", "use", "bound"),
    [
        pytest.param(540, 40, 500, 500, 0, 45, id="honest"),
        pytest.param(540, 40, 0, 495, 0, 45, id="forged: J is all there is to gain"),
        pytest.param(540, 40, 497, 497, 0, 45, id="shaved a little: believed"),
        pytest.param(600, 100, 500, 500, 49, 100, id="the card came 60 late, as SEEN proves: quota pays 100 - 51"),
        pytest.param(640, 140, 500, 529, 60, 111, id="100 late: the quota pays 60 of 89, 29 are lost"),
        pytest.param(580, 40, 500, 535, 0, 45, id="the call alone came 40 late: nothing proves it"),
        pytest.param(540, None, 500, 500, 0, 51, id="no SEEN: painting is believed, 30 + 21, not J on top of B"),
        pytest.param(540, None, 0, 484, 5, 56, id="no SEEN and forged: 30 + 21 + J, from the quota"),
        pytest.param(530, 22, 500, 500, 0, 30, id="a SEEN that proves less than the fastest ping"),
        pytest.param(540, 40, None, 500, 0, 45, id="no stamp: E - A"),
        pytest.param(540, 40, nan, 500, 0, 45, id="not a number"),
        pytest.param(540, 40, -inf, 500, 0, 45, id="not finite"),
        pytest.param(540, 40, -5, 500, 0, 45, id="before the paint"),
        pytest.param(540, 40, 541, 500, 0, 45, id="longer than the round"),
        pytest.param(540, 40, 530, 530, 0, 45, id="to one's own harm"),
    ],
)
def test_accepted_times(
    *, elapsed: float, ack: float | None, claim: float | None, interval: float, use: float, bound: float
) -> None:
    found = accept(STEADY.bounds(), elapsed, ack, claim)
    assert (found.interval, found.use, found.bound) == (interval, use, bound)


def test_without_quota_a_spike_is_lost() -> None:
    span = Latency(rtts=STEADY.rtts, quota=0).bounds()
    assert accept(span, 600, 100, 500).interval == 549


@pytest.mark.parametrize(
    "latency", [Latency(rtts=STEADY.rtts, clock_step=16), Latency(rtts=STEADY.rtts, ignore_stamps=True)]
)
def test_server_only_mode_takes_no_stamp(latency: Latency) -> None:
    span = latency.bounds()
    assert accept(span, 540, 40, 480).interval == 500
    assert span.noise == 5
    assert STEADY.bounds().noise == 0


def test_a_clock_of_five_milliseconds_is_fine_enough() -> None:
    assert Latency(clock_step=5).bounds().stamped
    assert not Latency(clock_step=5.1).bounds().stamped


def test_acks_that_failed_the_test_prove_no_more_than_pings() -> None:
    span = Latency(rtts=STEADY.rtts, ignore_acks=True).bounds()
    assert accept(span, 600, 100, 500).interval == 600 - 30 - 5
    assert span.reach(None) == span.reach(100) == 35
    assert span.reach(20) == 30


@given(
    rtts=st.lists(st.floats(1, 400), max_size=32),
    quota=st.floats(0, QUOTA_MOST),
    lag=st.floats(0, 500),
    ack=st.none() | st.floats(0, 500),
    claim=st.floats(0, 900),
    stamped=st.booleans(),
    acked=st.booleans(),
)
def test_no_call_is_credited_beyond_reach(
    *, rtts: list[float], quota: float, lag: float, ack: float | None, claim: float, stamped: bool, acked: bool
) -> None:
    """On this rests the adaptive window: known before the call, it bounds what the call can be worth."""
    span = Latency(rtts=tuple(rtts), quota=quota, ignore_stamps=not stamped, ignore_acks=not acked).bounds()
    found = accept(span, claim + lag, ack, claim)
    assert found.bound <= span.reach(ack) <= span.reach(None)
    assert found.interval >= found.elapsed - found.bound
    assert 0 <= found.use <= quota


@given(st.lists(st.floats(0, 200), max_size=60))
def test_the_quota_keeps_its_limits(uses: list[float]) -> None:
    latency = Latency()
    for wanted in uses:
        use = min(wanted, latency.quota)
        before, latency = latency.quota, latency.raced(use)
        assert 0 <= latency.quota <= QUOTA_MOST
        assert latency.quota <= before - use + 4 + 1e-9


def test_the_quota_refills_four_a_race() -> None:
    latency = Latency().raced()
    assert latency.quota == 64
    assert latency.raced(50).quota == 18
    for _ in range(40):
        latency = latency.raced()
    assert latency.quota == 120
