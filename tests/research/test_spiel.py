"""OpenSpiel's own tests on our games, and what they do not look for."""

from random import Random
from typing import Any, ClassVar

import pyspiel
import pytest
from open_spiel.integration_tests import api_test as conformance
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import cartable.research.spiel  # noqa: F401 - registers our games
from cartable.games import registry
from cartable.kernel import BadInput
from cartable.research.spiel.game import offered

OFFERED = [game.id for game in offered()]
GAMES = [
    pytest.param(game_id, {"players": players, "reward": reward}, id=f"{game_id}-{players}-{reward}")
    for game_id in OFFERED
    for players in registry.game(game_id).seats
    for reward in ("rank", "score")
]


def load(game_id: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"cartable_{game_id}", parameters)


def play(game: Any, dice: Random) -> Any:
    """A state somewhere in a random match: each on the way, the last at its end."""
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
        yield state


# --- their tests ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game_id", "parameters"), GAMES)
def test_their_random_simulation(game_id: str, parameters: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(game_id, **parameters), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("parameters", [{"risk": True}, {"switch_cards": "kept"}, {"pile": "G1 R2 D B3"}], ids=str)
def test_their_random_simulation_with_options(parameters: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load("push", **parameters), num_sims=2, serialize=True, verbose=False)


class TestPushConforms(conformance.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]  # OpenSpiel is not typed
    game_name: ClassVar[str] = "cartable_push"
    game: ClassVar[Any] = load("push", pile="G1 R2 D B3 Y4 P5", players=3)


class TestQuintoConforms(conformance.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]  # OpenSpiel is not typed
    game_name: ClassVar[str] = "cartable_quinto"
    game: ClassVar[Any] = load("quinto")


# --- ours ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", OFFERED)
def test_registered_with_its_options(game_id: str) -> None:
    (kind,) = [known for known in pyspiel.registered_games() if known.short_name == f"cartable_{game_id}"]
    options = set(registry.game(game_id).options.__struct_fields__)
    assert options | {"players", "reward"} <= set(kind.parameter_specification)


@pytest.mark.parametrize("game_id", OFFERED)
def test_actions_read_as_acts(game_id: str) -> None:
    game, ours = load(game_id), registry.game(game_id)
    for state in play(game, Random(1)):
        player = state.current_player()
        for action in state.legal_actions():
            text = state.action_to_string(player, action)
            assert str(ours.act(text)) == text
            if player >= 0:
                assert state.string_to_action(player, text) == action


@pytest.mark.parametrize("game_id", OFFERED)
def test_chances_sum_to_one(game_id: str) -> None:
    for state in play(load(game_id), Random(2)):
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)


@pytest.mark.parametrize("game_id", OFFERED)
def test_a_copy_goes_its_own_way(game_id: str) -> None:
    game = load(game_id)
    for number, state in enumerate(play(game, Random(3))):
        if number == 12:
            before, copy = str(state), state.clone()
            copy.apply_action(copy.legal_actions()[0])
            assert str(state) == before
            assert copy.held.tokens()[:-1] == state.held.tokens()
            return
    raise AssertionError("the match was too short")


def test_bad_parameters_are_named() -> None:
    with pytest.raises(BadInput, match="players"):
        load("push", players=9)
    with pytest.raises(BadInput, match="Z9"):
        load("push", pile="Z9")
    with pytest.raises(BadInput, match="fame"):
        load("push", reward="fame")


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    state = load("push").new_initial_state()
    with pytest.raises(Exception, match="PUSH-15"):
        state.apply_action(4)


# --- information ---------------------------------------------------------------------------------------------------


def dealt_apart(seed: int) -> tuple[Any, Any]:
    """Two matches of Quinto for two, alike in all that seat 0 can see: other cards went to seat 1."""
    game, dice = load("quinto"), Random(seed)
    one, two = game.new_initial_state(), game.new_initial_state()
    mine = dice.sample(range(32), 3)
    theirs, others, grid = (
        dice.sample([c for c in range(32) if c not in mine], 10)[start:end] for start, end in ((0, 3), (3, 6), (6, 10))
    )
    grid = [card for card in range(32) if card not in (*mine, *theirs, *others)][:4]
    for state, hand in ((one, theirs), (two, others)):
        for action in (*mine, *hand, *grid, 32):  # the lot falls on seat 0
            state.apply_action(action)
    return one, two


@pytest.mark.parametrize("seed", range(5))
def test_hidden_cards_are_in_no_information_state(seed: int) -> None:
    one, two = dealt_apart(seed)
    assert one.current_player() == two.current_player() == 0
    lay = one.legal_actions()[0]
    for _ in range(2):
        assert one.information_state_string(0) == two.information_state_string(0)
        assert one.information_state_tensor(0) == two.information_state_tensor(0)
        assert one.observation_string(0) == two.observation_string(0)
        assert one.observation_tensor(0) == two.observation_tensor(0)
        assert one.information_state_string(1) != two.information_state_string(1)
        assert one.information_state_tensor(1) != two.information_state_tensor(1)
        if one.legal_actions()[0] == lay:
            one.apply_action(lay)
            two.apply_action(lay)


def write_node(seed: int) -> Any:
    """A state of Quinto for two in which both can write something, and seat 0 is to choose."""
    for state in play(load("quinto"), Random(seed)):
        if state.current_player() == 0 and '"phase":"write"' in str(state):
            after = state.child(state.legal_actions()[-1])
            if len(state.legal_actions()) > 2 and len(after.legal_actions()) > 1:
                return state.clone()
    return None


def test_a_choice_is_hidden_until_all_have_chosen() -> None:
    """QUIN-17: whoever is asked second does not see what the first chose; afterwards both know."""
    state = next(found for found in map(write_node, range(50)) if found is not None)
    one, two = (state.child(action) for action in state.legal_actions()[:2])
    assert one.current_player() == 1
    assert one.information_state_string(1) == two.information_state_string(1)
    assert one.information_state_tensor(1) == two.information_state_tensor(1)
    assert one.observation_tensor(1) == two.observation_tensor(1)
    assert one.information_state_string(0) != two.information_state_string(0)
    both = [each.child(each.legal_actions()[-1]) for each in (one, two)]
    assert both[0].information_state_string(1) != both[1].information_state_string(1)
    assert both[0].information_state_tensor(1) != both[1].information_state_tensor(1)


@pytest.mark.parametrize("game_id", OFFERED)
def test_an_information_state_remembers_everything(game_id: str) -> None:
    """Perfect recall: each text goes on from the one before, so nothing is ever forgotten."""
    game = load(game_id)
    for player in range(2):
        before = ""
        for state in play(game, Random(4)):
            told = state.information_state_string(player)
            known = before.split("; ")
            assert len(told.split("; ")) >= len(known)
            assert all(was in (is_, "?") for was, is_ in zip(known[1:], told.split("; ")[1:], strict=False))
            before = told


@pytest.mark.parametrize("game_id", OFFERED)
def test_tensor_and_parts_agree(game_id: str) -> None:
    game = load(game_id)
    observer = make_observation(game)
    recalling = make_observation(game, INFO_STATE_OBS_TYPE)
    for state in play(game, Random(5)):
        if not state.is_chance_node():
            observer.set_from(state, 1)
            recalling.set_from(state, 1)
            assert observer.dict["player"].tolist() == [0, 1]
            assert state.observation_tensor(1) == observer.tensor.tolist()
            assert sum(entry > 0 for entry in recalling.dict["past"]) == len(state.full_history())
