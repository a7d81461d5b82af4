"""Trio: rounds, scores and places (TRIO-13, TRIO-26, TRIO-27)."""

from typing import Any

from cartable.games.trio import TRIO
from cartable.games.trio import events as e
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.tests.table import HANDS, STACKS, Table, placed, step
from cartable.kernel import DEALER

ALONE: dict[str, Any] = {"hands": [["4-red-leaf"], *HANDS[1:3]], "stacks": [[], STACKS[1][:1], STACKS[2][:2]]}
"""Seat 0 has one card left, which fits `step`; seat 1 has four cards, seat 2 five."""


def won(options: TrioOptions, **keys: Any) -> Table:
    """Seat 0 lays its last card, and nobody accuses it."""
    return placed(3, options, **ALONE, **keys).act(0, "lay 4-red-leaf step").clock("settle")


def test_trio_26_three_points_for_the_winner_and_minus_the_cards_of_the_others() -> None:
    table = won(TrioOptions(rounds=3))
    assert table.keys["totals"] == [3, -4, -5]
    assert table.told(e.TrioRoundEnded) == [e.TrioRoundEnded((0,), (0, 4, 5), False, (3, -4, -5))]


def test_trio_26_the_deal_passes_clockwise() -> None:
    table = won(TrioOptions(rounds=3))
    assert (table.keys["round"], table.keys["resumes"], table.keys["stopped"]) == (2, 1, True)
    assert table.keys["hands"] == [[], [], []]
    assert [len(stack) for stack in table.keys["stacks"]] == [23, 23, 23]
    assert table.to_move == [1]
    assert TRIO.outcome(table.state) is None
    assert table.events[-1] == e.TrioRoundReady(1, 2, 23)


def test_trio_26_the_fourth_round_of_three_players_is_dealt_by_the_first() -> None:
    table = won(TrioOptions(rounds=4), round=3)
    assert (table.keys["round"], table.keys["resumes"]) == (4, 0)


def test_trio_26_every_round_has_a_shuffle_of_its_own() -> None:
    grace = placed(3, TrioOptions(rounds=2), **ALONE).act(0, "lay 4-red-leaf step").state
    state = step(grace, -2, "settle").state
    due = TRIO.next_reveal(state)
    assert (due.shuffle, due.slot, len(due.among)) == (1, 0, 72)
    assert step(state, DEALER, "deal 4-red-leaf").state.centre[0] == ("4-red-leaf",)  # all cards are back


def test_trio_26_the_highest_total_wins_whoever_won_the_last_round() -> None:
    outcome = TRIO.outcome(won(TrioOptions(rounds=2), round=2, totals=[-20, 3, -4]).state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.ranks) == ("rounds", (-17, -1, -9), (3, 1, 2))


def test_trio_26_equal_totals_share_the_victory() -> None:
    outcome = TRIO.outcome(won(TrioOptions(rounds=2), round=2, totals=[-4, 3, 0]).state)
    assert outcome is not None
    assert outcome.scores == (-1, -1, -5)
    assert outcome.winners == (0, 1)
    assert outcome.ranks == (1, 1, 3)


def test_trio_26_one_round_has_scores_too() -> None:
    outcome = TRIO.outcome(won(TrioOptions(rounds=1)).state)
    assert outcome is not None
    assert outcome.scores == (3, -4, -5)


def test_trio_27_without_rounds_fewest_cards_left_and_no_scores() -> None:
    outcome = TRIO.outcome(won(TrioOptions()).state)
    assert outcome is not None
    assert (outcome.reason, outcome.ranks, outcome.scores) == ("last-card", (1, 2, 3), None)
    assert TRIO.view(won(TrioOptions()).state, 0).totals == ()


def test_trio_27_equal_players_share_a_place() -> None:
    keys: dict[str, Any] = {**ALONE, "stacks": [[], STACKS[1][:2], STACKS[2][:2]]}
    outcome = TRIO.outcome(placed(3, **keys).act(0, "lay 4-red-leaf step").clock("settle").state)
    assert outcome is not None
    assert outcome.ranks == (1, 2, 2)
