"""Trio: when nobody can play (TRIO-24)."""

import pytest
from msgspec.structs import replace

from cartable.games.trio import TRIO
from cartable.games.trio import events as e
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import Known, TrioState
from cartable.games.trio.tests.table import DEAD, DEAD_CENTRE, HANDS, Table, blocked, code, placed, step
from cartable.kernel import CLOCK, DEALER

HELP = "4-green-leaf"
"""It lies under `same`; 3s can be laid on it in `step`."""


def helped(extra: tuple[str, ...] = (), seats: int = 2) -> Table:
    """Blocked, but another layout of the central cards helps."""
    centre = {**DEAD_CENTRE, "same": [*extra, HELP, "3-orange-moon"]}
    return blocked([[card] for card in DEAD[:seats]], [[DEAD[-1]], *[[]] * (seats - 1)], centre=centre)


def laid_out(*tops: str) -> TrioState:
    """After a relief in which these cards came on top."""
    state = step(helped().state, CLOCK, "relief").state
    for card in tops:
        state = step(state, DEALER, f"deal {card}").state
    return state


# --- when ----------------------------------------------------------------------------------------------------------


def test_trio_24_only_when_nobody_can_play() -> None:
    table = placed()
    assert TRIO.actors(table.state) == {0, 1, 2}
    assert table.refused(CLOCK, "relief") == "not-blocked"
    table = helped()
    assert TRIO.actors(table.state) == {0, 1, CLOCK}
    assert TRIO.legal(table.state, CLOCK) == (TRIO.act("relief"),)


def test_trio_24_one_card_that_fits_is_enough() -> None:
    table = placed(2, centre=DEAD_CENTRE, hands=[[DEAD[0]], [DEAD[1], "2-red-moon"]], stacks=[[], []])
    assert table.refused(CLOCK, "relief") == "not-blocked"


def test_trio_24_nobody_is_told_that_all_are_blocked() -> None:
    """Two positions that differ in the hand of seat 1 only look the same to everybody else."""
    stuck = blocked([[DEAD[0]], [DEAD[1]]], [[], []])
    free = placed(2, centre=DEAD_CENTRE, hands=[[DEAD[0]], ["2-red-moon"]], stacks=[[], []])
    for seat in (0, None):
        assert TRIO.view(stuck.state, seat) == TRIO.view(free.state, seat)
    assert TRIO.legal(stuck.state, 0) == TRIO.legal(free.state, 0)
    assert not any(each.announced for each in TRIO.deadlines(stuck.state))


def test_trio_24_announced_after_a_short_while_that_wrong_cards_do_not_put_off() -> None:
    table = blocked([DEAD[:2], DEAD[2:4]], [[], []], TrioOptions(relief_s=9))
    before = TRIO.deadlines(table.state)
    assert [(str(each.act), each.after_s) for each in before] == [("relief", 9)]
    table.act(0, f"lay {DEAD[0]} step")  # a wrong card, and still nobody can
    assert TRIO.deadlines(table.state) == before


# --- a new layout --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("extra", "sizes"),
    [((), (2, 1, 1)), (("6-purple-sun",), (2, 2, 1)), (("6-purple-sun", "6-purple-leaf"), (2, 2, 2))],
)
def test_trio_24_piles_as_equal_as_can_be(extra: tuple[str, ...], sizes: tuple[int, ...]) -> None:
    table = helped(extra)
    before = sorted(card for pile in table.keys["centre"].values() for card in pile)
    stepped = step(table.state, CLOCK, "relief")
    assert stepped.events == (e.TrioCentreLaidOut(sizes),)
    assert tuple(map(len, stepped.state.centre)) == sizes
    due = TRIO.next_reveal(stepped.state)
    assert (due.shuffle, sorted(due.among)) == (1, before)
    assert len(TRIO.chances(stepped.state)) == len(before)


def test_trio_24_repeated_until_somebody_can_play() -> None:
    """With the three tops that lay there before, a new layout follows without a new `relief`."""
    stepped = step(laid_out("3-orange-moon", "3-orange-drop"), DEALER, "deal 3-blue-moon")  # no help
    assert stepped.events == (e.TrioTopShown("different", "3-blue-moon"), e.TrioCentreLaidOut((2, 1, 1)))
    assert TRIO.next_reveal(stepped.state).shuffle == 2
    state = stepped.state
    for card in ("3-orange-moon", HELP):
        state = step(state, DEALER, f"deal {card}").state
    state = step(state, DEALER, "deal 3-blue-moon").state
    assert TRIO.actors(state) == {0, 1}
    assert not state.relieving
    assert TRIO.view(state, 0).centre["same"] == ("", "3-orange-moon")  # nobody saw what lies beneath


def test_trio_24_nobodys_cards_change_and_nobody_is_accused() -> None:
    table = helped(("6-purple-sun", "6-purple-leaf"))
    hands, stacks = table.state.hands, table.state.stacks
    table.clock("relief")
    assert (table.state.hands, table.state.stacks) == (hands, stacks)
    assert table.keys["laid_by"] == {"same": -1, "step": -1, "different": -1}
    assert not table.keys["stopped"]
    for pile in table.keys["centre"]:
        assert table.refused(1, f"fault {pile}") == "laid-out"


def test_trio_24_a_card_laid_on_a_new_top_can_be_accused_and_goes_back_to_it() -> None:
    """The top was shown, so it shows again: what lies beneath stays unseen."""
    state = laid_out("3-orange-moon", HELP, "3-blue-moon")
    state = step(state, 0, f"lay {DEAD[0]} same").state  # wrong
    state = step(state, DEALER, f"deal {DEAD[-1]}").state
    stepped = step(state, 1, "fault same")
    assert stepped.events[0] == e.TrioFaultProved(1, 0, DEAD[0], "same")
    assert TRIO.view(stepped.state, 0).centre["same"] == ("", "3-orange-moon")
    assert DEALER not in TRIO.actors(stepped.state)


def test_trio_24_a_second_relief_gathers_what_nobody_saw() -> None:
    """The cards beneath the tops of the first layout are shuffled again with the others."""
    state = laid_out("3-orange-moon", HELP, "3-blue-moon")
    state = step(state, 0, f"lay {DEAD[0]} step").state  # right, and it blocks everybody again
    state = step(state, DEALER, f"deal {DEAD[-1]}").state
    stepped = step(state, CLOCK, "relief")
    central = sorted(["3-orange-moon", HELP, "3-blue-moon", "3-orange-drop", DEAD[0]])
    assert sorted(TRIO.next_reveal(stepped.state).among) == central


# --- exchanged hands -----------------------------------------------------------------------------------------------


def test_trio_24_three_central_cards_hands_are_exchanged() -> None:
    hands, stacks = [DEAD[:3], DEAD[3:5]], [["6-purple-leaf", "6-red-star"], []]
    table = blocked(hands, stacks).clock("relief")
    assert table.events[0] == e.TrioHandsExchanged()
    assert table.keys["centre"] == DEAD_CENTRE
    assert table.keys["hands"] == [sorted(["6-purple-leaf", "6-red-star", sorted(DEAD[:3])[0]]), sorted(DEAD[3:5])]
    assert table.keys["stacks"] == [sorted(DEAD[:3])[1:], []]


def test_trio_24_three_central_cards_in_another_order_if_that_helps() -> None:
    """Nobody can play a red star, unless the green star lies on `same`. Everybody saw the cards: nothing is dealt."""
    centre = {"same": ["3-orange-moon"], "step": ["3-orange-drop"], "different": ["3-green-star"]}
    table = blocked([["3-red-star"], [DEAD[1]]], [["2-red-drop"], []], centre=centre)
    stepped = step(table.state, CLOCK, "relief")
    assert stepped.state.centre == (("3-green-star",), ("3-orange-moon",), ("3-orange-drop",))
    assert stepped.events[0] == e.TrioCentreLaidOut((1, 1, 1))
    assert [event.card for event in stepped.events[1:] if isinstance(event, e.TrioTopShown)] == [
        "3-green-star",
        "3-orange-moon",
        "3-orange-drop",
    ]
    assert stepped.state.hands == table.state.hands
    assert code(stepped.state, 1, "fault same") == "laid-out"
    first = step(replace(table.state, rules_version=1), CLOCK, "relief")
    assert first.events[0] == e.TrioHandsExchanged(), "under the first rules they kept their order"


def test_trio_24_a_hand_put_under_the_own_pile_is_known_to_its_owner_alone() -> None:
    table = blocked([DEAD[:3], DEAD[3:5]], [["6-purple-leaf", "6-red-star", "6-red-bolt"], []]).clock("relief")
    assert table.state.stacks[0] == tuple(Known(card, 0) for card in sorted(DEAD[:3]))


def test_trio_24_exchanged_again_and_again_until_somebody_can() -> None:
    """The one card that helps lies last; those put under before it come up without the dealer."""
    table = blocked([DEAD[:3], [DEAD[5]]], [[DEAD[3], DEAD[4], "3-yellow-leaf", "4-red-leaf"], []]).clock("relief")
    assert len(table.told(e.TrioHandsExchanged)) == 2
    assert "4-red-leaf" in table.state.hands[0]
    assert not table.state.relieving
    assert TRIO.actors(table.state) == {0, 1}


def test_trio_24_a_relief_over_known_cards_goes_on_by_itself_to_the_end() -> None:
    """After the first exchange every card has been seen: no dealer is asked, and nothing is left half done."""
    table = blocked([DEAD[:3], [DEAD[4]]], [[DEAD[3]], []]).clock("relief")
    outcome = TRIO.outcome(table.state)
    assert outcome is not None
    assert (outcome.reason, outcome.ranks) == ("blocked", (2, 1))
    assert len(table.told(e.TrioHandsExchanged)) == 2
    assert table.told(e.TrioRoundEnded) == [e.TrioRoundEnded((1,), (4, 1), True, (0, 0))]


def test_trio_24_relief_is_over_when_it_has_helped() -> None:
    """A card laid later that blocks everybody again waits for a relief of its own."""
    table = blocked([DEAD[:3], [DEAD[4]]], [["6-purple-leaf"], []]).clock("relief")
    assert TRIO.legal(table.state, CLOCK) == ()
    table.act(0, "lay 6-purple-leaf step")  # wrong; what comes in hand for it fits nothing
    assert not table.told(e.TrioHandsExchanged, e.TrioCentreLaidOut)
    assert TRIO.legal(table.state, CLOCK) == (TRIO.act("relief"),)


def test_trio_24_with_three_at_a_time_everybody_takes_three_all_the_same() -> None:
    table = blocked([DEAD[:1], DEAD[1:2]], [["6-purple-leaf", *DEAD[2:4]], []], TrioOptions(refill="three"))
    table.clock("relief")
    assert [len(hand) for hand in table.state.hands] == [3, 1]


# --- blocked for good ----------------------------------------------------------------------------------------------


def test_trio_24_nobody_has_face_down_cards_fewest_left_wins() -> None:
    table = blocked([DEAD[:2], DEAD[2:3], DEAD[3:5]], [[], [], []]).clock("relief")
    outcome = TRIO.outcome(table.state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.ranks) == ("blocked", (1,), (2, 1, 2))
    assert not table.told(e.TrioHandsExchanged, e.TrioCentreLaidOut)


def test_trio_24_equal_players_share() -> None:
    outcome = TRIO.outcome(blocked([DEAD[:2], DEAD[2:4], DEAD[4:6]], [[], [], []]).clock("relief").state)
    assert outcome is not None
    assert outcome.winners == (0, 1, 2)


def test_trio_24_in_a_match_of_rounds_all_who_share_score_three() -> None:
    table = blocked([DEAD[:1], DEAD[1:2], DEAD[2:4]], [[], [], []], TrioOptions(rounds=2)).clock("relief")
    assert table.keys["totals"] == [3, 3, -2]
    assert (table.keys["round"], table.keys["resumes"]) == (2, 1)


def test_trio_24_while_cards_are_shown_nobody_acts() -> None:
    state = step(helped().state, CLOCK, "relief").state
    assert TRIO.actors(state) == {DEALER}
    for seat, text in ((0, f"lay {DEAD[0]} same"), (1, "fault same"), (CLOCK, "relief")):
        assert code(state, seat, text) == "dealer-first"
    assert code(state, DEALER, f"deal {HANDS[0][0]}") == "card-not-left"
    assert TRIO.deadlines(state) == ()
