"""A match in simulated time: what comes first happens first, and what cannot be told apart is tied."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.games import registry
from cartable.games.hexa import HEXA
from cartable.games.hexa.acts import CALLS, TURN, HexaTie, HexaUnclaimed
from cartable.kernel import CLOCK, DEALER, Act, AnyGame, Refused, Stepped
from cartable.matches.deadlines import PlannedAct
from cartable.matches.deal.dealers import RandomDealer, SeededDealer
from cartable.matches.live import Think
from cartable.matches.referee import TIE
from cartable.matches.simulated import SimulatedMatch, TimedAct
from tests.kit.live import ManualHost, new_match

ACTS = 400


def open_card(record: list[TimedAct], **options: Any) -> SimulatedMatch:
    """Hexa for three, with a card that everybody may call."""
    match = SimulatedMatch(HEXA, HEXA.options(**options), 3, SeededDealer(1), record.append)
    assert match.act(min(match.actors), TURN) is None
    record.clear()
    return match


@given(st.lists(st.floats(200.0, 260.0), min_size=3, max_size=3))
def test_the_first_call_counts_and_calls_within_the_tie_are_tied(times: list[float]) -> None:
    record: list[TimedAct] = []
    match = open_card(record)
    match.plans = {seat: PlannedAct(at, CALLS[0]) for seat, at in enumerate(times)}
    first = min(range(3), key=lambda seat: (times[seat], seat))
    close = [seat for seat in range(3) if times[seat] - times[first] < TIE]
    acted = match.advance()
    assert match.now_ms == times[first]
    if len(close) > 1:
        assert acted == CLOCK
        assert isinstance(record[0].act, HexaTie)
        assert [seat for seat, _ in record[0].act.calls] == close
    else:
        assert (acted, record[0].seat) == (first, first)
        assert first not in match.plans, "it is done"


PATIENCE_S = 7


def simulated_call(after_ms: float) -> list[tuple[int, str]]:
    """The acts of a simulated match, after a card was turned, in which one player means to call it then."""
    record: list[TimedAct] = []
    match = open_card(record, patience_s=PATIENCE_S)
    match.plans = {0: PlannedAct(match.now_ms + after_ms, CALLS[0])}
    match.advance()
    return [(done.seat, str(done.act)) for done in record if done.seat != DEALER]


def live_call(after_ms: float) -> list[tuple[int, str]]:
    """The same in a live match."""

    def think(asked: Think) -> tuple[Act | None, float]:
        if TURN in asked.legal:
            return TURN, asked.now
        return (CALLS[0], asked.now + after_ms) if asked.seat == 0 else (None, asked.now)

    host = ManualHost(new_match(HEXA, "bbb", HEXA.options(patience_s=PATIENCE_S)), think=think)
    host.pass_until(lambda: len(host.texts) > 1)
    return host.texts[1:2]


@pytest.mark.parametrize("played", [simulated_call, live_call])
def test_a_time_limit_includes_its_last_instant(played: Callable[[float], list[tuple[int, str]]]) -> None:
    """In simulated time and in a live match alike (HEXA-20: if nobody calls *within* the table's patience)."""
    assert played(1000 * PATIENCE_S) == [(0, str(CALLS[0]))]
    assert played(1000 * PATIENCE_S + 1) == [(CLOCK, str(HexaUnclaimed()))]


def test_nothing_happens_when_nothing_is_due() -> None:
    match = SimulatedMatch(HEXA, HEXA.options(), 3, SeededDealer(1))
    state = match.state
    assert match.advance() is None
    assert (match.state, match.now_ms) == (state, 0.0)


def test_a_refused_act_changes_nothing() -> None:
    match = SimulatedMatch(HEXA, HEXA.options(), 3, SeededDealer(1))
    state = match.state
    assert isinstance(match.act(0, CALLS[0]), Refused)
    assert match.state is state


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_the_record_is_the_match(game: AnyGame) -> None:
    """Every act of it, DEALER's and CLOCK's included, judged again from the start leads to the same state."""
    dice, record = Random(3), list[TimedAct]()
    seats = game.seats[-1]
    match = SimulatedMatch(game, game.options(), seats, RandomDealer(dice), record.append)
    while match.actors and len(record) < ACTS:
        offers = {seat: game.legal(match.state, seat) for seat in sorted(match.actors) if seat >= 0}
        match.plans = {
            seat: PlannedAct(match.now_ms + dice.uniform(0, 900), dice.choice(legal))
            for seat, legal in offers.items()
            if legal
        }
        assert match.advance() is not None
    state = game.start(game.options(), seats)
    for done in record:
        stepped = game.step(state, done.seat, done.act)
        assert isinstance(stepped, Stepped)
        state = stepped.state
    assert state == match.state
    assert [done.at_ms for done in record] == sorted(done.at_ms for done in record)
    assert any(done.seat == DEALER for done in record)
