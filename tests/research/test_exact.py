"""Small positions of Push, solved: by hand, by us, and by OpenSpiel."""

from fractions import Fraction
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import expected_game_score, exploitability
from open_spiel.python.policy import TabularPolicy

import cartable.research.spiel  # noqa: F401 - registers our games
from cartable.games.push import PUSH
from cartable.research.exact import Solver
from cartable.research.rewards import Reward
from lab.examples.cfr_small_push import by_cfr, by_solver


def position(pile: str, seats: int = 2, **keys: Any) -> Any:
    return PUSH.from_position({"pile": pile.split(), **keys}, PUSH.options(), seats, sorted).state


def worth(ahead: int) -> tuple[Fraction, ...]:
    """This many points ahead, for the first of two players."""
    return Fraction(ahead), Fraction(-ahead)


def test_one_card_goes_to_who_draws_it() -> None:
    """The only act is to draw, then to place, then to take: six points ahead."""
    assert Solver(PUSH).values(position("G6")) == worth(6)
    assert Solver(PUSH, Reward.RANK).values(position("G6")) == worth(1)


def test_a_last_dice_card_is_a_roll_of_the_die() -> None:
    """The Dice card must be drawn, placed and taken; then one face in six takes the red 6."""
    zones = [{"shown": ["R6"]}, {"shown": ["Y6"]}]
    drawn = position("", drawn="D", zones=zones)
    assert Solver(PUSH).values(drawn) == worth(-1)


def test_two_cards_of_a_colour() -> None:
    """Whoever draws can stop after one card, and the other draws the last; or put both in two columns and take the
    better one, and the other gets the rest. Either way each has one card; who chooses takes the 5.

    Stopping early brings the first card drawn, 5 or 3, as likely; drawing on brings the 5 for certain: +2.
    """
    assert Solver(PUSH).values(position("G5 G3")) == worth(2)


def test_equal_positions_are_solved_once() -> None:
    solver = Solver(PUSH)
    solver.values(position("G1 R2 B3"))
    assert len(solver) < 300


def test_three_players_sum_to_zero() -> None:
    values = Solver(PUSH).values(position("G1 G2 R3", seats=3))
    assert sum(values) == 0
    assert values[0] == max(values)


@pytest.mark.parametrize("pile", ["G1 G2 R1", "G6 D"])
def test_openspiel_finds_nothing_better(pile: str) -> None:
    """Our choices, handed to OpenSpiel as a policy: its best responses gain nothing, so the policy is optimal."""
    game = pyspiel.load_game("cartable_push", {"pile": pile, "reward": "score"})
    solver, policy = Solver(PUSH), TabularPolicy(game)
    for state in policy.states:
        player, held = state.current_player(), state.held.position
        worths = {str(act): worth[player] for act, worth in solver.choices(held).items()}
        best = max(worths.values())
        entry = policy.policy_for_key(state.information_state_string(player))
        entry[:] = 0
        good = [action for action in state.legal_actions() if worths[state.action_to_string(player, action)] == best]
        entry[good[0]] = 1
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    assert value == pytest.approx(float(by_solver(pile)), abs=1e-9)
    assert exploitability.exploitability(game, policy) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("pile", ["G1 G2 R1", "G6 D G5", "G1 G2 G3"])
def test_openspiels_cfr_agrees(pile: str) -> None:
    exact = float(by_solver(pile))
    value, off = by_cfr(pile, 300)
    assert off < 0.01
    assert value == pytest.approx(exact, abs=2 * off)
