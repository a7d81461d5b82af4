"""Chances are exact, and what a dealer is asked for agrees with them."""

from fractions import Fraction
from typing import Any

from cartable.kernel import DEALER, AnyGame, NextReveal, Stepped
from tests.conformance.laws.common import FEW, MANY
from tests.kit.sample import Sampled
from tests.kit.wrong import acts_of


def law_chances_sum_to_one(game: AnyGame, match: Sampled) -> None:
    for state in match.some(MANY):
        chances = game.chances(state)
        if chances:
            assert all(type(chance) is Fraction and chance > 0 for _, chance in chances), f"not chances: {chances}"
            assert sum(chance for _, chance in chances) == 1, f"the chances sum to {sum(each for _, each in chances)}"
            assert len({act for act, _ in chances}) == len(chances), "the same act twice"


def law_dealer_does_what_has_a_chance(game: AnyGame, match: Sampled) -> None:
    """All of it, and nothing else."""
    pool = acts_of(game, match)
    for state in match.some(FEW):
        possible = {act for act, _ in game.chances(state)}
        for act in (*possible, *pool):
            accepted = isinstance(game.step(state, DEALER, act), Stepped)
            assert accepted == (act in possible), f"DEALER: {act} {'accepted' if accepted else 'refused'}"


def law_what_is_due_has_a_chance(game: AnyGame, match: Sampled) -> None:
    """The acts that may answer what is due are those that have a chance; and a place is shown once."""
    shuffles: dict[tuple[str, int], Any] = {}
    shown: set[tuple[str, int, int]] = set()
    for turn in match.turns:
        if turn.seat != DEALER:
            continue
        due: NextReveal = game.next_reveal(turn.state)
        assert 0 <= due.slot < len(due.among), f"no such place: {due}"
        for act, _ in game.chances(turn.state):
            word, _, what = str(act).partition(" ")
            assert word == due.verb, f"{act} does not answer {due.verb}"
            assert what in due.among, f"{what} was never shuffled"
            assert game.reveal_act(due, what) == act, f"{due.verb} {what} is made as {game.reveal_act(due, what)}"
        assert turn.act in dict(game.chances(turn.state)), f"{turn.act} was dealt without a chance"
        made, place = (due.verb, due.shuffle), (due.verb, due.shuffle, due.slot)
        assert shuffles.setdefault(made, due.among) == due.among, f"{made} was shuffled of other cards before"
        assert place not in shown, f"{place} is shown twice"
        shown.add(place)
