"""Quinto, rule by rule: the deal, a turn, and the end."""

from fractions import Fraction
from itertools import permutations

import pytest
from msgspec.structs import replace

from cartable.games.quinto import QUINTO
from cartable.games.quinto import events as e
from cartable.games.quinto.cards import COLOURS, DECK, Announced
from cartable.games.quinto.sheet import EMPTY, numbers_by_cell
from cartable.games.quinto.state import QuintoPhase, QuintoState
from cartable.games.quinto.tests.sheets import GRID, OPTIONS, after, legal, match, placed, refused, told, writing
from cartable.kernel import CLOCK, DEALER, ONLY_DEALER, TurnStarted

HANDS = [["O4", "Y6", "P4"], ["O0", "Y0", "P6"]]
FULL_YELLOW = {"y2": 1, "y3": 2, "y4": 4, "y5": 6, "y6": 7, "y8": 9, "y9": 11, "y10": 13, "y11": 16}
NEARLY_FULL_PURPLE = {"p1": 1, "p2": 3, "p3": 4, "p4": 6, "p6": 8, "p7": 9, "p8": 10, "p9": 12}


def dealt(seats: int) -> QuintoState:
    """A match whose cards came in sorted order, just before the lot."""
    state = QUINTO.start(OPTIONS, seats)
    for card in list(DECK)[: 3 * seats + 4]:
        state = after(state, f"dealer deal {card}")
    return state


# --- material and set-up -------------------------------------------------------------------------------------------


def test_quin_01_each_of_32_cards_is_equally_likely_to_come_first() -> None:
    chances = QUINTO.chances(QUINTO.start(OPTIONS, 2))
    assert [str(act) for act, _ in chances] == [
        f"deal {colour}{value}" for colour in "OPXY" for value in (-2, 0, 1, 2, 3, 4, 5, 6)
    ]
    assert {chance for _, chance in chances} == {Fraction(1, 32)}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_quin_10_hands_seat_by_seat_then_the_grid_then_the_lot(seats: int) -> None:
    state = dealt(seats)
    cards = list(DECK)
    assert state.hands == tuple(tuple(cards[3 * seat : 3 * seat + 3]) for seat in range(seats))
    assert state.grid == tuple(cards[3 * seats : 3 * seats + 4])
    assert list(state.pile.left) == cards[3 * seats + 4 :]
    assert QUINTO.actors(state) == ONLY_DEALER
    assert QUINTO.chances(state) == tuple((QUINTO.act(f"first {seat}"), Fraction(1, seats)) for seat in range(seats))
    assert QUINTO.next_reveal(state).verb == "first"
    for seat in range(seats):
        assert QUINTO.actors(after(state, f"dealer first {seat}")) == {seat}


def test_quin_10_the_deal_shows_a_card_to_its_owner_only() -> None:
    _, events = told(QUINTO.start(OPTIONS, 2), "dealer deal O5")
    assert events == [e.QuintoCardDrawn(0, 31), e.QuintoCardGained(0, "O5", to=0)]


def test_quin_10_the_order_of_the_deal_does_not_show_in_the_hand() -> None:
    one = after(QUINTO.start(OPTIONS, 1), "dealer deal O5", "dealer deal X-2", "dealer deal O0")
    assert one.hands == (("O0", "O5", "X-2"),)


def test_quin_10_the_dealer_alone_deals_and_only_what_is_left() -> None:
    state = QUINTO.start(OPTIONS, 2)
    assert refused(state, 0, "deal O5") == ("only-the-dealer", "QUIN-10")
    assert refused(state, 0, "lay O5 a") == ("being-dealt", "QUIN-10")
    assert refused(state, DEALER, "first 0") == ("nothing-to-deal", "QUIN-10")
    assert refused(after(state, "dealer deal O5"), DEALER, "deal O5") == ("card-not-left", "QUIN-01")
    assert refused(dealt(2), DEALER, "first 2") == ("no-such-seat", "QUIN-02")
    assert refused(dealt(2), DEALER, "first -1") == ("no-such-seat", "QUIN-02")
    assert refused(dealt(2), 1, "first 1") == ("only-the-dealer", "QUIN-10")
    assert refused(dealt(2), DEALER, "deal Y6") == ("nothing-to-deal", "QUIN-10")
    assert refused(placed(), DEALER, "deal Y6") == ("nothing-to-deal", "QUIN-10")
    assert refused(placed(), DEALER, "pass") == ("nothing-to-deal", "QUIN-10")


# --- laying --------------------------------------------------------------------------------------------------------


def test_quin_11_legal_lays_by_hand_and_place_then_pairs() -> None:
    state = placed(grid=GRID, hands=HANDS)
    singles = [f"lay {card} {place}" for card in ("O4", "P4", "Y6") for place in "abcd"]
    neighbours = ("ab", "ac", "ba", "bd", "ca", "cd", "db", "dc")
    pairs = [f"lay {x} {two[0]} {y} {two[1]}" for x, y in (("O4", "P4"), ("P4", "O4")) for two in neighbours]
    assert legal(state, 0) == singles + pairs
    assert legal(state, 1) == []


def test_quin_11_to_16_every_wrong_lay_is_told_why() -> None:
    state = placed(grid=GRID, hands=HANDS)
    assert refused(state, 0, "lay P6 a") == ("not-held", "QUIN-11")
    assert refused(state, 0, "lay O4 e") == ("no-such-place", "QUIN-11")
    assert refused(state, 0, "lay O4 a O4 b") == ("card-twice", "QUIN-15")
    assert refused(state, 0, "lay O4 a Y6 b") == ("values-differ", "QUIN-15")
    assert refused(state, 0, "lay O4 a P4 d") == ("not-neighbours", "QUIN-15")
    assert refused(state, 0, "lay O4 a P4 a") == ("not-neighbours", "QUIN-15")
    assert refused(state, 0, "lay O4 a P4 b Y6 d") == ("two-at-most", "QUIN-16")
    assert refused(state, 0, "pass") == ("nothing-announced", "QUIN-14")
    assert refused(state, 1, "write o3") == ("nothing-announced", "QUIN-14")
    assert refused(state, 1, "lay O0 a") == ("not-your-turn", "QUIN-21")
    assert refused(state, CLOCK, "lay O4 a") == ("not-your-turn", "QUIN-21")
    assert refused(state, 2, "lay O4 a") == ("not-your-turn", "QUIN-21")


def test_quin_14_a_lay_is_announced_to_all() -> None:
    state, events = told(placed(grid=GRID, hands=HANDS), "0 lay O4 a P4 c")
    assert events == [
        e.QuintoCardLaid(0, "O4", "a", "O1"),
        e.QuintoCardLaid(0, "P4", "c", "P3"),
        e.QuintoSumAnnounced(0, 13, ("orange", "purple"), True),
    ]
    assert state.hands[0] == ("Y6",)
    assert state.covered == ("O1", "P3")
    assert QUINTO.actors(state) == {0, 1}


def test_quin_32_the_worked_sums() -> None:
    one = placed(grid={"a": "O6", "b": "Y3", "c": "X3", "d": "P5"}, hands=[["O4"], []])
    assert after(one, "0 lay O4 d").announced == Announced(10, ("orange", "yellow"))
    two = placed(grid={"a": "O2", "b": "Y3", "c": "X3", "d": "P5"}, hands=[["P1", "O1"], []])
    assert after(two, "0 lay P1 c O1 a").announced == Announced(5, ("orange", "yellow", "purple"))


# --- writing -------------------------------------------------------------------------------------------------------


def test_quin_05_to_09_every_wrong_cell_is_told_why() -> None:
    state = writing(9, "orange", sheets=[{"o4": 5, "o10": 12, "y5": 9}, {}])
    assert refused(state, 0, "write o6") == ("no-such-cell", "QUIN-03")
    assert refused(state, 0, "write z3") == ("no-such-cell", "QUIN-03")
    assert refused(state, 0, "write y8") == ("wrong-colour", "QUIN-17")
    assert refused(state, 0, "write o4") == ("cell-taken", "QUIN-09")
    assert refused(state, 0, "write o3") == ("not-rising", "QUIN-07")
    assert refused(state, 0, "write o11") == ("not-rising", "QUIN-07")
    assert refused(state, 0, "write o5") == ("twice-in-column", "QUIN-08")
    assert refused(state, 0, "lay O0 a") == ("write-or-pass", "QUIN-17")
    assert refused(state, CLOCK, "pass") == ("not-your-turn", "QUIN-21")
    assert legal(state, 0) == ["write o7", "write o8", "write o9", "pass"]


def test_quin_17_choices_show_once_all_have_chosen() -> None:
    state, events = told(writing(9, *COLOURS, hands=HANDS), "1 write y6")
    assert events == [e.QuintoChoiceMade(1), e.QuintoCellChosen(1, "y6", 9, to=1)]
    assert state.sheets == (EMPTY, EMPTY)
    assert refused(state, 1, "pass") == ("already-chosen", "QUIN-17")
    assert legal(state, 1) == []
    assert QUINTO.view(state, 0).chosen == QUINTO.view(state, 1).chosen == (1,)
    assert [QUINTO.view(state, seat).choice for seat in (0, 1, None)] == ["", "y6", ""]
    state, events = told(state, "0 write p6")
    assert events[:4] == [
        e.QuintoChoiceMade(0),
        e.QuintoCellChosen(0, "p6", 9, to=0),
        e.QuintoNumberWritten(0, "p6", 9),
        e.QuintoNumberWritten(1, "y6", 9),
    ]
    assert [numbers_by_cell(sheet) for sheet in state.sheets] == [{"p6": 9}, {"y6": 9}]


def test_quin_17_the_order_of_choosing_leaves_no_trace() -> None:
    state = writing(9, *COLOURS, seats=4)
    choices = ["0 write o8", "1 pass", "2 write y6", "3 write p6"]
    assert len({after(state, *order) for order in permutations(choices)}) == 1


def test_quin_18_only_the_active_player_takes_a_miss() -> None:
    state, events = told(writing(9, "orange", active=1, misses=[0, 2]), "0 pass", "1 pass")
    assert state.misses == (0, 3)
    assert e.QuintoMissTaken(1, 3) in events
    assert [event for event in events if isinstance(event, e.QuintoNothingWritten)] == [
        e.QuintoNothingWritten(0),
        e.QuintoNothingWritten(1),
    ]


@pytest.mark.parametrize(("total", "colours"), [(0, COLOURS), (-6, COLOURS), (9, ())])
def test_quin_19_a_sum_nobody_can_write(total: int, colours: tuple[str, ...]) -> None:
    """As set up in a position, or under the first rules: everybody can only pass."""
    state = writing(total, *colours)
    for seat in (0, 1):
        assert legal(state, seat) == ["pass"]
        assert refused(state, seat, "write o3") == ("nothing-to-write", "QUIN-19")
    assert after(state, "1 pass", "0 pass").misses == (1, 0)


GREY = {"a": "X0", "b": "X1", "c": "X2", "d": "Y6"}


def test_quin_19_nobody_is_asked_when_nothing_can_be_written() -> None:
    """Three grey cards: the miss is taken and the next card drawn in the same breath."""
    state, events = told(placed(grid=GREY, hands=[["X4", "Y1", "P1"], HANDS[1]], pile=["X5", "X6"]), "0 lay X4 a")
    assert [type(event) for event in events] == [e.QuintoCardLaid, e.QuintoSumAnnounced, e.QuintoMissTaken]
    assert state.misses == (1, 0)
    assert QUINTO.actors(state) == ONLY_DEALER, "the active player draws (QUIN-20)"


def test_quin_19_the_fourth_miss_ends_it_at_once() -> None:
    state = placed(grid=GREY, hands=[["X4", "Y1", "P1"], HANDS[1]], misses=[3, 0])
    assert after(state, "0 lay X4 a").phase is QuintoPhase.OVER


def test_quin_19_under_the_first_rules_everybody_passes() -> None:
    state = replace(placed(grid=GREY, hands=[["X4", "Y1", "P1"], HANDS[1]], pile=["X5"]), rules_version=1)
    state = after(state, "0 lay X4 a")
    assert QUINTO.actors(state) == {0, 1}
    assert after(state, "1 pass", "0 pass").misses == (1, 0)


# --- drawing -------------------------------------------------------------------------------------------------------


def test_quin_20_21_the_active_player_draws_and_the_next_one_follows() -> None:
    state = placed(grid=GRID, hands=HANDS, pile=["X1", "X2", "X3"])
    state, events = told(state, "0 lay O4 a P4 b", "0 pass", "1 pass", "dealer deal X1")
    assert events[-2:] == [e.QuintoCardDrawn(0, 2), e.QuintoCardGained(0, "X1", to=0)]
    assert QUINTO.actors(state) == ONLY_DEALER
    assert refused(state, 0, "lay Y6 a") == ("being-drawn", "QUIN-20")
    assert refused(state, 1, "lay O0 a") == ("not-your-turn", "QUIN-21")
    state, events = told(state, "dealer deal X2")
    assert events[-1] == TurnStarted(1)
    assert state.hands[0] == ("X1", "X2", "Y6")
    assert QUINTO.actors(state) == {1}


def test_quin_22_the_new_pile_is_another_shuffle_of_the_covered_cards() -> None:
    state = placed(grid=GRID, hands=HANDS, covered=["X0"], pile=["X1"])
    state, events = told(state, "0 lay O4 a P4 b", "0 pass", "1 pass", "dealer deal X1")
    assert events[-1] == e.QuintoPileReshuffled(3)
    assert state.phase is QuintoPhase.DRAW
    assert state.covered == ()
    assert (QUINTO.next_reveal(state).shuffle, QUINTO.next_reveal(state).slot) == (1, 0)
    assert [str(act) for act, _ in QUINTO.chances(state)] == ["deal O1", "deal X0", "deal Y2"]


def test_quin_22_after_the_last_draw_too() -> None:
    state = placed(grid=GRID, hands=HANDS, pile=["X1"])
    state, events = told(state, "0 lay O4 a", "0 pass", "1 pass", "dealer deal X1")
    assert events[-2:] == [e.QuintoPileReshuffled(1), TurnStarted(1)]
    assert list(state.pile.left) == ["O1"]


# --- the end -------------------------------------------------------------------------------------------------------


def test_quin_23_two_full_rows_end_it_before_a_draw() -> None:
    state = writing(14, "purple", hands=HANDS, active=1, sheets=[FULL_YELLOW | NEARLY_FULL_PURPLE, {}])
    state, events = told(state, "0 write p10", "1 write p8")
    assert events[-1] == e.QuintoMatchEnded("two-rows", (0,), (30, 1))
    assert e.QuintoRowFilled(0, "purple", 14) in events
    assert QUINTO.actors(state) == frozenset()
    assert state.active == 1
    for seat in (DEALER, CLOCK, 0, 1):
        assert refused(state, seat, "pass") == ("over", "QUIN-23")


def test_quin_23_two_full_rows_of_two_players_do_not() -> None:
    nearly = {f"p{cell[1:]}": number for cell, number in NEARLY_FULL_PURPLE.items()}
    state = writing(14, "purple", sheets=[nearly, FULL_YELLOW])
    assert after(state, "0 write p10", "1 pass").phase is not QuintoPhase.OVER


def test_quin_23_the_fourth_miss_ends_it_when_all_have_written() -> None:
    state = after(writing(9, "orange", misses=[3, 0]), "0 pass")
    assert QUINTO.outcome(state) is None
    outcome = QUINTO.outcome(after(state, "1 write o8"))
    assert outcome is not None
    assert (outcome.reason, outcome.ranks, outcome.scores) == ("four-misses", (2, 1), (-20, 1))


def test_quin_27_a_column_of_three_is_told_when_it_is_full() -> None:
    state = writing(9, "orange", sheets=[{"y8": 10, "p8": 11}, {"y5": 10}])
    events = told(state, "0 write o8", "1 write o5")[1]
    assert [event for event in events if isinstance(event, e.QuintoColumnFilled)] == [e.QuintoColumnFilled(0, 8, 9)]


def test_quin_30_a_tie_is_a_shared_victory() -> None:
    state = writing(9, "orange", seats=3, misses=[3, 0, 0], sheets=[{}, {"o3": 1}, {"y2": 1}])
    outcome = QUINTO.outcome(after(state, "0 pass", "1 pass", "2 pass"))
    assert outcome is not None
    assert (outcome.ranks, outcome.winners) == ((3, 1, 1), (1, 2))


# --- solo ----------------------------------------------------------------------------------------------------------


def test_quin_33_alone_the_pile_is_used_once() -> None:
    state = placed(1, grid=GRID, hands=[["O4", "P5", "Y6"]], pile=[], covered=["X0"])
    sizes = []
    for card in ("O4", "P5", "Y6"):
        state = after(state, f"0 lay {card} a", "0 pass")
        sizes.append(len(state.hands[0]))
    assert sizes == [2, 1, 0]
    outcome = QUINTO.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == ("cards-laid", (-15,))
    assert state.covered == ("X0", "O1", "O4", "P5")


def test_quin_33_alone_28_cards_are_laid_at_most() -> None:
    for seed in range(30):
        steps = list(match(1, seed))
        laid = sum(isinstance(event, e.QuintoCardLaid) for step in steps for event in step.events)
        assert laid <= 28
        assert not any(isinstance(event, e.QuintoPileReshuffled) for step in steps for event in step.events)


def test_a_hand_left_empty_by_a_made_up_position_is_passed_over() -> None:
    state = placed(3, grid=GRID, hands=[["O4"], [], ["Y6"]], pile=["X1", "X2", "X3"])
    state = after(state, "0 lay O4 a", "0 pass", "1 pass", "2 pass")
    assert after(state, "dealer deal X1", "dealer deal X2", "dealer deal X3").active == 2
