"""Template, rule by rule: what is clumsy to show in a scenario."""

from typing import Any

import pytest

from cartable.games._template import TEMPLATE
from cartable.games._template.cards import DECK
from cartable.games._template.options import TemplateOptions
from cartable.games._template.state import TemplateState
from cartable.kernel import CLOCK, DEALER, BadInput, Refused, Seat, Stepped
from cartable.matches.deal.dealers import SeededDealer

# To change: the rules of your game by their numbers. The laws in tests/conformance/ hold for it without being named.


def placed(seats: int = 2, options: TemplateOptions | None = None, **given: Any) -> TemplateState:
    return TEMPLATE.from_position(given, options or TemplateOptions(), seats, SeededDealer(0).shuffle).state


def done(state: TemplateState, seat: Seat, text: str) -> TemplateState:
    stepped = TEMPLATE.step(state, seat, TEMPLATE.act(text))
    assert isinstance(stepped, Stepped), stepped
    return stepped.state


def refused(state: TemplateState, seat: Seat, text: str) -> str:
    answer = TEMPLATE.step(state, seat, TEMPLATE.act(text))
    assert isinstance(answer, Refused), answer
    return answer.code


def test_tmpl_01_the_deck_has_twelve_cards() -> None:
    assert sorted(DECK) == ["N1"] * 3 + ["N2"] * 3 + ["N3"] * 3 + ["N4"] * 3


def test_tmpl_02_two_to_four_play() -> None:
    assert list(TEMPLATE.seats) == [2, 3, 4]


def test_tmpl_03_a_hand_is_dealt_seat_by_seat_and_seen_by_its_owner_alone() -> None:
    state = TEMPLATE.start(TemplateOptions(), 2)
    assert refused(state, 0, "draw") == "being-dealt"
    state = done(done(state, DEALER, "deal N4"), DEALER, "deal N1")
    assert state.hands == (("N4",), ("N1",))
    assert [TEMPLATE.view(state, seat).hand for seat in (0, 1, None)] == [("N4",), ("N1",), ()]
    assert TEMPLATE.actors(state) == {0}


def test_tmpl_03_only_the_dealer_deals_and_only_what_is_left() -> None:
    state = placed(pile=["N4", "N4"], hands=[["N1"], ["N2"]])
    assert refused(state, 0, "deal N4") == "only-the-dealer"
    assert refused(state, DEALER, "deal N4") == "nothing-to-deal"
    drawing = done(state, 0, "draw")
    assert refused(drawing, DEALER, "deal N3") == "card-not-left"
    assert refused(drawing, DEALER, "stop") == "nothing-to-deal"
    assert refused(drawing, 0, "draw") == "not-your-turn"


def test_tmpl_04_turns_pass_over_those_who_have_stopped() -> None:
    state = done(placed(3, stopped=[1], rows=[["N1"], ["N2"], []]), 0, "stop")
    assert state.active == 2
    assert [refused(state, seat, "draw") for seat in (0, 1, CLOCK)] == ["not-your-turn"] * 3


def test_tmpl_06_a_card_that_is_not_there_cannot_be_dropped() -> None:
    state = placed(rows=[["N1"], ["N2", "N3"]])
    answer = TEMPLATE.refusal(state, 0, TEMPLATE.act("drop 2"))
    assert answer is not None
    assert (answer.code, dict(answer.about)) == ("no-such-card", {"number": 2})


def test_tmpl_07_nobody_stops_without_an_open_card() -> None:
    assert refused(placed(), 0, "stop") == "draw-first"


def test_tmpl_08_nothing_can_be_done_after_the_end() -> None:
    assert refused(placed(stopped=[0, 1], rows=[["N1"], ["N2"]]), 0, "draw") == "over"
    assert refused(placed(pile=[]), DEALER, "deal N1") == "over"


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"hands": [["N1"], ["N1", "N2"]]}, "hands: expected 1 cards for each player"),
        ({"hands": [["N1"]]}, "hands: expected 2 entries"),
        ({"rows": [["N1"] * 4, []]}, "rows: N1 lies in more places"),
        ({"rows": [["N4"] * 3, ["N1", "N2", "N3"] * 3]}, "hands: 2 cards are to be dealt, 0 are named nowhere"),
        ({"drops": [2, 0]}, "drops: expected numbers from 0 to 1"),
        ({"stopped": [2]}, "stopped: expected seats from 0 to 1"),
        ({"stopped": [1]}, "stopped: seat 1 has no open card to stop with"),
        ({"stopped": [1], "rows": [[], ["N1"]], "active": 1}, "active: expected a seat that has not stopped"),
        ({"columns": []}, "columns: unknown key"),
    ],
)
def test_a_position_that_cannot_be_says_why(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        placed(**given)
