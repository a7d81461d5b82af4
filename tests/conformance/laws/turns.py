"""Somebody can act until the end and nobody after it; the dealer acts alone."""

from cartable.kernel import CLOCK, DEALER, NOBODY, ONLY_DEALER, AnyGame, Refused, Tempo
from tests.conformance.laws.common import everybody
from tests.kit.sample import LONGEST, Sampled
from tests.kit.wrong import acts_of


def law_somebody_can_act_until_the_end(game: AnyGame, match: Sampled) -> None:
    for state in match.states:
        actors = game.actors(state)
        assert bool(actors) == (game.outcome(state) is None), f"{set(actors)} may act, outcome {game.outcome(state)}"
        assert actors <= set(everybody(match)), f"nobody sits at {set(actors)}"
        able = {seat for seat in (*match.seats, CLOCK) if game.legal(state, seat)}
        assert able <= actors, f"{able} have legal acts, but only {set(actors)} may act"
        assert able or actors in (NOBODY, ONLY_DEALER), f"{set(actors)} may act, but nobody can do anything: {state}"
        if game.tempo is not Tempo.HANDS:  # where all move at once, who cannot just now must not be found out by it
            assert actors - able <= {DEALER, CLOCK}, f"{set(actors - able)} may act, but cannot do anything: {state}"


def law_nothing_happens_after_the_end(game: AnyGame, match: Sampled) -> None:
    for state in match.states:
        if game.outcome(state) is not None:
            assert not game.chances(state), "the dealer deals on"
            assert not game.deadlines(state), "time runs on"
            assert game.open_race(state) is None, "a race is on"
            for act in acts_of(game, match):
                for seat in everybody(match):
                    assert isinstance(game.step(state, seat, act), Refused), f"{seat} may still {act}"


def law_the_match_ends(game: AnyGame, match: Sampled) -> None:
    assert len(match.turns) < LONGEST, f"still going on after {LONGEST} acts"
    assert game.outcome(match.last) is not None, f"stuck: {match.last}"


def law_dealer_acts_alone(game: AnyGame, match: Sampled) -> None:
    for state in match.states:
        deals = DEALER in game.actors(state)
        assert not deals or game.actors(state) == ONLY_DEALER, f"DEALER acts with {set(game.actors(state))}"
        assert bool(game.chances(state)) == deals, "DEALER has chances exactly when it acts"
        assert game.legal(state, DEALER) == (), "what DEALER may do are chances"
