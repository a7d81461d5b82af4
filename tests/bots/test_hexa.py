"""Hexa: eyes of each level, and what they overlook."""

from random import Random
from statistics import mean
from typing import Any

import pytest

from cartable.arena.simulation import play
from cartable.bots import Level, bot
from cartable.bots.hexa import LOOKS_AGAIN_MS, TURNING_MS, clashing
from cartable.bots.reaction import REFLEXES
from cartable.games.hexa import HEXA
from cartable.games.hexa.acts import HexaCall
from cartable.games.hexa.cards import CARDS, SIDES
from cartable.games.hexa.rules import fits, is_right
from cartable.games.hexa.state import HexaOptions, HexaState
from tests.kit.duel import share_won

EYES = [level for level in Level if level is not Level.RANDOM]

ROWS = [["brown-car"], ["pink-car"], ["red-car"], ["blue-car"], ["orange-die"], ["green-car"]]


NOTHING_FITS = ("purple-die", "purple-cup", "yellow-telephone", "pink-telephone", "brown-telephone", "purple-flower")


def placed(**given: Any) -> HexaState:
    return HEXA.from_position({"rows": ROWS, **given}, HexaOptions(), 2, list).state


def looks(level: Level, times: int) -> list[tuple[HexaState, HexaCall, float]]:
    """So many cards shown to bots of a level at 1000 ms: the position, the call, and how long it took."""
    dice, found = Random(4), []
    cards = [card for card in CARDS if card not in {card for row in ROWS for card in row}]
    states = {card: placed(open=card) for card in cards}
    for seed in range(times):
        state = states[dice.choice(cards)]
        intent = bot("hexa", level, seed, 0).decide(HEXA.view(state, 0), HEXA.legal(state, 0), now_ms=1000.0)
        assert intent is not None
        assert isinstance(intent.act, HexaCall)
        found.append((state, intent.act, intent.at_ms - 1000.0))
    return found


@pytest.mark.parametrize("level", EYES)
def test_calls_are_wrong_and_missing_as_often_as_designed(level: Level) -> None:
    seen = looks(level, 3000)
    wrong = mean(not is_right(call.claim, state.open, state.rows) for state, call, _ in seen)
    missed = mean(took > LOOKS_AGAIN_MS[0] for _, _, took in seen)
    assert wrong == pytest.approx(REFLEXES[level].wrong, abs=0.012)
    assert missed == pytest.approx(REFLEXES[level].missed, abs=0.012)


def test_seven_calls_take_a_little_longer_than_six_would() -> None:
    """610 ms on average for a choice among six, and 60 for each doubling: log2(7/6) of it."""
    times = [took for _, _, took in looks(Level.FAIR, 3000) if took < LOOKS_AGAIN_MS[0]]
    assert mean(times) == pytest.approx(610 + 13.6, rel=0.02)


def test_a_wrong_row_is_one_that_looks_right() -> None:
    """Rows with one thing that clashes are taken for right more often than rows with two."""
    state = placed(rows=[["brown-car", "pink-die"], ["pink-car"], *ROWS[2:]], open="pink-flower")
    assert clashing(state.open, 1, state.rows) == 2
    assert clashing(state.open, 2, state.rows) == 1
    calls = [
        bot("hexa", "easy", seed, 0).decide(HEXA.view(state, 0), HEXA.legal(state, 0), now_ms=0.0)
        for seed in range(3000)
    ]
    claims = [intent.act.claim for intent in calls if intent is not None]
    assert claims.count(2) > 2 * claims.count(1) > 0


@pytest.mark.parametrize("card", CARDS)
def test_what_clashes_does_not_fit(card: str) -> None:
    rows = tuple(map(tuple, ROWS))
    assert all((clashing(card, row, rows) == 0) == fits(card, row, rows) for row in range(1, SIDES + 1))


@pytest.mark.parametrize("level", EYES)
def test_impossible_is_called_where_nothing_fits(level: Level) -> None:
    rows = [[*row, card] for row, card in zip(ROWS, NOTHING_FITS, strict=True)]
    state = placed(rows=rows, open="purple-telephone")
    calls = [
        bot("hexa", level, seed, 0).decide(HEXA.view(state, 0), HEXA.legal(state, 0), now_ms=0.0) for seed in range(60)
    ]
    assert sum(str(intent.act) == "call impossible" for intent in calls if intent is not None) > 45


def test_a_plan_is_kept_whatever_happens_meanwhile() -> None:
    """The reaction to a card is drawn once: it neither starts again nor follows what others do."""
    state = placed(open="purple-flower")
    view, legal = HEXA.view(state, 0), HEXA.legal(state, 0)
    eyes = bot("hexa", "fair", 1, 0)
    first = eyes.decide(view, legal, now_ms=0.0)
    assert first is not None
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


def test_the_levels_are_in_order() -> None:
    for level, weaker in (("easy", "random"), ("fair", "easy"), ("strong", "fair"), ("expert", "strong")):
        assert share_won(HEXA, level, weaker, deals=20) > 0.75
