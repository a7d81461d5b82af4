"""Hexa: eyes of each level, and what they overlook."""

from random import Random
from statistics import mean
from typing import Any

import pytest

from cartable.arena.simulation import play
from cartable.bots import Level, bot
from cartable.bots.reaction import SPEEDS
from cartable.games.hexa import HEXA
from cartable.games.hexa.acts import HexaCall
from cartable.games.hexa.bots.pace import ROWS, TURNING_MS, HexaPace, apart, make, things_in
from cartable.games.hexa.bots.player import clashing
from cartable.games.hexa.calls import fits, fitting_rows
from cartable.games.hexa.cards import CARDS, SIDES
from cartable.games.hexa.options import HexaOptions
from cartable.games.hexa.state import HexaState

EYES = [level for level in Level if level is not Level.RANDOM]

BEGUN = [["brown-car"], ["pink-car"], ["red-car"], ["blue-car"], ["orange-die"], ["green-car"]]


NOTHING_FITS = ("purple-die", "purple-cup", "yellow-telephone", "pink-telephone", "brown-telephone", "purple-flower")


def placed(**given: Any) -> HexaState:
    return HEXA.from_position({"rows": BEGUN, **given}, HexaOptions(), 2, list).state


def call(level: Level, seed: int, state: HexaState, pace: float = 1.0) -> tuple[HexaCall, float]:
    """What a bot that has seen nothing before calls, and after how long."""
    player = bot("hexa", level, seed, 0)
    player.pace = pace
    intent = player.decide(HEXA.view(state, 0), HEXA.legal(state, 0), now_ms=1000.0)
    assert intent is not None
    assert isinstance(intent.act, HexaCall)
    return intent.act, intent.at_ms - 1000.0


def looks(level: Level, times: int) -> list[tuple[HexaState, HexaCall, float]]:
    """This many cards shown to bots of a level: the position, the call, and how long it took."""
    dice, found = Random(4), []
    cards = [card for card in CARDS if card not in {card for row in BEGUN for card in row}]
    states = {card: placed(open=card) for card in cards}
    for seed in range(times):
        state = states[dice.choice(cards)]
        found.append((state, *call(level, seed, state)))
    return found


@pytest.mark.parametrize("level", EYES)
def test_an_early_card_takes_as_long_as_designed(level: Level) -> None:
    """Two things in every row: only how many rows are looked at differs."""
    speed, seen = SPEEDS[level], looks(level, 2000)
    rows = mean(SIDES if not (n := len(fitting_rows(state.open, state.rows))) else 7 / (n + 1) for state, _, _ in seen)
    expected = speed.t0_ms + rows * speed.look_ms(2) + speed.tau_ms + 50
    assert mean(took for _, _, took in seen) == pytest.approx(expected, rel=0.04)


@pytest.mark.parametrize("level", EYES)
def test_wrong_calls_come_from_what_is_overlooked_and_what_is_not_there(level: Level) -> None:
    """Row 5 alone fits, and in any order half of the others are looked at before it."""
    state, speed = placed(open="yellow-car"), SPEEDS[level]
    clashes = [clashing(state.open, row, state.rows) for row in ROWS]
    assert clashes == [2, 1, 1, 1, 0, 1]
    claims = [call(level, seed, state)[0].claim for seed in range(3000)]
    overlooked = sum(speed.miss**count for count in clashes if count)
    assert mean(claim != 5 for claim in claims) == pytest.approx(overlooked / 2 + speed.ghost, abs=0.012)
    assert mean(claim is None for claim in claims) == pytest.approx(speed.ghost, abs=0.009)
    assert claims.count(1) <= 2  # two things would have to be overlooked at once


@pytest.mark.parametrize("card", CARDS)
def test_what_clashes_does_not_fit(card: str) -> None:
    rows = tuple(map(tuple, BEGUN))
    assert all((clashing(card, row, rows) == 0) == fits(card, row, rows) for row in ROWS)


@pytest.mark.parametrize("level", EYES)
def test_impossible_is_called_after_all_six_rows(level: Level) -> None:
    rows = [[*row, card] for row, card in zip(BEGUN, NOTHING_FITS, strict=True)]
    state, speed = placed(rows=rows, open="purple-telephone"), SPEEDS[level]
    calls = [call(level, seed, state) for seed in range(600)]
    after_all = [took for act, took in calls if act.claim is None]
    assert len(after_all) / 600 == pytest.approx(1 - 5 * speed.miss, abs=0.03)
    assert mean(after_all) == pytest.approx(speed.t0_ms + 6 * speed.look_ms(3) + speed.tau_ms + 50, rel=0.02)


# --- the order of the rows -------------------------------------------------------------------------------------------


def test_whoever_has_seen_nothing_looks_in_any_order() -> None:
    rows = tuple(map(tuple, BEGUN))
    first = [make(Level.FAIR, Random(seed)).order(rows)[0] for seed in range(1200)]
    assert all(150 < first.count(row) < 250 for row in ROWS)


@pytest.mark.parametrize("last", ROWS)
def test_the_eye_begins_where_the_last_card_was_laid(last: int) -> None:
    before = tuple(map(tuple, BEGUN))
    rows = tuple((*cards, "pink-cup") if row == last else cards for row, cards in zip(ROWS, before, strict=True))
    orders = set()
    for seed in range(100):
        eyes: HexaPace = make(Level.FAIR, Random(seed))
        eyes.order(before)
        order = eyes.order(rows)
        orders.add(tuple(order))
        assert sorted(order) == list(ROWS)
        assert [min(apart(row, last), 2) for row in order] == [0, 1, 1, 2, 2, 2]
    assert len(orders) == 12  # two ways to look beside it, six to look further away


def test_a_row_has_its_cards_and_the_printed_side() -> None:
    assert things_in((("a", "b"), ()), 1) == 3
    assert things_in((("a", "b"), ()), 2) == 1
    assert [apart(1, row) for row in ROWS] == [0, 1, 2, 3, 2, 1]


# --- plans -----------------------------------------------------------------------------------------------------------


def test_a_plan_is_kept_whatever_happens_meanwhile() -> None:
    """The reaction to a card is drawn once: it neither starts again nor follows what others do."""
    state = placed(open="purple-flower")
    view, legal = HEXA.view(state, 0), HEXA.legal(state, 0)
    eyes = bot("hexa", "fair", 1, 0)
    first = eyes.decide(view, legal, now_ms=0.0)
    assert first is not None
    eyes.pace = 0.5
    assert eyes.decide(view, legal, now_ms=100.0) == first
    late = eyes.decide(view, legal, now_ms=first.at_ms + 50)
    assert late is not None
    assert (late.act, late.at_ms) == (first.act, first.at_ms + 50)


@pytest.mark.parametrize("level", EYES)
def test_the_turner_turns_promptly(level: Level) -> None:
    state = placed(turner=0)
    for seed in range(50):
        intent = bot("hexa", level, seed, 0).decide(HEXA.view(state, 0), HEXA.legal(state, 0), now_ms=2000.0)
        assert intent is not None
        assert str(intent.act) == "turn"
        assert 2000.0 + TURNING_MS[0] <= intent.at_ms <= 2000.0 + TURNING_MS[1]


def test_bots_meet_ties() -> None:
    """Closer together than can be told apart: with five experts it happens in nearly every match."""
    match = play(HEXA, [bot("hexa", "expert", 3, seat) for seat in range(5)], seed=3)
    assert any(str(done.act).startswith("tie") for done in match.done)
