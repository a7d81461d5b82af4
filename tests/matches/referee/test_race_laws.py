"""What holds for every race, whatever is lost, late, doubled, forged or simultaneous."""

from collections.abc import Mapping
from typing import NamedTuple

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cartable.matches.referee import WINDOW, Latency, PlannedCall, Race, stagger, start_race
from cartable.matches.referee.ties import tie_width

T0 = 1000.0
NONE: Mapping[int, float] = {}
GRID = 10.0
"""Coarse instants, so that many messages arrive together."""


class Player(NamedTuple):
    """What arrives of one player after the card was written; None: never."""

    latency: Latency
    ack: float | None
    elapsed: float | None
    claim: float | None


class Message(NamedTuple):
    at: float
    seat: int
    is_call: bool


def grid(most: float) -> st.SearchStrategy[float]:
    return st.integers(0, int(most / GRID)).map(lambda n: n * GRID)


any_latency = st.builds(
    Latency,
    rtts=st.one_of(grid(300).map(lambda rtt: (rtt,) * 32), st.lists(grid(400), max_size=32).map(tuple)),
    quota=st.floats(0, 120),
    clock_step=st.sampled_from([0.1, 16.0]),
    ignore_acks=st.booleans(),
)


@st.composite
def players(draw: st.DrawFn) -> Player:
    ack = draw(st.none() | grid(400))
    elapsed = draw(st.none() | grid(700).map(lambda wait: wait + (ack or 0)))
    claim = None if elapsed is None else draw(st.none() | st.floats(0, elapsed) | st.floats(-100, 2000))
    return Player(draw(any_latency), ack, elapsed, claim)


tables = st.lists(players(), min_size=2, max_size=5)
plans = st.lists(st.floats(150, 900), max_size=2).map(
    lambda times: tuple(PlannedCall(10 + bot, "call 1", time) for bot, time in enumerate(times))
)


def begin(table: list[Player], bots: tuple[PlannedCall, ...] = (), head_starts: Mapping[int, float] = NONE) -> Race:
    latencies = {seat: player.latency for seat, player in enumerate(table)}
    return start_race(stagger(latencies), T0, latencies, bots, head_starts)


def messages(race: Race, table: list[Player]) -> list[Message]:
    found = []
    for runner, player in zip(race.runners, table, strict=True):
        if player.ack is not None:
            found.append(Message(runner.sent + player.ack, runner.seat, False))
        if player.elapsed is not None:
            found.append(Message(runner.sent + player.elapsed, runner.seat, True))
    return sorted(found)


def feed(race: Race, table: list[Player], post: list[Message]) -> Race:
    for at, seat, is_call in post:
        race = race.called(seat, f"call {seat}", table[seat].claim, at) if is_call else race.seen(seat, at)
    return race


def place(race: Race, seat: int) -> int:
    """2 first, 1 tied, 0 neither."""
    ruling = race.ruling()
    if ruling is None:
        return 0
    if not ruling.tied:
        return 2 * (ruling.receipts[0].seat == seat)
    return int(seat in {receipt.seat for receipt in ruling.tied})


@settings(max_examples=200)
@given(tables, plans, st.data())
def test_answering_earlier_never_ranks_you_lower(
    table: list[Player], bots: tuple[PlannedCall, ...], data: st.DataObject
) -> None:
    seat = data.draw(st.sampled_from(range(len(table))))
    player = table[seat]
    assume(player.elapsed is not None)
    assert player.elapsed is not None
    claim = player.claim if player.claim is None or 0 <= player.claim <= player.elapsed else None
    slack = min(player.elapsed - (player.ack or 0), player.elapsed if claim is None else claim)
    by = data.draw(st.floats(0.0, max(0.0, slack)))  # a claim may be -0.0
    earlier = player._replace(elapsed=player.elapsed - by, claim=None if claim is None else claim - by)
    quicker = [*table[:seat], earlier, *table[seat + 1 :]]
    race = begin(table, bots)
    before = feed(race, table, messages(race, table))
    after = feed(race, quicker, messages(race, quicker))
    assert place(after, seat) >= place(before, seat)


@settings(max_examples=200)
@given(tables, plans)
def test_nobody_silent_is_waited_for_beyond_the_window(table: list[Player], bots: tuple[PlannedCall, ...]) -> None:
    race = begin(table, bots)
    arrivals = [race.paint + bot.time for bot in bots]
    for message in messages(race, table):
        if message.is_call:
            arrivals.append(message.at)
        race = feed(race, table, [message])
        closes = race.closes_at()
        assert (closes is None) == (not arrivals)
        if closes is not None:
            assert min(arrivals) <= closes <= min(arrivals) + WINDOW


@settings(max_examples=200)
@given(tables, plans, st.permutations(range(5)))
def test_what_arrives_together_is_judged_together(
    table: list[Player], bots: tuple[PlannedCall, ...], lots: list[int]
) -> None:
    """Only a player's own SEEN and call keep their order: they come through one stream."""
    race = begin(table, bots)
    post = messages(race, table)
    mixed = sorted(post, key=lambda message: (message.at, lots[message.seat], message.is_call))
    one, other = feed(race, table, post), feed(race, table, mixed)
    assert one == other
    assert one.ruling() == other.ruling()


@given(tables, plans, st.data())
def test_sending_twice_changes_nothing(table: list[Player], bots: tuple[PlannedCall, ...], data: st.DataObject) -> None:
    race = begin(table, bots)
    post = messages(race, table)
    again = data.draw(st.lists(st.sampled_from(post), max_size=5)) if post else []
    later = [message._replace(at=message.at + data.draw(grid(300))) for message in again]
    doubled = sorted([*post, *later], key=lambda message: message.at)
    # The first of a kind is the one that was sent; a copy never comes before it.
    assert feed(race, table, doubled).ruling() == feed(race, table, post).ruling()


@settings(max_examples=300)
@given(tables, plans)
def test_closing_early_is_closing_late(table: list[Player], bots: tuple[PlannedCall, ...]) -> None:
    """A call that came after the end would have changed nothing, unless the window itself cut it off."""
    race = begin(table, bots)
    run = race
    for message in messages(race, table):
        closes, late = run.closes_at(), run.runners[message.seat]
        if closes is None or message.at <= closes or not message.is_call or late.call is not None:
            run = feed(run, table, [message])
            continue
        ruling = run.ruling()
        assert ruling is not None
        first = min([call.at for runner in run.runners if (call := runner.call)] + [run.paint + b.time for b in bots])
        if closes < first + WINDOW:
            timed = late.judged("call", table[message.seat].claim, message.at)
            leader = ruling.receipts[0]
            noise = next((r.bounds.noise for r in run.runners if r.seat == leader.seat), 0.0)
            # Receipts are rounded to a tenth.
            assert timed.time - leader.time >= tie_width(noise, timed.noise) - 0.06


@given(
    rtts=st.lists(st.floats(5, 200), min_size=1, max_size=32),
    quota=st.floats(0, 120),
    down=st.floats(2, 150),
    paint=st.floats(2, 150),
    up_seen=st.floats(2, 150),
    up_call=st.floats(2, 150),
    truth=st.floats(200, 900),
    claim=st.floats(-50, 2000),
)
def test_a_forged_stamp_gains_at_most_the_jitter_allowance(
    *,
    rtts: list[float],
    quota: float,
    down: float,
    paint: float,
    up_seen: float,
    up_call: float,
    truth: float,
    claim: float,
) -> None:
    """J + (U1 - U2); or, where a round trip was faster than any ping, what the fastest ping proves."""
    table = [Player(Latency(rtts=tuple(rtts), quota=quota), None, None, None)]
    race = begin(table)
    span = race.runners[0].bounds
    seen = T0 + down + paint + up_seen
    call = max(seen, T0 + down + paint + truth + up_call)
    ruling = race.seen(0, seen).called(0, "call 1", claim, call).ruling()
    assert ruling is not None
    allowance = max(span.jitter + up_seen - up_call, span.floor - down - paint - up_call, 0)
    assert truth - ruling.receipts[0].time <= allowance + 0.06
