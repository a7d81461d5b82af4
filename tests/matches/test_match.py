"""A match in one process: it judges, deals, numbers and records."""

import random
from dataclasses import replace

import pytest

from cartable.games import registry
from cartable.games.push.acts import PushAct, PushTake
from cartable.games.push.state import PushState
from cartable.kernel import DEALER, AnyGame, BadInput, Refused
from cartable.matches.deal.dealers import FairDealer, SeededDealer
from cartable.matches.log.entries import About
from cartable.matches.match import MATCH_GIVEN_UP, Match, Played
from tests.matches.played import NONCES, PUSH, SECRET, act_at_random, export, fresh, played, reading

DRAW = PUSH.act("draw")


def did(answer: Played | Refused) -> Played:
    assert isinstance(answer, Played)
    return answer


def test_an_accepted_act_is_recorded_with_the_dealers_answer() -> None:
    match = fresh()
    assert match.start() == Played((), ())
    done = did(match.act(0, DRAW, 150, About(k=1)))
    assert [(entry.n, entry.seat, entry.at_ms) for entry in match.entries] == [(0, 0, 150), (1, DEALER, 150)]
    assert match.entries[0].about == About(k=1)
    assert done.lines[0] == b'[0,0,"draw",150,{"k":1}]\n'
    assert done.lines[1].startswith(b'[1,-1,"deal ')
    assert [(told.n, told.index) for told in done.events] == [(1, 0)]


def test_a_refused_act_leaves_everything_as_it_was() -> None:
    match = fresh()
    match.start()
    before = match.state
    answer = match.act(1, DRAW, 0)
    assert isinstance(answer, Refused)
    assert answer.code == "not-your-turn"
    assert match.state is before
    assert match.entries == []


def test_events_are_numbered_by_their_act_and_counted_within_it() -> None:
    """With this secret the first card is a Dice card, so the die answers the taking."""
    match = fresh()
    done = [did(match.act(0, PUSH.act(text), 0)) for text in ("draw", "place 1", "take 1")]
    numbered = [(told.n, told.index, told.event.name()) for told in done[-1].events]
    assert numbered == [(3, 0, "column-taken"), (4, 0, "die-rolled"), (4, 1, "turn-started")]


def test_what_an_act_leaves_unsaid_is_recorded_in_full() -> None:
    def with_defaults(state: PushState, act: PushAct) -> PushAct:
        """`take 0` is short for the first column."""
        return PushTake(1) if act == PushTake(0) and state.columns else act

    match = fresh(replace(PUSH, with_defaults=with_defaults))
    for text in ("draw", "place 1", "take 0"):
        did(match.act(0, PUSH.act(text), 0))
    assert [entry.text for entry in match.entries if entry.seat == 0] == ["draw", "place 1", "take 1"]


def test_time_never_runs_backwards() -> None:
    match = fresh()
    match.act(0, DRAW, 500)
    match.act(0, PUSH.act("place 1"), 400)
    assert [entry.at_ms for entry in match.entries] == [500, 500, 500]


def test_the_outcome_is_written_once_with_the_act_that_brought_it() -> None:
    match, rng = fresh(), random.Random(0)
    match.start()
    lines: list[bytes] = []
    while match.outcome is None:
        lines += act_at_random(match, rng).lines
    assert lines[-1].startswith(b'{"outcome":{"reason":"pile-empty"')
    assert match.outcome == PUSH.outcome(match.state)
    assert lines == list(match.lines())[1:]
    assert match.start().lines == ()


def test_a_match_given_up_has_no_outcome_and_takes_no_more_acts() -> None:
    match = fresh()
    match.start()
    assert match.give_up() == list(match.lines())[-1]
    assert match.outcome is None
    assert match.act(0, DRAW, 0) == MATCH_GIVEN_UP


def test_the_reveal_is_never_told_before_the_end() -> None:
    match = fresh()
    assert not any(b"reveal" in line for line in export(match))
    match.give_up()
    assert b"reveal" in export(match)[-1]


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_a_match_can_be_taken_up_again_at_any_act(game: AnyGame) -> None:
    players = game.seats[-1]
    whole = played(game, players, seed=3, acts=60)
    lines = list(whole.lines())
    acts = len(whole.entries)
    for kept in {0, 1, acts // 2, acts - 1, acts}:
        log = reading(lines[: kept + 1])
        match = Match.resume(log, FairDealer(SECRET, log.header_line, NONCES))
        match.start(10_000)  # what DEALER still owed, the log being cut anywhere
        assert [entry.text for entry in match.entries[:kept]] == [entry.text for entry in whole.entries[:kept]]
        for entry in whole.entries[len(match.entries) :]:
            if entry.seat != DEALER:
                did(match.act(entry.seat, game.act(entry.text), entry.at_ms))
        assert match.state == whole.state
        assert [entry.text for entry in match.entries] == [entry.text for entry in whole.entries]


def test_a_finished_match_is_taken_up_as_finished() -> None:
    whole = played()
    log = reading(whole.lines())
    match = Match.resume(log, FairDealer(SECRET, log.header_line, NONCES))
    assert match.outcome == whole.outcome
    assert list(match.lines()) == list(whole.lines())


def test_only_the_dealer_who_dealt_can_go_on() -> None:
    log = reading(played().lines())
    with pytest.raises(BadInput, match=r"match.jsonl, line \d+: expected `deal \w+`, which this dealer deals, got"):
        Match.resume(log, SeededDealer(1))


def test_the_header_stays_as_it_stands_in_the_file() -> None:
    lines = list(played().lines())
    spaced = lines[0].replace(b'"game":', b'"game": ')
    log = reading([spaced])
    match = Match.resume(log, FairDealer(SECRET, log.header_line, NONCES))
    assert next(match.lines()) == spaced
