"""Deadlines, races and ties: what CLOCK and the referee may find."""

from cartable.kernel import CLOCK, AnyGame, Refused, Stepped, Tempo
from tests.conformance.laws.common import MANY
from tests.kit.sample import Sampled
from tests.kit.wrong import ties


def law_deadlines_are_legal(game: AnyGame, match: Sampled) -> None:
    for state in match.states:
        deadlines = game.deadlines(state)
        for deadline in deadlines:
            assert deadline.act in game.legal(state, CLOCK), f"{deadline.act} runs out, but CLOCK may not do it"
            assert deadline.after_s >= 0, f"{deadline} is over before it begins"
        assert len({(each.act, each.key) for each in deadlines}) == len(deadlines), "two cannot be told apart"


def law_races_are_marked(game: AnyGame, match: Sampled) -> None:
    """Only a game of calls has open races: each with a key of its own, and a way out when it is cut."""
    past: set[str] = set()
    present = None
    for state in match.states:
        race = game.open_race(state)
        key = None if race is None else race.key
        if race is not None:
            assert game.tempo is Tempo.CALLS, f"an open race in a game of {game.tempo}"
            assert race.void in game.legal(state, CLOCK), f"{race.void} cannot void the race"
            assert key not in past or key == present, f"{key} was another race before"
            past.add(race.key)
        present = key


def law_ties_are_accepted(game: AnyGame, match: Sampled) -> None:
    """Of any two who could call; from CLOCK alone."""
    for state in match.some(MANY):
        for tie in ties(game, match, state):
            answer = game.step(state, CLOCK, tie)
            assert isinstance(answer, Stepped), f"{tie} is refused: {answer.code}"
            for seat in match.seats:
                assert isinstance(game.step(state, seat, tie), Refused), f"seat {seat} may find a tie"


def law_stakes_are_for_races(game: AnyGame, match: Sampled) -> None:
    for state in match.some(MANY):
        for seat in match.seats:
            for act in game.legal(state, seat):
                stakes = game.stakes(state, seat, act)
                assert all(type(each) is str for each in stakes), f"not the names of things: {stakes!r}"
                assert not stakes or game.tempo is not Tempo.TURNS, f"{act} contends for {set(stakes)} in a turn game"
