"""What a table learns of its players' latencies."""

import pytest

from cartable.matches.live.latencies import Latencies
from cartable.matches.referee import Latency, Receipt, Verdict
from cartable.matches.referee.guards import TESTED

USUAL = 30.0


def raced(ack: float, use: float = 0.0) -> Receipt:
    """A contested call whose SEEN came after so long."""
    return Receipt(seat=0, call="call 1", time=400.0, give=6.0, verdict=Verdict.FIRST, ack=ack, use=use)


@pytest.mark.parametrize(("ack", "doubted"), [(USUAL, False), (USUAL + 20.0, True)])
def test_who_answers_later_in_races_than_otherwise_is_not_believed(ack: float, doubted: bool) -> None:
    latencies = Latencies([0])
    latencies.connected(0, Latency(rtts=(20.0,) * 8))
    for n in range(TESTED):
        latencies.update_sent(n, {None: 0.0, 0: 1000.0 * n})
        latencies.seen(0, n, 1000.0 * n + USUAL)
        latencies.learn([raced(ack)])
    assert latencies.known[0].ignore_acks is doubted


def test_only_the_first_answer_to_an_update_counts() -> None:
    """And none to an update that was never shown."""
    latencies = Latencies([0])
    for n in range(2 * TESTED):
        latencies.update_sent(n, {0: 0.0})
        latencies.seen(0, n + 1, 1.0)
        latencies.learn([raced(USUAL)])
    assert not latencies.known[0].ignore_acks, "nothing to compare with"


def test_what_a_race_used_is_paid_from_the_quota() -> None:
    latencies = Latencies([0])
    before = latencies.known[0].quota
    latencies.learn([raced(USUAL, use=20.0)])
    assert latencies.known[0].quota == before - 20.0 + 4.0


def test_a_new_connection_starts_afresh() -> None:
    latencies = Latencies([0])
    latencies.learn([raced(USUAL, use=20.0)])
    latencies.connected(0, Latency())
    assert latencies.known[0] == Latency()


def test_nothing_is_learnt_of_who_is_gone() -> None:
    latencies = Latencies([0])
    latencies.disconnected(0)
    latencies.learn([raced(USUAL)])
    latencies.pinged(0, 20.0)
    latencies.update_sent(1, {0: 0.0})
    latencies.seen(0, 1, 5.0)
    assert not latencies.known
