"""What holds at every live table, whatever is delayed, doubled, lost with its connection, or cut off by a crash."""

from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartable.games import registry
from cartable.kernel import AnyGame, Seat, Tempo
from cartable.matches.live import ReplyKind
from cartable.matches.log.reading import LogReader
from cartable.matches.log.replay import ReplayStep, replay
from cartable.matches.match import Numbered
from cartable.matches.referee import CONTEST_WINDOW, WINDOW
from tests.kit.crowd import Simulation
from tests.kit.crowd_people import Chaos, Got, Habits, Reader, Sent

EXAMPLES = 30
CLOSE = 1e-6
SECONDS = 25

habits = st.builds(
    Habits,
    delay=st.sampled_from([0.0, 10.0, 60.0, 150.0]),
    jitter=st.sampled_from([0.0, 5.0, 60.0]),
    cuts=st.sampled_from([0.0, 0.02, 0.08]),
    doubles=st.sampled_from([0.0, 0.3]),
    nonsense=st.sampled_from([0.0, 0.3]),
)


@st.composite
def chaos_at(draw: st.DrawFn, game: AnyGame) -> Chaos:
    seats = draw(st.sampled_from([seats for seats in game.seats if seats > 1]))
    people = draw(st.integers(1, seats))
    kinds = "".join(draw(st.permutations("h" * people + "b" * (seats - people))))
    return Chaos(
        seed=draw(st.integers(0, 10_000)),
        kinds=kinds,
        habits=tuple(draw(habits) for _ in range(people)),
        commit_ms=draw(st.sampled_from([0.0, 5.0, 80.0])),
        pauses=draw(st.sampled_from([0.0, 0.1])),
        deaths=draw(st.sampled_from([0.0, 0.1])),
        wait_scale=draw(st.sampled_from([0.0, 1.0])),
        until_ms=1000.0 * SECONDS,
    )


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_no_bad_connection_and_no_crash_breaks_a_law(game: AnyGame) -> None:
    @settings(max_examples=EXAMPLES)
    @given(chaos_at(game))
    def hold(chaos: Chaos) -> None:
        done = Simulation(game, chaos).run()
        moments = list(replay(LogReader(done.log, "log")))
        law_the_log_is_the_match(done, moments)
        law_every_sending_is_answered_once(done)
        law_accepted_acts_stand_in_the_log(done, moments)
        law_everybody_reads_the_same(done, moments)
        law_nothing_is_told_before_its_commit(done)
        law_nobody_is_told_things_out_of_order(done)
        law_the_referee_waits_no_longer_than_the_window(done)

    hold()


def law_the_log_is_the_match(done: Simulation, moments: list[ReplayStep]) -> None:
    """Replay gives the equal state, and the match is over once."""
    assert moments[-1].state == done.match.state
    assert [moment.recorded.entry for moment in moments] == done.match.entries
    assert done.overs == 1


def law_every_sending_is_answered_once(done: Simulation) -> None:
    """Accepted, refused or late for the first, already judged for the others. A crash may cut an answer off."""
    sent = Counter((each.life, each.seat, each.k) for each in done.sent)
    given_: defaultdict[tuple[int, Seat, int], list[ReplyKind]] = defaultdict(list)
    for got in done.given:
        given_[got.life, got.answer.seat, got.answer.k].append(got.answer.kind)
    assert given_.keys() <= sent.keys(), "an answer to nothing"
    for key, times in sent.items():
        answers = given_[key]
        assert len(answers) == times or (key[0] < done.life and len(answers) < times), f"{key}: {answers}"
        assert all(answer is ReplyKind.ALREADY for answer in answers[1:]), f"{key}: {answers}"
    for key, answers in given_.items():
        if answers[:1] == [ReplyKind.ALREADY]:
            assert _known_before(done, key), f"{key} was never judged"


def _known_before(done: Simulation, key: tuple[int, Seat, int]) -> bool:
    """Had the table heard of this number, or a higher one, before the first sending in this life?"""
    _, seat, k = key
    for each in done.sent:
        if (each.life, each.seat, each.k) == key:
            return False
        if each.seat == seat and each.k >= k:
            return True
    return False


def law_accepted_acts_stand_in_the_log(done: Simulation, moments: list[ReplayStep]) -> None:
    """Exactly once, under the number that was told, in the order of the players' own numbers."""
    standing: dict[tuple[Seat, int], int] = {}
    last: dict[Seat, int] = {}
    for moment in moments:
        entry = moment.recorded.entry
        numbers = [*entry.about.tied, *([(entry.seat, entry.about.k)] if isinstance(entry.about.k, int) else [])]
        for seat, k in numbers:
            assert (seat, k) not in standing, f"{k} of seat {seat} stands twice"
            assert k > last.get(seat, -1), f"{k} of seat {seat} comes after {last[seat]}"
            standing[seat, k] = entry.n
            last[seat] = k
    accepted = {(got.answer.seat, got.answer.k): got.answer.n for got in done.given if _is(got, ReplyKind.ACCEPTED)}
    assert accepted.items() <= standing.items()
    assert standing.keys() <= {(each.seat, each.k) for each in done.sent}
    assert not standing.keys() & {
        (got.answer.seat, got.answer.k)
        for got in done.given
        if _is(got, ReplyKind.REFUSED, ReplyKind.LATE) and got.life == done.life
    }


def _is(got: Got, *answers: ReplyKind) -> bool:
    return got.answer.kind in answers


def law_everybody_reads_the_same(done: Simulation, moments: list[ReplayStep]) -> None:
    """Events have one number each, without gaps; nobody reads what is not for them; who was away misses nothing that a
    fresh view has not shown."""
    everything = [
        Numbered(moment.recorded.entry.n, index, event)
        for moment in moments
        for index, event in enumerate(moment.events)
    ]
    readers: list[Reader] = [done.watcher, *done.people]
    for reader in readers:
        mine = [each for each in everything if each.event.to is None or each.event.to == reader.seat]
        left = iter(mine)
        for event in reader.events:
            missing = list(_up_to(left, event))
            behind = max((number for number in reader.fresh if number < (event.n, event.index)), default=(-1, -1))
            assert all((each.n, each.index) <= behind for each in missing), f"seat {reader.seat} misses {missing}"
    unread = [each for each in everything if each.event.to is None and (each.n, each.index) > done.watcher.last]
    assert not unread, "the spectator was always there"


def _up_to(left: Iterator[Numbered], event: Numbered) -> Iterator[Numbered]:
    """The events before this one that were not read; it must be among those left."""
    for each in left:
        if each == event:
            return
        yield each
    raise AssertionError(f"{event} was read twice, too late, or never happened")


def law_nothing_is_told_before_its_commit(done: Simulation) -> None:
    for stage, committed, _ in done.published:
        assert stage.n <= committed
    for got in done.given:
        assert got.answer.n is None or got.answer.n <= got.committed


def law_nobody_is_told_things_out_of_order(done: Simulation) -> None:
    due: dict[tuple[int, Seat | None], float] = {}
    for stage, _, life in done.published:
        for seat in {*stage.send_at, *(person.seat for person in done.people)}:
            at = stage.send_at.get(seat, stage.send_at[None])
            assert at >= due.get((life, seat), 0.0), f"{stage.n} before what came before it, to seat {seat}"
            due[life, seat] = at


def law_the_referee_waits_no_longer_than_the_window(done: Simulation) -> None:
    """Counted from the first call for a card, or from the arrival of an act in hand. Storing takes its own time."""
    if done.chaos.commit_ms or done.game.tempo is Tempo.TURNS:
        return
    arrived: dict[tuple[int, Seat, int], Sent] = {}
    for each in done.sent:
        arrived.setdefault((each.life, each.seat, each.k), each)
    first: dict[tuple[int, int], float] = {}
    refused = {(got.life, got.answer.seat, got.answer.k) for got in done.given if _is(got, ReplyKind.REFUSED)}
    for key, each in arrived.items():
        if each.text.startswith("call") and key not in refused:
            race = each.life, each.saw
            first[race] = min(first.get(race, each.at), each.at)
    for got in done.given:
        since = arrived[got.life, got.answer.seat, got.answer.k]
        if done.game.tempo is Tempo.HANDS and not _is(got, ReplyKind.ALREADY):
            assert got.at - since.at <= CONTEST_WINDOW + CLOSE
        elif _is(got, ReplyKind.ACCEPTED) and since.text.startswith("call"):
            assert got.at - first[got.life, since.saw] <= WINDOW + CLOSE
