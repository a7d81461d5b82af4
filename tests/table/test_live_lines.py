"""What a table learns of its players' lines."""

import pytest

from cartable.table.live.lines import Lines
from cartable.table.referee import Line, Receipt, Verdict
from cartable.table.referee.guards import TESTED

USUAL = 30.0


def raced(ack: float, use: float = 0.0) -> Receipt:
    """A contested call whose SEEN came after so long."""
    return Receipt(seat=0, call="call 1", time=400.0, give=6.0, verdict=Verdict.FIRST, ack=ack, use=use)


@pytest.mark.parametrize(("ack", "doubted"), [(USUAL, False), (USUAL + 20.0, True)])
def test_who_answers_later_in_races_than_otherwise_is_not_believed(ack: float, doubted: bool) -> None:
    lines = Lines([0])
    lines.connected(0, Line(rtts=(20.0,) * 8))
    for n in range(TESTED):
        lines.shown(n, {None: 0.0, 0: 1000.0 * n})
        lines.seen(0, n, 1000.0 * n + USUAL)
        lines.learn([raced(ack)])
    assert lines.known[0].ignore_acks is doubted


def test_only_the_first_answer_to_an_update_counts() -> None:
    """And none to an update that was never shown."""
    lines = Lines([0])
    for n in range(2 * TESTED):
        lines.shown(n, {0: 0.0})
        lines.seen(0, n + 1, 1.0)
        lines.learn([raced(USUAL)])
    assert not lines.known[0].ignore_acks, "nothing to compare with"


def test_what_a_race_used_is_paid_from_the_quota() -> None:
    lines = Lines([0])
    before = lines.known[0].quota
    lines.learn([raced(USUAL, use=20.0)])
    assert lines.known[0].quota == before - 20.0 + 4.0


def test_a_new_connection_begins_anew() -> None:
    lines = Lines([0])
    lines.learn([raced(USUAL, use=20.0)])
    lines.connected(0, Line())
    assert lines.known[0] == Line()


def test_nothing_is_learnt_of_who_is_gone() -> None:
    lines = Lines([0])
    lines.gone(0)
    lines.learn([raced(USUAL)])
    lines.pinged(0, 20.0)
    lines.shown(1, {0: 0.0})
    lines.seen(0, 1, 5.0)
    assert not lines.known
