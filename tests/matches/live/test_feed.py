"""The numbered events of a match, for those who were away."""

from hypothesis import given
from hypothesis import strategies as st

from cartable.games.push import PUSH
from cartable.games.push.events import PushCardTurned
from cartable.games.trio.events import TrioCardDrawn
from cartable.matches.live import Feed, visible_to
from cartable.matches.match import Numbered
from tests.kit.live import ManualHost, new_match, real_bots, resumed

SECRET = TrioCardDrawn(1, "1-red-sun", to=1)


def numbered(count: int, each: int = 2) -> tuple[Numbered, ...]:
    """This many acts with this many events each; every third event is for seat 1 alone."""
    events = [(n, index) for n in range(count) for index in range(each)]
    return tuple(Numbered(n, index, SECRET if (n + index) % 3 == 0 else PushCardTurned(0, "G1")) for n, index in events)


@given(acts=st.integers(0, 30), at=st.integers(0, 70), seat=st.sampled_from([None, 0, 1]))
def test_who_resumes_by_number_has_read_what_who_never_left_has(acts: int, at: int, seat: int | None) -> None:
    events = numbered(acts)
    feed = Feed()
    feed.add(events)
    read = events[: min(at, len(events))]
    known = (read[-1].n, read[-1].index) if read else (-1, -1)
    rest = feed.since(seat, *known)
    assert rest is not None
    assert visible_to(read, seat) + rest == visible_to(events, seat)


def test_who_was_away_too_long_gets_a_fresh_view_instead() -> None:
    feed = Feed(kept=10)
    feed.add(numbered(10))
    assert feed.since(0, 4, 1) is not None, "nothing after it was dropped"
    assert feed.since(0, 4, 0) is None
    assert feed.since(0, -1, -1) is None


def test_nobody_resumes_from_what_never_was() -> None:
    feed = Feed()
    assert feed.since(0, 0, 0) is None
    assert feed.since(0, -1, -1) == ()
    feed.add(numbered(2))
    assert feed.since(0, 1, 5) is None


def test_the_newest_events_up_to_an_act() -> None:
    feed = Feed()
    feed.add(numbered(5))
    assert feed.last == (4, 1)
    assert feed.last_of(2) == (2, 1)
    assert [(each.n, each.index) for each in feed.latest(3, n=3)] == [(2, 1), (3, 0), (3, 1)]


def test_numbers_go_on_after_a_restart() -> None:
    host = ManualHost(new_match(PUSH, "hh"))
    host.act(0, "draw")
    read = host.live.feed.last
    again = ManualHost(resumed(host.log))
    assert again.live.feed.since(0, *read) is None, "a fresh view: the old events are not kept"
    assert again.live.feed.since(0, *again.live.feed.last) == ()
    seen = again.live.feed.last
    again.act(0, "place 1")
    rest = again.live.feed.since(0, *seen)
    assert rest is not None
    assert [each.n for each in rest] == [len(again.match.entries) - 1] * len(rest)


def test_what_is_kept_does_not_grow_without_end() -> None:
    host = ManualHost(new_match(PUSH, "bb"), think=real_bots(PUSH, 1))
    host.pass_until(lambda: bool(host.over), most_ms=1e9)
    feed = Feed(kept=16)
    for stage in host.published:
        feed.add(stage.events)
    last = host.published[-1].events[-1]
    assert feed.last == (last.n, last.index)
    assert len(feed.latest(100, n=10**6)) == 16
