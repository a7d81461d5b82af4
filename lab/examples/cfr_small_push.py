"""A small Push, solved twice: by OpenSpiel's CFR+ and by our exact solver. Run: python -m lab.examples.cfr_small_push

A pile of a few cards makes a game small enough to be written down as a tree. OpenSpiel writes the tree, reads it back
into its own C++ games and runs CFR+ on it; our solver follows every choice and chance in fractions.
"""

from argparse import ArgumentParser
from fractions import Fraction

import pyspiel
from open_spiel.python.algorithms.gambit import export_gambit

import cartable.research.spiel  # noqa: F401 - registers our games
from cartable.games.push import PUSH
from cartable.research.exact import Solver
from cartable.research.rewards import Reward


def by_solver(pile: str) -> Fraction:
    """What the first player wins on average when both play perfectly: points ahead of the other."""
    start = PUSH.from_position({"pile": pile.split()}, PUSH.options(), 2, sorted).state
    return Solver(PUSH, Reward.SCORE).values(start)[0]


def by_cfr(pile: str, iterations: int) -> tuple[float, float]:
    """The same by CFR+, and how far from perfect its policy still is."""
    game = pyspiel.load_game("cartable_push", {"pile": pile, "reward": "score"})
    tree = pyspiel.load_efg_game(export_gambit(game))
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    value, _ = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)
    return value, pyspiel.exploitability(tree, policy)


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--pile", default="G6 D G5", help="the cards, apart by blanks (default: G6 D G5)")
    parser.add_argument("--iterations", type=int, default=1000)
    given = parser.parse_args(arguments)
    exact = by_solver(given.pile)
    value, off = by_cfr(given.pile, given.iterations)
    print(f"exactly {exact} = {float(exact):.6f} points ahead")
    print(f"CFR+    {value:.6f} after {given.iterations} iterations, exploitable by {off:.6f}")


if __name__ == "__main__":
    main()
