"""Head starts before the referee: what holds for every race and every contest."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cartable.matches.referee import CONTEST_WINDOW, WINDOW, Contest, PlannedCall, Race, Released, Ruling
from cartable.matches.referee.ties import tie_width
from tests.matches.referee.test_contest_laws import World, mail, worlds
from tests.matches.referee.test_contest_laws import play as play_contest
from tests.matches.referee.test_race_laws import Player, begin, feed, messages, place, plans, tables

STARTS = st.dictionaries(
    st.sampled_from([0, 1, 2, 3, 4, 10, 11]), st.integers(0, 30).map(lambda n: 20.0 * n), max_size=7
)
SEATS = (0, 1, 2, 3, 4, 10, 11)


def judged(table: list[Player], bots: tuple[PlannedCall, ...], starts: dict[int, float]) -> Race:
    race = begin(table, bots, starts)
    return feed(race, table, messages(race, table))


def found(race: Race) -> list[tuple[int, str]]:
    """Who called, in order, and the verdicts."""
    ruling = race.ruling() or Ruling(())
    return [(receipt.seat, receipt.verdict) for receipt in ruling.receipts]


@settings(max_examples=50)
@given(tables, plans, STARTS, st.integers(1, 20).map(lambda n: 32.0 * n))
def test_the_same_head_start_for_all_changes_no_race(
    table: list[Player], bots: tuple[PlannedCall, ...], starts: dict[int, float], more: float
) -> None:
    plain = judged(table, bots, starts)
    every = judged(table, bots, {seat: starts.get(seat, 0.0) + more for seat in SEATS})
    assert found(every) == found(plain)
    assert judged(table, bots, dict.fromkeys(SEATS, 0.0)).ruling() == judged(table, bots, {}).ruling()


@settings(max_examples=50)
@given(tables, plans, STARTS, st.data())
def test_a_larger_head_start_never_ranks_you_lower(
    table: list[Player], bots: tuple[PlannedCall, ...], starts: dict[int, float], data: st.DataObject
) -> None:
    """As long as the same calls are heard: the others' wait may be longer, and bring in one that was cut off."""
    seat = data.draw(st.sampled_from([*range(len(table)), *(bot.seat for bot in bots)]))
    more = data.draw(st.integers(1, 20)) * 20.0
    before = judged(table, bots, starts)
    after = judged(table, bots, {**starts, seat: starts.get(seat, 0.0) + more})
    assume([runner.call is None for runner in before.runners] == [runner.call is None for runner in after.runners])
    assert place(after, seat) >= place(before, seat)


@settings(max_examples=50)
@given(tables, plans, STARTS)
def test_a_race_with_head_starts_waits_for_whoever_could_still_be_first(
    table: list[Player], bots: tuple[PlannedCall, ...], starts: dict[int, float]
) -> None:
    """A call after the end would have changed nothing, unless the window cut it off; and the window is longer by what
    the head starts differ, no more."""
    run = race = begin(table, bots, starts)
    own = [starts.get(seat, 0.0) for seat in [*range(len(table)), *(bot.seat for bot in bots)]]
    longest = WINDOW + max(own) - min(own)
    for message in messages(race, table):
        closes, late = run.closes_at(), run.runners[message.seat]
        first = min(
            [call.at for runner in run.runners if (call := runner.call)] + [run.paint + bot.time for bot in bots],
            default=0.0,
        )
        if closes is not None:
            assert first <= closes <= max(run.heard, first + longest)
        if closes is None or message.at <= closes or not message.is_call or late.call is not None:
            run = feed(run, table, [message])
            continue
        ruling = run.ruling()
        assert ruling is not None
        if closes < first + longest:
            timed = late.judged("call", table[message.seat].claim, message.at)
            leader = ruling.receipts[0]
            noise = next((r.bounds.noise for r in run.runners if r.seat == leader.seat), 0.0)
            gap = timed.time - starts.get(message.seat, 0.0) - (leader.time - leader.head_start)
            assert gap >= tie_width(noise, timed.noise) - 0.06  # receipts are rounded to a tenth


# --- where everybody plays at once ---------------------------------------------------------------------------------

FOUR = st.fixed_dictionaries(dict.fromkeys(range(4), st.integers(0, 20).map(lambda n: 20.0 * n)))


def order(released: list[tuple[float, Released]]) -> list[tuple[float, int, int]]:
    return [(at, act.held.act.seat, act.held.act.number) for at, act in released]


@settings(max_examples=50)
@given(worlds(), FOUR, st.integers(1, 20).map(lambda n: 32.0 * n))
def test_the_same_head_start_for_all_changes_no_contest(world: World, starts: dict[int, float], more: float) -> None:
    post = mail(world)
    plain = play_contest(world, post, begun=Contest(starts))
    every = play_contest(world, post, begun=Contest({seat: start + more for seat, start in starts.items()}))
    assert order(every) == order(plain)
    assert play_contest(world, post, begun=Contest(dict.fromkeys(range(4), 0.0))) == play_contest(world, post)


@settings(max_examples=50)
@given(worlds(), FOUR)
def test_acts_come_in_the_order_of_their_instants_less_the_head_starts(world: World, starts: dict[int, float]) -> None:
    """Every act once, and held no longer than the window and what the head starts differ."""
    post = mail(world)
    longest = CONTEST_WINDOW + max(starts.values()) - min(starts.values())
    released = play_contest(world, post, begun=Contest(starts))
    assert len(released) == sum(message.entry is not None for message in post)
    cuts = {message.at + longest for message in post if message.entry is not None}
    for number, (at, act) in enumerate(released):
        assert act.held.act.at <= at <= act.held.act.at + longest
        for _, later in released[number + 1 :]:
            if act.held.bound_to(later.held) and later.held.order < act.held.order:
                assert later.held.act.at > at
                assert at in cuts
