"""The laws that all contests keep."""

from math import inf
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from cartable.matches.referee import (
    CONTEST_WINDOW,
    Contest,
    ContestedAct,
    Delivery,
    Latency,
    Released,
    stagger,
)
from tests.matches.referee.test_contest import T0, lay


class Doing(NamedTuple):
    """An act as it happened: how long after the paint, how long on its way, and what the device says."""

    seat: int
    after: float
    way: float
    shaved: float
    stake: str


class World(NamedTuple):
    latencies: dict[int, Latency]
    acks: dict[int, float]
    doings: list[Doing]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    any_latency = st.builds(
        Latency,
        rtts=st.integers(0, 30).map(lambda n: (10.0 * n,) * 32) | st.lists(st.floats(5, 300), max_size=9).map(tuple),
        quota=st.floats(0, 120),
        clock_step=st.sampled_from([0.1, 16.0]),
    )
    latencies = draw(st.dictionaries(st.integers(0, 3), any_latency, min_size=1))
    acks = draw(st.fixed_dictionaries(dict.fromkeys(latencies, st.integers(0, 30).map(lambda n: 10.0 * n))))
    doing = st.builds(
        Doing,
        seat=st.integers(0, 3),
        after=st.integers(0, 40).map(lambda n: 10.0 * n),
        way=st.integers(0, 15).map(lambda n: 10.0 * n),
        shaved=st.sampled_from([0.0, 0.0, 30.0]),
        stake=st.sampled_from("ab"),
    )
    return World(latencies, acks, draw(st.lists(doing, max_size=7)))


class Message(NamedTuple):
    """A SEEN of event 1, or an act."""

    at: float
    seat: int
    entry: ContestedAct | None


def mail(world: World) -> list[Message]:
    """Each seat's SEEN, then its acts in the order it did them; none overtakes another on its way."""
    reveal = stagger(world.latencies)
    found = [Message(T0 + reveal.offsets[seat] + world.acks[seat], seat, None) for seat in world.latencies]
    last = {message.seat: message.at for message in found}
    count = [0] * 4
    for doing in sorted(world.doings, key=lambda d: d.after):
        seat = doing.seat
        at = last[seat] = max(last.get(seat, 0.0), T0 + reveal.paint + doing.after + doing.way)
        claim = max(0.0, doing.after - doing.shaved)
        entry = lay(seat, claim, at, doing.stake, k=count[seat])
        count[seat] += 1
        found.append(Message(at, seat, entry))
    return sorted(found, key=lambda message: message.at)


def play(
    world: World, post: list[Message], *, punctual: bool = True, begun: Contest | None = None
) -> list[tuple[float, Released]]:
    """What was released and when, with a timer that fires in time, or one that never does before the end."""
    reveal, contest = stagger(world.latencies), begun or Contest()
    for seat in world.latencies:
        contest = contest.delivered(seat, Delivery(1, T0 + reveal.paint, T0 + reveal.offsets[seat]))
    found = []
    for at, seat, entry in [*post, Message(inf, -1, None)]:
        while (due := contest.next_due(world.latencies)) is not None and due < at and (punctual or at == inf):
            contest, released = contest.release(due, world.latencies)
            found += [(due, act) for act in released]
        if entry is not None:
            contest = contest.entered(entry, world.latencies)
        elif seat >= 0:
            contest = contest.seen(seat, 1, at, world.latencies)
    return found


@settings(max_examples=200)
@given(worlds())
def test_every_act_is_released_once_and_within_the_window(world: World) -> None:
    post = mail(world)
    found = play(world, post)
    sent = {(message.seat, message.entry.number) for message in post if message.entry is not None}
    assert sorted((act.held.act.seat, act.held.act.number) for _, act in found) == sorted(sent)
    for at, act in found:
        assert act.held.act.at <= at <= act.held.act.at + CONTEST_WINDOW


@settings(max_examples=200)
@given(worlds())
def test_contending_acts_come_in_the_order_of_their_instants(world: World) -> None:
    """Only the end of a window can bring an act before one that is placed earlier and arrives later."""
    post = mail(world)
    found = play(world, post)
    for place, (released, act) in enumerate(found):
        for _, later in found[place + 1 :]:
            if act.held.bound_to(later.held) and later.held.order < act.held.order:
                assert later.held.act.at > released
                assert released in {message.at + CONTEST_WINDOW for message in post if message.entry is not None}


@settings(max_examples=200)
@given(worlds(), st.data())
def test_acting_earlier_never_puts_you_behind(world: World, data: st.DataObject) -> None:
    """A player who acts once: whoever was behind the act stays behind it when it is done and arrives earlier."""
    once = [d for d in world.doings if [other.seat for other in world.doings].count(d.seat) == 1]
    if not once:
        return
    doing = data.draw(st.sampled_from(once))
    by = data.draw(st.floats(0, doing.after))
    if doing.after - doing.shaved < by:
        return
    quicker = world._replace(doings=[d._replace(after=d.after - by) if d is doing else d for d in world.doings])

    def behind(found: list[tuple[float, Released]]) -> set[tuple[int, int]]:
        """The acts of others at the same stake released after this one."""
        order = [act.held for _, act in found]
        own = next(place for place, held in enumerate(order) if held.act.seat == doing.seat)
        return {(h.act.seat, h.act.number) for h in order[own + 1 :] if h.contends(order[own])}

    assert behind(play(world, mail(world))) <= behind(play(quicker, mail(quicker)))


@settings(max_examples=200)
@given(worlds(), st.permutations(range(4)))
def test_what_arrives_together_is_put_in_the_same_order(world: World, lots: list[int]) -> None:
    post = mail(world)
    mixed = sorted(post, key=lambda message: (message.at, lots[message.seat]))
    assert play(world, post) == play(world, mixed)


@settings(max_examples=200)
@given(worlds())
def test_a_timer_that_fires_late_changes_nothing(world: World) -> None:
    """Acts that have nothing to do with one another may change places."""

    def of(seat: int, found: list[tuple[float, Released]]) -> list[Released]:
        return [act for _, act in found if act.held.act.seat == seat]

    def at(stake: str, found: list[tuple[float, Released]]) -> list[Released]:
        return [act for _, act in found if stake in act.held.act.stakes]

    post = mail(world)
    punctual, late = play(world, post), play(world, post, punctual=False)
    assert [of(seat, late) for seat in range(4)] == [of(seat, punctual) for seat in range(4)]
    assert [at(stake, late) for stake in "ab"] == [at(stake, punctual) for stake in "ab"]
