"""Trio: mistakes, accusations and what they cost (TRIO-14 to 20, TRIO-22)."""

import pytest
from msgspec.structs import replace

from cartable.games.trio import TRIO
from cartable.games.trio import events as e
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import Known, TrioPhase
from cartable.games.trio.tests.table import CENTRE, HANDS, STACKS, Table, placed
from cartable.kernel import CLOCK

STAYS = TrioOptions(wrong_card="stays")


def wrong(seats: int = 3, options: TrioOptions | None = None) -> Table:
    """Seat 0 has just laid a wrong card on `step`."""
    return placed(seats, options).act(0, "lay 1-red-leaf step")


def right(seats: int = 3) -> Table:
    """Seat 0 has just laid a right card on `step`."""
    return placed(seats).act(0, "lay 4-red-leaf step")


def last_card(card: str, seats: int = 3, options: TrioOptions | None = None) -> Table:
    """Seat 0 has just laid its last card on `step`."""
    hands, stacks = [[card], *HANDS[1:seats]], [[], *STACKS[1:seats]]
    return placed(seats, options, hands=hands, stacks=stacks).act(0, f"lay {card} step")


# --- accusing ------------------------------------------------------------------------------------------------------


def test_trio_14_an_opponent_may_accuse_the_top_card_of_another() -> None:
    table = wrong()
    for seat in (1, 2):
        assert [str(act) for act in TRIO.legal(table.state, seat)][-1] == "fault step"
    assert table.refused(0, "fault step") == "own-card"
    assert table.refused(1, "fault same") == "starting-card"
    assert TRIO.view(table.state, None).accusable == {"same": False, "step": True, "different": False}


def test_trio_14_a_covered_card_can_no_longer_be_accused() -> None:
    table = wrong().act(1, "lay 2-orange-sun step")  # right on the 1
    assert table.refused(2, "fault step on 1-red-leaf") == "card-covered"
    assert not table.keys["stopped"]
    table.act(2, "fault step")
    assert table.events[0] == e.TrioFaultDisproved(2, 1, "2-orange-sun", "step")


def test_trio_14_the_accusation_may_name_the_card_meant() -> None:
    table = wrong().act(1, "fault step on 1-red-leaf")
    assert table.events[0] == e.TrioFaultProved(1, 0, "1-red-leaf", "step")


def covered_up(options: TrioOptions | None = None) -> Table:
    """Seat 0 has laid a wrong card on `step`, and at once a right one on it."""
    return wrong(options=options).act(0, "lay 2-red-moon step")


def test_trio_14_nobody_hides_a_mistake_under_the_next_card_of_their_own() -> None:
    table = covered_up()
    faults = [str(act) for act in TRIO.legal(table.state, 1) if str(act).startswith("fault")]
    assert faults == ["fault step", "fault step on 1-red-leaf"]
    assert TRIO.view(table.state, None).accusable_below["step"] == ("1-red-leaf",)
    assert table.refused(0, "fault step on 1-red-leaf") == "own-card"
    assert table.refused(1, "fault step on 3-blue-moon") == "card-covered"


def test_trio_14_19_the_card_and_what_its_player_put_on_it_go_back_together() -> None:
    table = covered_up().act(1, "fault step on 1-red-leaf")
    assert table.events[0] == e.TrioFaultProved(1, 0, "1-red-leaf", "step")
    assert table.told(e.TrioCardReturned) == [
        e.TrioCardReturned(0, "1-red-leaf", "step"),
        e.TrioCardReturned(0, "2-red-moon", "step"),
    ]
    assert table.keys["centre"] == CENTRE
    assert table.keys["laid_by"]["step"] == -1
    known = [card.card for card in table.state.stacks[0] if isinstance(card, Known)]
    assert known[:2] == ["1-red-leaf", "2-red-moon"], "lowest first, before the penalty cards (TRIO-17)"


def test_trio_14_the_right_card_on_top_does_not_pay_for_the_wrong_one_below() -> None:
    """`fault step` is about the top, and that one was right."""
    table = covered_up().act(1, "fault step")
    assert table.told(e.TrioFaultDisproved) == [e.TrioFaultDisproved(1, 0, "2-red-moon", "step")]
    table.act(1, "go").act(2, "fault step on 1-red-leaf")
    assert table.told(e.TrioFaultProved) == [e.TrioFaultProved(2, 0, "1-red-leaf", "step")]


def test_trio_14_by_the_letter_a_covered_card_is_paid_for_and_stays() -> None:
    table = covered_up(STAYS).act(1, "fault step on 1-red-leaf")
    assert table.keys["centre"]["step"] == ["3-blue-moon", "1-red-leaf", "2-red-moon"]
    table.act(0, "go")
    assert table.refused(2, "fault step on 1-red-leaf") == "checked-already"
    table.act(2, "fault step")


def test_trio_14_somebody_elses_card_puts_an_end_to_it() -> None:
    table = covered_up().act(1, "lay 1-orange-star step")
    assert table.refused(2, "fault step on 1-red-leaf") == "card-covered"
    assert TRIO.view(table.state, None).accusable_below["step"] == ()


def test_trio_14_under_the_first_rules_any_card_hid_the_one_below() -> None:
    table = placed()
    table.state = replace(table.state, rules_version=1)
    table.act(0, "lay 1-red-leaf step").act(0, "lay 2-red-moon step")
    assert table.refused(1, "fault step on 1-red-leaf") == "card-covered"


# --- what it costs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_trio_15_two_from_the_accuser_and_one_from_every_other(seats: int) -> None:
    table = wrong(seats).act(1, "fault step")
    given = [e.TrioCardsGiven(1, 0, 2), *(e.TrioCardsGiven(seat, 0, 1) for seat in range(2, seats))]
    assert table.told(e.TrioCardsGiven) == given


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_trio_16_one_from_everybody_to_a_wrong_accuser(seats: int) -> None:
    table = right(seats).act(1, "fault step")
    others = [seat % seats for seat in range(2, seats + 1)]
    assert table.told(e.TrioCardsGiven) == [e.TrioCardsGiven(seat, 1, 1) for seat in others]
    assert table.keys["centre"]["step"] == ["3-blue-moon", "4-red-leaf"]
    assert table.keys["resumes"] == 1


def test_trio_17_the_order_underneath() -> None:
    """The wrong card, the accuser's two, then the others' clockwise from the receiver, each from the top."""
    table = placed(4).act(2, "lay 1-yellow-moon step").act(0, "fault step")
    own = STACKS[2][1:]  # one was taken in hand for the card laid
    assert table.keys["stacks"] == [
        STACKS[0][2:],
        STACKS[1][1:],
        [*own, "1-yellow-moon", *STACKS[0][:2], STACKS[3][0], STACKS[1][0]],
        STACKS[3][1:],
    ]


def test_trio_17_slots_keep_their_places_and_nobody_learns_them() -> None:
    table = wrong().act(1, "fault step")
    before = placed().act(0, "lay 1-red-leaf step").state
    given = before.stacks[1][:2] + before.stacks[2][:1]
    assert table.state.stacks[0] == (*before.stacks[0], Known("1-red-leaf"), *given)
    assert table.state.unseen == before.unseen


def test_trio_17_who_has_too_few_gives_what_there_is() -> None:
    stacks = [STACKS[0], STACKS[1][:1], []]
    table = placed(stacks=stacks).act(0, "lay 1-red-leaf step").act(1, "fault step")
    assert table.told(e.TrioCardsGiven) == [e.TrioCardsGiven(1, 0, 1)]
    assert table.keys["hands"][1:] == [sorted(hand) for hand in HANDS[1:3]]


# --- stopped, and going on -----------------------------------------------------------------------------------------


def test_trio_18_the_penalised_player_gives_the_signal() -> None:
    for table, penalised in ((wrong(), 0), (right(), 1)):
        table.act(1, "fault step")
        assert (table.keys["stopped"], table.keys["resumes"], table.to_move) == (True, penalised, [penalised])
        assert table.refused(2, "go") == "not-your-signal"
        table.act(penalised, "go")
        assert table.events == [e.TrioPlayResumed(penalised)]
        assert (table.keys["stopped"], table.keys["resumes"], table.to_move) == (False, -1, [0, 1, 2])


def test_trio_18_the_table_gives_it_after_five_seconds_each_time_afresh() -> None:
    table = wrong().act(1, "fault step")
    first = TRIO.deadlines(table.state)
    assert [(str(each.act), each.after_s) for each in first] == [("go", 5)]
    table.clock("go").act(1, "lay 1-orange-star step").act(0, "fault step")
    assert TRIO.deadlines(table.state)[0].key != first[0].key


def test_trio_19_a_wrong_card_goes_back_and_everybody_knows_where() -> None:
    table = wrong().act(1, "fault step")
    assert table.events[1] == e.TrioCardReturned(0, "1-red-leaf", "step")
    assert table.keys["centre"]["step"] == ["3-blue-moon"]
    assert table.state.stacks[0][3] == Known("1-red-leaf")


def test_trio_19_a_known_card_is_taken_in_hand_without_the_dealer() -> None:
    hands, stacks = [HANDS[0][:2], *HANDS[1:3]], [[], *STACKS[1:3]]
    table = placed(hands=hands, stacks=stacks).act(0, "lay 1-red-leaf step")
    unseen = table.state.unseen
    table.act(1, "fault step")
    assert "1-red-leaf" in table.state.hands[0]
    assert len(unseen) - len(table.state.unseen) == 1  # the returned card, and one of the accuser's
    assert [len(hand) for hand in table.state.hands] == [3, 3, 3]
    assert table.told(e.TrioCardDrawn)[0] == e.TrioCardDrawn(0, "1-red-leaf", to=0)


def test_trio_19_a_wrong_card_may_stay() -> None:
    table = wrong(options=STAYS).act(1, "fault step")
    assert table.keys["centre"]["step"] == ["3-blue-moon", "1-red-leaf"]
    assert not table.told(e.TrioCardReturned)
    assert table.told(e.TrioCardsGiven) == [e.TrioCardsGiven(1, 0, 2), e.TrioCardsGiven(2, 0, 1)]
    table.act(0, "go")
    assert table.refused(2, "fault step") == "checked-already"
    table.act(1, "lay 2-orange-sun step").act(2, "fault step")  # it counts against the 1
    assert isinstance(table.events[0], e.TrioFaultDisproved)


def test_trio_20_while_play_is_stopped() -> None:
    table = wrong().act(1, "lay 1-orange-star same").act(1, "fault step")
    for seat, text in ((2, "lay 4-yellow-moon step"), (0, "fault same"), (2, "fault same"), (2, "fault step")):
        assert table.refused(seat, text) == "stopped"
    assert table.refused(CLOCK, "relief") == "not-blocked"


def test_trio_20_checked_once() -> None:
    table = right().act(1, "fault step").act(1, "go")
    assert table.refused(2, "fault step") == "checked-already"
    assert table.keys["laid_by"]["step"] == 0
    table.act(0, "lay 1-red-leaf step").act(2, "fault step")  # a new card can be
    assert isinstance(table.events[0], e.TrioFaultProved)


def test_trio_20_an_uncovered_card_cannot_be_accused() -> None:
    """Not even a wrong one that nobody had noticed."""
    table = wrong().act(1, "lay 4-orange-star step").act(2, "fault step").act(1, "go")
    assert table.keys["centre"]["step"] == ["3-blue-moon", "1-red-leaf"]
    assert table.keys["laid_by"]["step"] == -1
    assert table.refused(2, "fault step") == "uncovered"
    assert not TRIO.view(table.state, 2).accusable["step"]


# --- the last card -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["4-red-leaf", "1-red-leaf"])
def test_trio_22_grace(card: str) -> None:
    """Right or wrong, it looks the same until somebody says so or the time is over."""
    table = last_card(card)
    assert table.state.phase is TrioPhase.GRACE
    assert (table.keys["stopped"], table.keys["resumes"], table.to_move) == (True, -1, [1, 2])
    assert TRIO.legal(table.state, 0) == ()
    assert TRIO.legal(table.state, 1) == TRIO.legal(table.state, 2) == (TRIO.act("fault step"),)
    assert TRIO.legal(table.state, CLOCK) == (TRIO.act("settle"),)
    assert table.refused(0, "fault step") == "own-card"
    assert table.refused(1, "lay 4-orange-star step") == "stopped"
    assert table.refused(1, "go") == "no-signal-awaited"
    assert table.refused(1, "settle") == "grace-time"
    assert TRIO.view(table.state, None).last == 0


def test_trio_22_no_other_pile_can_be_accused_then() -> None:
    table = placed(hands=[["4-red-leaf"], *HANDS[1:3]], stacks=[[], *STACKS[1:3]])
    table.act(1, "lay 1-orange-star different").act(0, "lay 4-red-leaf step")
    assert table.refused(2, "fault different") == "other-pile"


def test_trio_22_accused_and_wrong() -> None:
    table = last_card("1-red-leaf").act(2, "fault step")
    assert table.told(e.TrioCardsGiven) == [e.TrioCardsGiven(2, 0, 2), e.TrioCardsGiven(1, 0, 1)]
    assert table.keys["hands"][0] == ["1-red-leaf", "2-yellow-bolt", "5-yellow-bolt"]
    assert table.keys["stacks"][0] == ["2-orange-leaf"]
    assert (table.keys["stopped"], table.keys["resumes"]) == (True, 0)
    assert table.act(0, "go").to_move == [0, 1, 2]


def test_trio_22_accused_and_right() -> None:
    """It is paid, nobody refills, and the win stands at once."""
    table = last_card("4-red-leaf").act(2, "fault step")
    assert table.told(e.TrioCardsGiven) == [e.TrioCardsGiven(1, 2, 1)]  # the winner has nothing to give
    outcome = TRIO.outcome(table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.ranks) == ((0,), (1, 2, 3))
    assert table.told(e.TrioRoundEnded) == [e.TrioRoundEnded((0,), (0, 5, 7), False, (0, 0, 0))]


def test_trio_22_wrong_and_unnoticed() -> None:
    table = last_card("1-red-leaf").clock("settle")
    assert table.events[:2] == [
        e.TrioLastCardWrong(0, "1-red-leaf", "step"),
        e.TrioCardReturned(0, "1-red-leaf", "step"),
    ]
    assert table.told(e.TrioCardsGiven) == [e.TrioCardsGiven(1, 0, 1), e.TrioCardsGiven(2, 0, 1)]
    assert table.keys["hands"][0] == ["1-red-leaf", "2-orange-leaf", "2-yellow-bolt"]
    assert table.keys["centre"] == CENTRE
    assert table.keys["resumes"] == 0


def test_trio_22_by_the_letter_a_mistake_nobody_notices_wins() -> None:
    """`stays`: the win stands. Accused, it would have gone back all the same (below)."""
    table = last_card("1-red-leaf", options=STAYS).clock("settle")
    outcome = TRIO.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert table.told(e.TrioLastCardWrong) == []


def test_trio_22_a_wrong_last_card_that_is_accused_never_stays() -> None:
    table = last_card("1-red-leaf", options=STAYS).act(1, "fault step")
    assert table.keys["centre"] == CENTRE
    assert "1-red-leaf" in table.state.hands[0]


def test_trio_22_a_mistake_under_the_last_card_can_be_accused_too() -> None:
    """Seat 0 covers a wrong card with its last one, which is right."""
    hands, stacks = [["1-red-leaf", "2-red-moon"], *HANDS[1:3]], [[], *STACKS[1:3]]
    table = placed(3, hands=hands, stacks=stacks).act(0, "lay 1-red-leaf step").act(0, "lay 2-red-moon step")
    assert table.state.phase is TrioPhase.GRACE
    table.act(1, "fault step on 1-red-leaf")
    assert table.keys["centre"] == CENTRE
    assert table.keys["resumes"] == 0
    assert TRIO.outcome(table.state) is None


def test_trio_22_a_right_card_under_a_right_last_one_is_paid_for_and_the_win_stands() -> None:
    hands, stacks = [["4-red-leaf", "5-red-drop"], *HANDS[1:3]], [[], STACKS[1], STACKS[2]]
    table = placed(3, hands=hands, stacks=stacks).act(0, "lay 4-red-leaf step").act(0, "lay 5-red-drop step")
    table.act(1, "fault step on 4-red-leaf")
    assert table.events[0] == e.TrioFaultDisproved(1, 0, "4-red-leaf", "step")
    outcome = TRIO.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_trio_22_with_nothing_to_give_the_wrong_card_alone_comes_back() -> None:
    table = placed(2, hands=[["1-red-leaf"], HANDS[1]], stacks=[[], []]).act(0, "lay 1-red-leaf step")
    table.clock("settle")
    assert table.keys["hands"][0] == ["1-red-leaf"]
    table.act(0, "go").act(0, "lay 1-red-leaf same").clock("settle")
    assert TRIO.outcome(table.state) is not None


def test_trio_22_with_the_referee_the_win_stands_at_once() -> None:
    table = last_card("4-red-leaf", options=TrioOptions(referee=True))
    outcome = TRIO.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_trio_25_three_at_a_time_after_a_penalty() -> None:
    """A hand that is not empty stays as it is; one that is takes three."""
    table = placed(options=TrioOptions(refill="three")).act(0, "lay 1-red-leaf step").act(1, "fault step")
    assert table.keys["hands"][0] == ["2-red-moon", "4-red-leaf"]
    table = last_card("1-red-leaf", options=TrioOptions(refill="three")).act(1, "fault step")
    assert len(table.keys["hands"][0]) == 3
