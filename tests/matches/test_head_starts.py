"""Head starts in a match: in its header, in its outcome, before its referee, and when its log is read again."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cartable.games import registry
from cartable.games.hexa.tests.live import Call, play, shown, table, turn
from cartable.kernel import AnyGame, BadInput, Outcome
from cartable.matches.deal.dealers import FairDealer
from cartable.matches.head_starts import MOST, in_points, outcome_of
from cartable.matches.log.entries import Ending, encode_line
from cartable.matches.log.header import Header
from cartable.matches.log.replay import replay
from cartable.matches.log.verify import Unverified, Verified, verify
from cartable.matches.match import Match
from cartable.matches.story import Story, story
from tests.kit.live import ManualHost
from tests.matches.played import NONCES, SECRET, act_at_random, changed, export, header, played, reading

PUSH, QUINTO, HEXA, TRIO = map(registry.game, ("push", "quinto", "hexa", "trio"))
ENDED = {game.id: played(game, 3) for game in (PUSH, QUINTO)}
TURN_GAMES = st.sampled_from([PUSH, QUINTO])
POINTS = st.tuples(*[st.integers(0, 40)] * 3)


def started(head: Header, starts: tuple[int, ...]) -> Header:
    seats = [replace(seat, head_start=start) for seat, start in zip(head.seats, starts, strict=True)]
    return replace(head, seats=tuple(seats))


def ended(game: AnyGame, starts: tuple[int, ...]) -> Outcome:
    """How the same match ends with these head starts."""
    match = ENDED[game.id]
    outcome = outcome_of(game, started(match.header, starts), match.state)
    assert outcome is not None
    return outcome


def test_without_head_starts_nothing_is_written_of_them() -> None:
    for game in (PUSH, QUINTO, HEXA, TRIO):
        assert b"head_start" not in header(game, 2).line()
    host = table("hh", (0.0, 0.0))
    play(host, turn(host), [Call(0, "call 1", 400.0), Call(1, "call 2", 405.0)], (0.0, 0.0))
    assert not any(b"head_start" in line for line in host.live.match.lines())
    assert any(b"receipt" in line for line in host.live.match.lines())


@given(TURN_GAMES, POINTS, st.integers(0, 40))
def test_the_same_points_for_all_change_nothing(game: AnyGame, starts: tuple[int, ...], more: int) -> None:
    assert ended(game, tuple(start + more for start in starts)) == ended(game, starts)
    assert ended(game, (0, 0, 0)) == game.outcome(ENDED[game.id].state)


@given(TURN_GAMES, POINTS, st.integers(0, 2), st.integers(1, 40))
def test_more_points_never_rank_you_lower(game: AnyGame, starts: tuple[int, ...], seat: int, more: int) -> None:
    larger = tuple(start + more * (at == seat) for at, start in enumerate(starts))
    assert ended(game, larger).ranks[seat] <= ended(game, starts).ranks[seat]


@given(TURN_GAMES, POINTS)
def test_whoever_has_the_largest_sum_wins_and_scores_stay_what_was_played(
    game: AnyGame, starts: tuple[int, ...]
) -> None:
    outcome = ended(game, starts)
    assert outcome.scores is not None
    assert outcome.scores == ended(game, (0, 0, 0)).scores
    sums = [score + start for score, start in zip(outcome.scores, starts, strict=True)]
    assert all(sums[winner] == max(sums) for winner in outcome.winners)


def started_match(starts: tuple[int, ...]) -> Match:
    head = started(header(PUSH, len(starts)), starts)
    return Match(PUSH, head, FairDealer(SECRET, head.line(), NONCES))


@settings(max_examples=8, deadline=None)
@given(st.tuples(*[st.integers(0, 40)] * 2), st.randoms(use_true_random=False))
def test_a_match_with_head_starts_is_replayed_and_verified_with_the_same_winner(
    starts: tuple[int, ...], random: Random
) -> None:
    match = started_match(starts)
    match.start()
    while match.ending is None:
        act_at_random(match, random)
    log = reading(export(match))
    *_, last = replay(log)
    assert outcome_of(PUSH, log.header, last.state) == match.outcome
    assert isinstance(verify(reading(export(match))), Verified)
    assert match.outcome is not None


def test_an_outcome_that_leaves_the_head_starts_out_is_no_outcome_of_the_match() -> None:
    plain = played(PUSH, 2, acts=4_000)
    assert plain.outcome is not None
    loser = plain.outcome.ranks.index(2)
    match = started_match((99, 0) if loser == 0 else (0, 99))
    match.start()
    for entry in plain.entries:
        if entry.seat >= 0 and match.ending is None:
            legal = PUSH.legal(match.state, min(PUSH.actors(match.state)))
            match.act(min(PUSH.actors(match.state)), legal[0], entry.at_ms)
    while match.ending is None:
        seat = min(PUSH.actors(match.state))
        match.act(seat, PUSH.legal(match.state, seat)[0], 0)
    lines = export(match)
    assert match.outcome is not None
    swapped = encode_line(Ending(replace(match.outcome, ranks=tuple(3 - rank for rank in match.outcome.ranks))))
    assert isinstance(verify(reading(lines)), Verified)
    assert isinstance(verify(reading(changed(lines, len(lines) - 1, swapped))), Unverified)
    assert story(PUSH, match.state, (), in_points(PUSH, match.header)) == Story("", {}), (
        "sentences about a lead would be wrong"
    )
    assert in_points(PUSH, match.header)


@pytest.mark.parametrize(("game", "players"), [(PUSH, 2), (QUINTO, 2), (HEXA, 2), (TRIO, 2)])
def test_a_log_with_a_head_start_beyond_the_limit_is_refused(game: AnyGame, players: int) -> None:
    most = MOST[game.tempo]
    head = header(game, players)
    reading([started(head, (most, 0)).line() + b"\n"])
    for bad in (most + 1, -1):
        with pytest.raises(BadInput, match=f"expected 0 to {most} "):
            reading([started(head, (bad, 0)).line() + b"\n"])


def test_whoever_plays_alone_has_no_head_start() -> None:
    with pytest.raises(BadInput, match="expected 0 to 0 points"):
        reading([started(header(QUINTO, 1), (5,)).line() + b"\n"])


# --- before the referee --------------------------------------------------------------------------------------------


def first_of(host: ManualHost) -> dict[str, object]:
    receipts = [entry.about.receipt for entry in host.live.match.entries if entry.about.receipt is not msgspec.UNSET]
    calls = receipts[0]["calls"]
    assert isinstance(calls, list)
    return dict(calls[0])


def test_a_head_start_wins_a_card_that_was_called_later_and_the_receipt_tells_both() -> None:
    host = table("hh", (0.0, 0.0), head_starts=(0, 350))
    play(host, turn(host), [Call(0, "call 1", 400.0), Call(1, "call 2", 700.0)], (0.0, 0.0))
    host.pass_time(400.0)
    first = first_of(host)
    assert (first["seat"], first["time"], first["head_start"]) == (1, 700.0, 350)


def test_a_call_waits_for_somebody_with_a_head_start_and_no_longer() -> None:
    host = table("hh", (0.0, 0.0), head_starts=(0, 350))
    card = shown(host)
    host.seen(0, card.n)
    host.seen(1, card.n)
    host.pass_time(400.0)
    host.act(0, "call 1", saw=card.n, interval=400.0)
    judged = len(host.live.match.entries)
    host.pass_time(340.0)
    assert len(host.live.match.entries) == judged, "seat 1 could still be first"
    host.pass_time(200.0)
    assert len(host.live.match.entries) > judged
