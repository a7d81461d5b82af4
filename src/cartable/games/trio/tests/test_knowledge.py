"""Trio: who knows which face-down card, wherever it goes (TRIO-17, TRIO-19, TRIO-24)."""

import msgspec
import pytest

from cartable.games.trio import TRIO
from cartable.games.trio import events as e
from cartable.games.trio.state import Known
from cartable.games.trio.tests.table import DEAD_CENTRE, Table, placed, step


@pytest.fixture
def exchanged() -> Table:
    """Hands were put under the piles. Seat 0 holds `4-red-leaf`, which fits on `step`, and has one card face down."""
    hands = [["3-green-star", "3-red-bolt", "3-red-star"], ["3-green-bolt", "3-purple-leaf", "3-purple-sun"]]
    stacks = [["4-red-leaf"], ["6-red-star", "6-green-bolt"]]
    return placed(2, centre=DEAD_CENTRE, hands=hands, stacks=stacks).clock("relief")


@pytest.fixture
def given(exchanged: Table) -> Table:
    """Then seat 1 laid a wrong card; it went back, and seat 0 gave the one card it had."""
    return exchanged.act(1, "lay 3-green-bolt step").act(0, "fault step")


def test_trio_24_who_puts_a_hand_away_still_knows_it(exchanged: Table) -> None:
    assert exchanged.state.stacks == ((Known("3-red-star", 0),), (Known("3-purple-leaf", 1), Known("3-purple-sun", 1)))
    knows = [TRIO.view(exchanged.state, viewer).knows for viewer in (0, 1, None)]
    assert knows == [{"0": "3-red-star"}, {"0": "3-purple-leaf", "1": "3-purple-sun"}, {}]


def test_trio_12_a_known_card_comes_into_the_hand_without_the_dealer(exchanged: Table) -> None:
    """Where such cards lie everybody knows, so that it gives nothing away; which it is, its player alone is told."""
    stepped = step(exchanged.state, 1, "lay 3-green-bolt step")
    assert stepped.state == exchanged.act(1, "lay 3-green-bolt step").state
    assert exchanged.events == [
        e.TrioCardLaid(1, "3-green-bolt", "step"),
        e.TrioHandFilled(1, 1),
        e.TrioCardDrawn(1, "3-purple-leaf", to=1),
    ]


def test_trio_17_a_card_given_away_stays_known_to_who_gave_it(given: Table) -> None:
    """Not to who got it; and a wrong card that went back is known to all."""
    assert given.state.stacks == (
        (),
        (Known("3-purple-sun", 1), Known("3-green-bolt"), Known("3-red-star", 0)),
    )
    assert TRIO.view(given.state, 1).knows == {"0": "3-purple-sun", "1": "3-green-bolt"}
    assert "3-red-star" not in msgspec.json.encode(TRIO.view(given.state, 1)).decode()
    assert given.told(e.TrioCardsGiven) == [e.TrioCardsGiven(0, 1, 1)]


def test_trio_17_its_new_owner_learns_it_by_taking_it_in_hand(given: Table) -> None:
    given.act(1, "go")
    for card in ("6-red-star", "6-green-bolt"):
        given.act(1, f"lay {card} different")
    assert "3-red-star" not in given.state.hands[1]
    given.act(1, "lay 3-purple-leaf different")
    assert given.events[1:] == [e.TrioHandFilled(1, 0), e.TrioCardDrawn(1, "3-red-star", to=1)]
    assert "3-red-star" in TRIO.view(given.state, 1).hand
