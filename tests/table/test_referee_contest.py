"""Contests worked out by hand, and the laws they all keep."""

from math import inf
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartable.table.referee import (
    CONTEST_WINDOW,
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


def shown(lines: dict[int, Latency], *, seen: bool = True) -> Contest:
    """Event 1, painted for each 10 after it arrived, and acknowledged."""
    reveal, contest = stagger(lines), Contest()
    for seat, line in lines.items():
        sent = T0 + reveal.offsets[seat]
        contest = contest.delivered(seat, Delivery(1, T0 + reveal.paint, sent))
        if seen:
            contest = contest.seen(seat, 1, sent + line.rtts[0] + 10, lines)
    return contest


def seats(released: tuple[Released, ...]) -> list[int]:
    return [act.held.act.seat for act in released]


def test_alone_an_act_is_judged_at_once() -> None:
    lines = {0: AWAY}
    contest = shown(lines).entered(lay(0, 500, 1700), lines)
    assert contest.next_due(lines) == 1700
    contest, released = contest.release(1700, lines)
    assert seats(released) == [0]
    assert released[0].receipts == ()
    assert contest.next_due(lines) is None


def test_bots_are_not_waited_for_and_act_at_their_instant() -> None:
    lines = {0: NEAR}
    contest = shown(lines).entered(lay(1, None, 1600), lines)
    assert contest.held[0].timed.time == 1600
    contest = contest.release(1700, lines)[0].entered(lay(0, 500, 1800), lines)
    assert contest.next_due(lines) == 1800


def test_near_waits_for_away_and_away_was_first() -> None:
    lines = {0: NEAR, 1: AWAY}
    # Near: written 1050, painted 1070, laid 500 later, 10 on the way; placed at 1072 + 500.
    contest = shown(lines).entered(lay(0, 500, 1580), lines)
    assert contest.held[0].timed.time == 1572
    # Away could be placed up to A + J - (1072 - 1000) = 130 + 5 - 72 before its arrival.
    assert contest.next_due(lines) == 1572 + 63
    # Away: painted 1070, laid 480 later, 60 on the way.
    contest = contest.entered(lay(1, 480, 1610), lines)
    assert contest.next_due(lines) == 1610, "near has acted at 1572: nobody can come before 1552 any more"
    contest, released = contest.release(1610, lines)
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
    assert contest.next_due(lines) == 1635
    contest, released = contest.release(1635, lines)
    assert seats(released) == [0]
    assert released[0].receipts == (), "it has its receipt"


def test_equals_wait_a_moment() -> None:
    lines = {0: NEAR, 1: NEAR}
    contest = shown(lines).entered(lay(0, 500, 1530), lines)
    assert contest.held[0].timed.time == 1022 + 500
    assert contest.next_due(lines) == 1522 + (30 + 5 - 22)


def test_an_event_still_open_lets_its_player_come_later() -> None:
    lines = {0: NEAR, 1: Latency(rtts=AWAY.rtts, quota=10)}
    contest = shown(lines, seen=False).entered(lay(0, 500, 1580), lines)
    assert contest.next_due(lines) == 1572 + (141 + 10 - 72), "the usual lag and the quota, not yet what a SEEN proves"


def test_an_event_not_painted_by_then_does_not() -> None:
    lines = {0: NEAR, 1: AWAY}
    contest = shown(lines).entered(lay(0, 500, 1580), lines)
    contest = contest.delivered(1, Delivery(2, 1672, 1600))
    assert contest.next_due(lines) == 1572 + 63


def test_an_act_done_just_before_the_newest_paint_is_still_believed() -> None:
    lines = {0: AWAY}
    contest = shown(lines).delivered(0, Delivery(2, 1572, 1500)).seen(0, 2, 1630, lines)
    assert contest.entered(lay(0, 500, 1630), lines).held[0].timed.time == 1072 + 500


def test_without_a_known_event_an_act_counts_at_its_arrival() -> None:
    lines = {0: AWAY}
    entry = lay(0, 480, 1610)
    assert Contest().entered(entry, lines).held[0].timed.time == 1610
    assert shown(lines).left(0).entered(entry, lines).held[0].timed.time == 1610


def test_forging_is_bounded_as_in_a_race() -> None:
    lines = {0: AWAY}
    honest = shown(lines).entered(lay(0, 480, 1610), lines).held[0].timed.time
    forged = shown(lines).entered(lay(0, 0, 1610), lines).held[0].timed.time
    assert honest - forged == 5


def test_no_act_is_placed_after_its_arrival_or_before_the_same_hand() -> None:
    lines = {0: NEAR}
    contest = shown(lines).entered(lay(0, 520, 1530), lines)
    assert contest.held[0].timed.time == 1530
    contest = contest.entered(lay(0, 502, 1535, k=2), lines)
    assert contest.held[-1].timed.time == 1530


def test_a_hand_lays_in_its_own_order() -> None:
    """A card on the own pending card waits with it: if that one comes back, both do."""
    lines = {0: NEAR, 1: AWAY}
    contest = shown(lines).entered(lay(0, 500, 1580, "top step 3-red-sun"), lines)
    contest = contest.entered(lay(0, 510, 1590, "top step 4-red-sun", k=2), lines)
    contest = contest.entered(lay(0, 515, 1595, k=3), lines)
    contest, released = contest.release(1634, lines)
    assert released == ()
    contest, released = contest.release(1700, lines)
    assert [act.held.act.number for act in released] == [1, 2, 3]


def test_an_act_with_nothing_at_stake_does_not_wait() -> None:
    lines = {0: NEAR, 1: AWAY}
    entry = ContestedAct(seat=0, number=1, act="go", stakes=frozenset(), saw=1, claim=500, at=1580)
    assert shown(lines).entered(entry, lines).next_due(lines) == 1580


def test_other_stakes_do_not_contend() -> None:
    lines = {0: NEAR, 1: AWAY}
    contest = shown(lines).entered(lay(0, 500, 1580, "top step"), lines)
    contest = contest.entered(lay(1, 480, 1610, "top same"), lines)
    _, released = contest.release(1700, lines)
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
    lines = {0: NEAR, 1: AWAY}
    contest = shown(lines).entered(lay(0, 500, 1580, *one), lines).entered(lay(1, 491, 1621, *other), lines)
    _, released = contest.release(1700, lines)
    assert seats(released) == [1, 0]
    assert [str(receipt.verdict) for receipt in released[0].receipts] == ["first", "tie"], "9 apart: too close to tell"
    assert released[0].receipts[1].gap == 9


def test_arrival_breaks_an_exact_tie() -> None:
    lines = {0: AWAY, 1: NEAR}
    contest = shown(lines).entered(lay(1, 500, 1580), lines).entered(lay(0, 500, 1630), lines)
    _, released = contest.release(1700, lines)
    assert seats(released) == [1, 0]
    assert released[0].receipts[1].gap == 0


def test_the_window_is_never_longer_than_80() -> None:
    lines = {0: NEAR, 1: Latency(rtts=(200.0,) * 32)}
    contest = shown(lines).entered(lay(0, 500, 1620), lines)
    assert contest.next_due(lines) == 1700, "not 1612 + 103"


def test_a_late_timer_changes_nothing() -> None:
    lines = {0: NEAR, 1: AWAY}
    contest = shown(lines).entered(lay(0, 500, 1580), lines)
    late = contest.entered(lay(1, 480, 1636), lines)
    assert late.next_due(lines) == 1580
    _, released = late.release(1800, lines)
    assert seats(released) == [0, 1], "away came after 1635, when near had been decided"
    assert released[0].receipts == ()


# --- laws -------------------------------------------------------------------------------------------------------


class Doing(NamedTuple):
    """An act as it happened: how long after the paint, how long on its way, and what the device says."""

    seat: int
    after: float
    way: float
    shaved: float
    stake: str


class World(NamedTuple):
    lines: dict[int, Latency]
    acks: dict[int, float]
    doings: list[Doing]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    on_line = st.builds(
        Latency,
        rtts=st.integers(0, 30).map(lambda n: (10.0 * n,) * 32) | st.lists(st.floats(5, 300), max_size=9).map(tuple),
        quota=st.floats(0, 120),
        clock_step=st.sampled_from([0.1, 16.0]),
    )
    lines = draw(st.dictionaries(st.integers(0, 3), on_line, min_size=1))
    acks = draw(st.fixed_dictionaries(dict.fromkeys(lines, st.integers(0, 30).map(lambda n: 10.0 * n))))
    doing = st.builds(
        Doing,
        seat=st.integers(0, 3),
        after=st.integers(0, 40).map(lambda n: 10.0 * n),
        way=st.integers(0, 15).map(lambda n: 10.0 * n),
        shaved=st.sampled_from([0.0, 0.0, 30.0]),
        stake=st.sampled_from("ab"),
    )
    return World(lines, acks, draw(st.lists(doing, max_size=7)))


class Message(NamedTuple):
    """A SEEN of event 1, or an act."""

    at: float
    seat: int
    entry: ContestedAct | None


def mail(world: World) -> list[Message]:
    """Each seat's SEEN, then its acts in the order it did them; none overtakes another on its way."""
    reveal = stagger(world.lines)
    found = [Message(T0 + reveal.offsets[seat] + world.acks[seat], seat, None) for seat in world.lines]
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


def play(world: World, post: list[Message], *, punctual: bool = True) -> list[tuple[float, Released]]:
    """What was released and when, with a timer that fires in time, or one that never does before the end."""
    reveal, contest = stagger(world.lines), Contest()
    for seat in world.lines:
        contest = contest.delivered(seat, Delivery(1, T0 + reveal.paint, T0 + reveal.offsets[seat]))
    found = []
    for at, seat, entry in [*post, Message(inf, -1, None)]:
        while (due := contest.next_due(world.lines)) is not None and due < at and (punctual or at == inf):
            contest, released = contest.release(due, world.lines)
            found += [(due, act) for act in released]
        if entry is not None:
            contest = contest.entered(entry, world.lines)
        elif seat >= 0:
            contest = contest.seen(seat, 1, at, world.lines)
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
