"""Honest connections pass, clients that shave their stamps or hold back their answers do not."""

from math import inf
from random import Random

import pytest

from cartable.matches.referee import HonestyRecord, Latency
from cartable.matches.referee.guards import TESTED
from cartable.matches.referee.latency import accept

STEADY = Latency(rtts=(30.0,) * 32)


def called(residuals: list[float]) -> HonestyRecord:
    record = HonestyRecord()
    for residual in residuals:
        record = record.called(residual)
    return record


def acked(races: list[float], updates: list[float]) -> HonestyRecord:
    record = HonestyRecord()
    for ack in races:
        record = record.raced(ack)
    for ack in updates:
        record = record.updated(ack)
    return record


@pytest.mark.parametrize(
    ("residuals", "forged"),
    [
        pytest.param([8.0] * 19, False, id="too few"),
        pytest.param([8.0] * 20, True, id="8 shaved off every call"),
        pytest.param([4.0] * 20, False, id="no more than clocks and queues do"),
        pytest.param([-30.0] * 20, False, id="to one's own harm"),
        pytest.param([0.0] * 15 + [90.0] * 5, False, id="five spikes"),
        # Half at -12, half at 24: median 6, MAD 18, error 1.2533 * 26.7 / sqrt(20) = 7.5.
        pytest.param([-12.0, 24.0] * 10, False, id="a wild connection"),
        pytest.param([8.0] * 20 + [0.0] * 20, False, id="honest again"),
    ],
)
def test_stamps(residuals: list[float], forged: bool) -> None:
    record = called(residuals)
    assert record.stamps_forged() is forged
    assert record.judge(STEADY).ignore_stamps is forged


@pytest.mark.parametrize(
    ("races", "updates", "delayed"),
    [
        pytest.param([40.0] * 20, [40.0] * 20, False, id="honest"),
        pytest.param([49.0] * 20, [40.0] * 20, True, id="9 later in races"),
        pytest.param([48.0] * 20, [40.0] * 20, False, id="8 later"),
        pytest.param([49.0] * 19, [40.0] * 20, False, id="too few races"),
        pytest.param([49.0] * 20, [40.0] * 19, False, id="too few updates"),
        pytest.param([76.0] * 20, [76.0] * 20, False, id="46 over the pings: a slow device"),
        pytest.param([77.0] * 20, [], True, id="47 over the pings"),
        pytest.param([30.0, 70.0] * 10, [20.0, 60.0] * 10, False, id="10 later, but a wild connection"),
    ],
)
def test_acks(races: list[float], updates: list[float], delayed: bool) -> None:
    record = acked(races, updates)
    assert record.acks_delayed(STEADY) is delayed
    assert record.judge(STEADY).ignore_acks is delayed


def test_a_connection_without_pings_proves_nothing_against_its_acks() -> None:
    assert not acked([400.0] * 20, []).acks_delayed(Latency())


def test_a_record_keeps_the_newest() -> None:
    record = called([float(n) for n in range(50)])
    assert record.residuals == tuple(range(50 - TESTED, 50))


@pytest.mark.parametrize(("mean", "most"), [(2.5, 0.005), (9, 0.005), (14, 0.005)])
def test_honest_connections_rarely_fail_the_stamp_test(mean: float, most: float) -> None:
    """Two trips on one connection, with jitter of this mean and now and then a spike."""
    lots = Random(7)

    def trip() -> float:
        return lots.expovariate(1 / mean) + (lots.expovariate(1 / 60) if lots.random() < 0.03 else 0)

    failed = sum(called([trip() - trip() for _ in range(TESTED)]).stamps_forged() for _ in range(1000))
    assert failed <= most * 1000


def test_a_claim_that_is_no_number_never_reaches_the_record() -> None:
    """An infinite residual would poison the median; such a claim is dropped in the receipt."""
    assert accept(STEADY.bounds(), 540, 40, inf).claim is None
