"""Bots that follow the people ("match me"): where the factor settles, and that nothing else moves it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cartable.games.hexa import HEXA
from cartable.games.hexa.acts import HexaCall
from cartable.games.hexa.calls import fitting_rows
from cartable.games.push import PUSH
from cartable.games.trio import TRIO
from cartable.games.trio.acts import TrioLay
from cartable.kernel import AnyGame, Seat
from cartable.matches.live.pace import FASTEST, PATIENCE, SLOWEST, STEP, MatchedPace
from cartable.matches.log.header import MATCH_ME, Player, header_for

HEXA_OPEN = HEXA.from_position(
    {
        "rows": [["brown-car"], ["pink-car"], ["red-car"], ["blue-car"], ["orange-die"], ["green-car"]],
        "open": "purple-flower",
    },
    HEXA.options(),
    4,
    list,
).state
RIGHT, *_ = (HexaCall(row) for row in fitting_rows(HEXA_OPEN.open, HEXA_OPEN.rows))
WRONG = HexaCall(None)


def seated(game: AnyGame, people: int, bots: int, factor: float = 1.0) -> MatchedPace:
    """People first, then bots that follow them."""
    players = [Player(f"P{seat}", "human") for seat in range(people)]
    players += [Player(f"B{seat}", "bot", MATCH_ME, factor) for seat in range(bots)]
    return MatchedPace.of(game, header_for(game, game.options(), players, "0" * 64))


def called(pace: MatchedPace, seat: Seat, call: HexaCall = RIGHT, *, own: bool = True) -> MatchedPace:
    return pace.acted(HEXA, HEXA_OPEN, seat, call, own=own)


def test_it_begins_where_the_header_says() -> None:
    assert seated(HEXA, 1, 2, 1.3).factor == 1.3
    assert seated(HEXA, 1, 2, 99.0).factor == SLOWEST
    assert seated(PUSH, 1, 2, 1.3) == MatchedPace()
    assert seated(HEXA, 2, 0) == MatchedPace()


def test_a_person_who_wins_meets_faster_bots_and_one_who_loses_slower_ones() -> None:
    pace = seated(HEXA, 1, 1)
    assert called(pace, 0).factor < 1 < called(pace, 1).factor
    assert called(called(pace, 0), 1).factor == pytest.approx(1.0)


def test_wrong_calls_stand_ins_and_the_table_move_nothing() -> None:
    pace = seated(HEXA, 1, 1)
    assert called(pace, 0, WRONG).factor == 1
    assert called(pace, 1, WRONG).factor == 1
    assert called(pace, 0, own=False).factor == 1
    assert called(pace, -2).factor == 1


@pytest.mark.parametrize("able", [(1, 2), (0, 3)], ids=["bots alone", "a person and nobody's bot"])
@pytest.mark.parametrize("why", ["eliminated", "not tied"])
def test_a_card_that_people_or_bots_cannot_call_moves_nothing(why: str, able: tuple[Seat, ...]) -> None:
    """HEXA-22, HEXA-25."""
    out = tuple(seat for seat in range(4) if seat not in able)
    state = replace(HEXA_OPEN, **({"out": out} if why == "eliminated" else {"tied": able}))
    pace = seated(HEXA, 1, 2)
    for seat in {0, 1, 2} & set(able):
        assert pace.acted(HEXA, state, seat, RIGHT, own=True) == pace
    assert called(pace, 1).idle == {0: 1.0}, "in a race for all it counts"


def test_bots_of_a_level_move_nothing() -> None:
    pace = seated(HEXA, 1, 2)
    assert called(replace(pace, bots=frozenset({2})), 1).factor == 1


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=300), st.floats(FASTEST, SLOWEST))
def test_it_stays_within_its_bounds_and_moves_in_small_steps(calls: list[tuple[int, bool]], factor: float) -> None:
    pace = seated(HEXA, 2, 2, factor)
    for seat, right in calls:
        before, pace = pace.factor, called(pace, seat, RIGHT if right else WRONG)
        assert FASTEST <= pace.factor <= SLOWEST
        assert abs(pace.factor / before - 1) < 2 * STEP


def test_whoever_does_nothing_for_long_is_not_followed() -> None:
    pace = seated(HEXA, 1, 1, 0.5)
    for _ in range(PATIENCE):
        pace = called(pace, 1)
    idle = pace.factor
    assert called(pace, 1).factor == idle
    pace = called(pace, 0, WRONG)
    assert called(pace, 1).factor > idle


# --- where it settles ------------------------------------------------------------------------------------------------


def share_of_people(pace: MatchedPace, own: float, people: int, bots: int, seed: int) -> tuple[float, float]:
    """People who need about `own` times as long as an easy bot: the factor in the end, and the share of the last
    contests that they won. Times are log-normal, which is no model of ours."""
    dice, won, last = Random(seed), 0, 1500
    for contest in range(last + 300):
        times = {seat: own * dice.lognormvariate(0, 0.3) for seat in range(people)}
        times |= {people + bot: pace.factor * dice.lognormvariate(0, 0.3) for bot in range(bots)}
        first = min(times, key=lambda seat: times[seat])
        pace = called(pace, first)
        won += contest >= 300 and first < people
    return pace.factor, won / last


@pytest.mark.parametrize("own", [0.5, 1.0, 2.0])
@pytest.mark.parametrize(("people", "bots"), [(1, 1), (1, 3), (2, 2), (3, 1)])
def test_people_win_as_often_as_they_should(own: float, people: int, bots: int) -> None:
    """Alone every second contest, whatever the number of bots; together as if the bots were one person more."""
    factor, share = share_of_people(seated(HEXA, people, bots), own, people, bots, seed=people + 10 * bots)
    assert share == pytest.approx(people / (people + 1), abs=0.04)
    if bots == 1 == people:
        assert factor == pytest.approx(own, rel=0.3)


@pytest.mark.parametrize("bots", [1, 3])
def test_in_trio_each_bot_lays_as_many_cards_as_a_person(bots: int) -> None:
    centre = {"same": ["1-red-sun"], "step": ["3-green-star"], "different": ["3-blue-drop"]}
    hands = [["6-red-bolt"], ["2-red-drop"], ["5-red-drop"], ["3-red-bolt"]][: 1 + bots]
    state = TRIO.from_position({"centre": centre, "hands": hands}, TRIO.options(), 1 + bots, list).state
    pace, dice, own, laid = seated(TRIO, 1, bots), Random(3), 1.6, [0] * (1 + bots)
    due = {seat: dice.expovariate(1.0) for seat in range(1 + bots)}
    for lay in range(3000):
        seat = min(due, key=lambda seat: due[seat])
        due[seat] += (own if seat == 0 else pace.factor) * dice.lognormvariate(0, 0.3)
        pace = pace.acted(TRIO, state, seat, TrioLay(hands[seat][0], "same", "1-red-sun"), own=True)
        laid[seat] += lay >= 500
    assert laid[0] / (sum(laid[1:]) / bots) == pytest.approx(1.0, abs=0.1)
    assert pace.factor == pytest.approx(own, rel=0.3)
