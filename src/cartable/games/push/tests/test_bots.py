"""Push: what the bots make of a position, and how they fare."""

from statistics import mode
from typing import Any

import pytest

from cartable.bots import Level, bot
from cartable.games.push import PUSH
from cartable.games.push.bots.column_values import ColumnValues
from cartable.games.push.bots.levels import STYLES
from cartable.games.push.options import PushOptions
from cartable.games.push.view import PushView

THINKERS = [level for level in Level if level is not Level.RANDOM]
SURE = [Level.FAIR, Level.STRONG, Level.EXPERT]


def seen(*, seats: int = 2, risk: bool = False, **given: Any) -> PushView:
    """The position as the active player sees it; the pile is given too, and what is named nowhere is out."""
    state = PUSH.from_position(given, PushOptions(risk=risk), seats, list).state
    return PUSH.view(state, state.active)


def chosen(level: Level, seats: int = 2, risk: bool = False, **given: Any) -> str:
    """What bots of this level do there, as a rule: all but an expert slip now and then."""
    state = PUSH.from_position(given, PushOptions(risk=risk), seats, list).state
    (mover,) = PUSH.actors(state)
    view, legal = PUSH.view(state, mover), PUSH.legal(state, mover)
    intents = [bot("push", level, seed, mover).decide(view, legal, now_ms=5.0) for seed in range(7)]
    acts = [intent.act for intent in intents if intent is not None and intent.at_ms == 5.0]
    assert len(acts) == len(intents)  # a turn bot answers at once: the table adds politeness
    return mode(map(str, acts))


# --- the exact value of one more card --------------------------------------------------------------------------------


def test_the_next_card_is_weighed_exactly() -> None:
    """Columns 6, 5 and 4 of one card each, two players, nothing in the zones: stopping is worth 6 - 5 = 1.

    Of the four cards left, a six goes best beside the 5: 11 against 6 is worth 5. The Dice card goes best beside the 5
    too, which the rival then takes at the risk of a sixth of it.
    """
    view = seen(pile=["G6", "Y6", "Y6", "D"], columns=[["P6"], ["R5"], ["B4"]])
    stakes = ColumnValues(view, me=0, envy=1.0)
    assert stakes.stop([(6, False), (5, False), (4, False)]) == 1
    with_die = 6 - max(5 - 5 / 6, 4)
    assert stakes.draw(view.columns) == pytest.approx((3 * (11 - 6) + with_die) / 4)


def test_a_bust_costs_the_die_and_leaves_the_best_to_the_rival() -> None:
    """Nothing but a bust is left: a sixth of the 12 points that lie open, and the rival takes the 9."""
    view = seen(
        pile=["G1"],
        columns=[["G5", "R4"], ["G6"], ["B1", "Y2"]],
        zones=[{"shown": ["P6", "Y6"], "protected": ["B6"]}, {}],
    )
    assert ColumnValues(view, me=0, envy=1.0).draw(view.columns) == pytest.approx(-12 / 6 - 9)


def test_with_the_risky_star_the_die_costs_twice_as_much() -> None:
    view = seen(
        pile=["G1"],
        columns=[["G5", "R4"], ["G6"], ["B1", "Y2"]],
        zones=[{"shown": ["P6", "Y6"], "protected": []}, {}],
        risk=True,
    )
    assert ColumnValues(view, me=0, envy=1.0).roll() == pytest.approx(12 / 3)


# --- decisions a person can follow -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", THINKERS)
def test_nobody_draws_into_a_certain_bust(level: Level) -> None:
    columns = [["G5", "R4", "B3", "Y2", "P1"], ["G6"], ["G2"]]
    assert chosen(level, pile=["G1", "G1"], columns=columns) == "take 1"


@pytest.mark.parametrize("level", THINKERS)
def test_a_card_that_cannot_hurt_is_drawn(level: Level) -> None:
    """Any card left makes the one good column better."""
    assert chosen(level, pile=["B6", "Y5", "P6"], columns=[["G4"], ["R1"], ["R2"]]) == "draw"


@pytest.mark.parametrize("level", SURE)
def test_one_good_column_is_built(level: Level) -> None:
    assert chosen(level, pile=["G1"], drawn="B6", columns=[["G4", "R5"], ["R1"], ["Y2"]]) == "place 1"


@pytest.mark.parametrize("level", SURE)
def test_the_die_is_left_to_others_when_much_lies_open(level: Level) -> None:
    """Seven points and the die against six: a sixth of thirty points is at stake."""
    zones = [{"shown": ["G6", "Y6", "R6", "B6", "P6"], "protected": []}, {}]
    assert chosen(level, pile=["G6"], columns=[["G5", "R2", "D"], ["B6"], ["G1"]], zones=zones) == "take 2"


@pytest.mark.parametrize("level", SURE)
def test_the_die_is_taken_when_nothing_lies_open(level: Level) -> None:
    columns = [["G5", "R6", "D"], ["B6"], ["G6"]]
    assert chosen(level, pile=["G1"], columns=columns, active=1, chooser=0) == "take 1"


@pytest.mark.parametrize("level", THINKERS)
def test_a_treasure_is_protected(level: Level) -> None:
    """Thirty-odd points of one colour lie open, and most of the game is to come."""
    treasure = ["R6", "R6", "R6", "R5", "R5", "R5", "R4", "R4"]
    zones = [{"shown": treasure, "protected": []}, {}]
    assert chosen(level, zones=zones) == "protect red"


@pytest.mark.parametrize("level", THINKERS)
def test_nothing_is_protected_when_no_die_can_come(level: Level) -> None:
    zones = [{"shown": ["R6", "R5"], "protected": []}, {}]
    assert chosen(level, pile=["G1"], zones=zones) == "draw"


# --- strength --------------------------------------------------------------------------------------------------------


def test_every_level_that_people_meet_has_a_style() -> None:
    assert {*STYLES, Level.EXPERT} == set(THINKERS)  # an expert has learned instead
