"""States are values: equal acts give equal states, and nothing changes one that was there."""

from typing import Any

from cartable.kernel import AnyGame, Refused, Stepped
from tests.conformance.laws.common import MANY, everybody
from tests.kit.sample import Sampled


def replayed(game: AnyGame, match: Sampled) -> list[Stepped[Any]]:
    """The match once more, from its written acts."""
    state = match.begin(game)
    answers = []
    for turn in match.turns:
        answer = game.step(state, turn.seat, game.act(str(turn.act)))
        assert isinstance(answer, Stepped), f"{turn.act} of {turn.seat} is refused in the replay: {answer.code}"
        answers.append(answer)
        state = answer.state
    return answers


def law_the_log_replays(game: AnyGame, match: Sampled) -> None:
    """From the written acts alone come equal states and equal events."""
    for turn, again in zip(match.turns, replayed(game, match), strict=True):
        assert again == turn.answer, f"after {turn.act} the replay differs"


def law_old_states_stay_as_they_were(game: AnyGame, match: Sampled) -> None:
    """Nothing that is asked of a state, and nothing that follows it, changes it."""
    state = match.begin(game)
    kept = [(state, repr(state))]
    for turn in match.turns:
        for seat in everybody(match):
            game.legal(state, seat)
        for viewer in (*match.seats, None):
            game.preview(game.view(state, viewer))
        game.to_position(state, match.dealer)
        answer = game.step(state, turn.seat, turn.act)
        if isinstance(answer, Refused):
            break
        state = answer.state
        kept.append((state, repr(state)))
    for old, then in kept:
        assert repr(old) == then, f"changed since: {then}"


def law_states_are_values(game: AnyGame, match: Sampled) -> None:
    """Frozen all the way down, so that equal states can be told to be equal, and kept in sets."""
    for state in match.some(MANY):
        assert type(state).__struct_config__.frozen, "a state can be assigned to"
        try:
            hash(state)
        except TypeError as error:
            raise AssertionError(f"something in a state can change: {error}") from error


def law_judging_is_deterministic(game: AnyGame, match: Sampled) -> None:
    for turn in match.turns:
        assert game.step(turn.state, turn.seat, turn.act) == turn.answer, f"{turn.act}: judged otherwise a second time"


def law_legal_acts_have_a_stable_order(game: AnyGame, match: Sampled) -> None:
    """It depends on the state alone: an equal state reached again lists the same, each act once."""
    again = [match.begin(game), *(answer.state for answer in replayed(game, match))]
    for state, equal in zip(match.states, again, strict=True):
        for seat in everybody(match):
            legal = game.legal(state, seat)
            assert isinstance(legal, tuple), f"legal acts are a tuple, not {legal!r}"
            assert legal == game.legal(equal, seat), f"seat {seat}: another order in an equal state"
            assert len(set(legal)) == len(legal), f"an act is listed twice: {', '.join(map(str, legal))}"
