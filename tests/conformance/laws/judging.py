"""What is legal is accepted, and everything else is refused, by name."""

from random import Random

from cartable.kernel import CLOCK, AnyGame, Refused, Stepped
from tests.conformance.laws.common import FEW, MANY, NO_SEATS, allowed, everybody, verb
from tests.kit.sample import Sampled
from tests.kit.wrong import acts_of, near_misses, odd_acts, ties


def law_legal_acts_are_accepted(game: AnyGame, match: Sampled) -> None:
    for state in match.some(MANY):
        for seat in everybody(match):
            for act in game.legal(state, seat):
                answer = game.step(state, seat, act)
                assert isinstance(answer, Stepped), f"{act} is legal for {seat} but refused: {answer.code}"


def law_other_acts_of_players_are_refused(game: AnyGame, match: Sampled) -> None:
    """Acts of other moments, of other seats, of DEALER and CLOCK, and near misses."""
    rng = Random(match.setup.seed)
    pool = acts_of(game, match)
    for state in match.some(FEW):
        others = [*rng.sample(pool, min(40, len(pool))), *near_misses(game, pool, rng, 20)]
        for seat in (*match.seats, *NO_SEATS):
            legal = allowed(game, state, seat)
            for act in [game.with_defaults(state, other) for other in others]:
                if act not in legal:
                    refused = game.step(state, seat, act)
                    assert isinstance(refused, Refused), f"{act} is not legal for {seat} but accepted"


def law_clock_does_only_what_is_its_own(game: AnyGame, match: Sampled) -> None:
    """What it may do by itself, and ties: nothing else."""
    rng = Random(match.setup.seed)
    pool = acts_of(game, match)
    for state in match.some(FEW):
        findings = {verb(tie) for tie in ties(game, match, state)}
        legal = game.legal(state, CLOCK)
        for act in rng.sample(pool, min(60, len(pool))):
            if act not in legal and verb(act) not in findings:
                assert isinstance(game.step(state, CLOCK, act), Refused), f"CLOCK may {act}, but it is not listed"


def law_acts_of_players_are_listed(game: AnyGame, match: Sampled) -> None:
    """`Game.acts` holds each of them once: research numbers actions by it."""
    listed = set(game.acts)
    assert len(listed) == len(game.acts), "an act is listed twice"
    for state in match.some(MANY):
        for seat in match.seats:
            for act in game.legal(state, seat):
                assert act in listed, f"{act} is not in `acts`"


def law_refusals_come_from_the_closed_list(game: AnyGame, match: Sampled) -> None:
    rng = Random(match.setup.seed)
    pool = acts_of(game, match)
    for state in match.some(FEW):
        for act in near_misses(game, pool, rng, 20):
            for seat in (*everybody(match), *NO_SEATS):
                refused = game.refusal(state, seat, act)
                if refused is not None:
                    assert refused.code in game.refusals, f"{refused.code} is not in the list"
                    assert refused.rule == game.refusals[refused.code].rule, f"{refused.code} names another rule"


def law_odd_acts_never_raise(game: AnyGame, match: Sampled) -> None:
    """An act made in code may hold anything: each is judged, and what is let through can be done and is read back."""
    one_of_each = {verb(act): act for act in (*game.acts, *acts_of(game, match))}
    odd = list(odd_acts(one_of_each.values()))
    for state in match.some(FEW // 5):
        for act in odd:
            for seat in (*everybody(match), NO_SEATS[0]):
                try:
                    whole = game.with_defaults(state, act)
                    if seat in match.seats:
                        game.stakes(state, seat, whole)
                    answer = game.step(state, seat, whole)
                except Exception as error:
                    raise AssertionError(f"{act!r} by {seat} raises {error!r}") from error
                if isinstance(answer, Stepped):
                    assert game.read(str(whole)) == whole, f"{whole!r} is let through, but cannot be written"
                else:
                    assert answer.code in game.refusals, f"{answer.code} is not in the list"


def law_refusing_changes_nothing(game: AnyGame, match: Sampled) -> None:
    rng = Random(match.setup.seed)
    pool = acts_of(game, match)
    for state in match.some(FEW):
        before = repr(state)
        for act in [*rng.sample(pool, min(20, len(pool))), *near_misses(game, pool, rng, 10)]:
            for seat in everybody(match):
                game.refusal(state, seat, act)
        assert repr(state) == before, "to be refused changed the state"
