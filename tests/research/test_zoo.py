"""PettingZoo's own tests on every game and number of players, and what they do not look for."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from cartable.games import registry
from cartable.kernel import AnyGame, BadInput, Tempo
from cartable.research import zoo
from cartable.research.encodings import encoding
from cartable.research.zoo import push_v0, trio_v2

SEATS = [pytest.param(game, seats, id=f"{game.id}-{seats}") for game in registry.games() for seats in game.seats]
RACES = [game for game in registry.games() if game.tempo is not Tempo.TURNS]
RACE_SEATS = [pytest.param(game, seats, id=f"{game.id}-{seats}") for game in RACES for seats in game.seats]

# PettingZoo's test knows by name which environments may have masks beside their observations; ours are not among them.
# At the end of a match nothing is legal.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


def module(game: AnyGame) -> Any:
    return getattr(zoo, f"{game.id}_v{encoding(game.id).version}")


def choices(env: Any, dice: Random) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Random play to the end: who acts, what they were given, and what they take."""
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        action = dice.choice(np.flatnonzero(observation["action_mask"]).tolist())
        yield agent, observation, action
        env.step(action)


@pytest.mark.parametrize("game", RACES, ids=lambda game: game.id)
def test_calm_play_is_a_game_of_turns(game: AnyGame) -> None:
    """Everybody is asked in turn, and nobody can wait; a parallel environment is for races."""
    env = module(game).env(seats=3, calm=True, window_s=30)
    env.reset(seed=3)
    acts = [game.acts[action] for _, _, action in choices(env, Random(3))]
    assert "pass" in map(str, acts)
    assert not env.agents
    with pytest.raises(BadInput, match="expected a race"):
        module(game).parallel_env(calm=True)


# --- their tests ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_their_api_test(game: AnyGame, seats: int) -> None:
    api_test(module(game).env(seats=seats), num_cycles=1000)


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_their_seed_test(game: AnyGame, seats: int) -> None:
    seed_test(lambda: module(game).env(seats=seats))


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_their_render_test(game: AnyGame, seats: int) -> None:
    render_test(lambda **mode: module(game).env(seats=seats, **mode))


@pytest.mark.parametrize(("game", "seats"), RACE_SEATS)
def test_their_parallel_api_test(game: AnyGame, seats: int) -> None:
    parallel_api_test(module(game).parallel_env(seats=seats), num_cycles=1000)


# --- ours ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_masks_are_the_legal_acts(game: AnyGame) -> None:
    env, acts = module(game).env(), encoding(game.id).acts
    env.reset(seed=2)
    for agent, observation, _ in choices(env, Random(2)):
        seat = env.possible_agents.index(agent)
        allowed = {acts[number] for number in np.flatnonzero(observation["action_mask"]) if number < len(acts)}
        assert allowed == set(game.legal(env.episode.state, seat))


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_the_rewards_are_those_of_the_outcome(game: AnyGame) -> None:
    for reward, seed in (("rank", 1), ("score", 2)):
        env = module(game).env(seats=game.seats[-1], reward=reward)
        env.reset(seed=seed)
        for _ in choices(env, Random(seed)):
            if any(env.terminations.values()):
                break
        outcome = env.episode.outcome()
        got = env.setting.rewards(env.episode)
        assert outcome is not None
        assert sum(got) == pytest.approx(0)
        order = sorted(range(len(got)), key=lambda seat: -got[seat])
        if reward == "rank" or outcome.scores is None:
            assert [outcome.ranks[seat] for seat in order] == sorted(outcome.ranks)
        else:
            assert [outcome.scores[seat] for seat in order] == sorted(outcome.scores, reverse=True)


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_an_action_that_is_not_allowed_changes_nothing(game: AnyGame) -> None:
    """The agent is told the rule and is asked again."""
    env, acts = module(game).env(), encoding(game.id).acts
    env.reset(seed=3)
    refusals = 0
    for agent, observation, _ in choices(env, Random(3)):
        state = env.episode.state
        full = partial(game.with_defaults, state)  # an accusation may name the top card, and means the same
        allowed = {full(act) for act in env.episode.legal(int(agent.removeprefix("player_")))}
        wrong = [
            at for at in np.flatnonzero(observation["action_mask"][: len(acts)] == 0) if full(acts[at]) not in allowed
        ]
        if not wrong:
            continue
        env.step(int(wrong[refusals % len(wrong)]))
        assert env.episode.state is state
        assert env.agent_selection == agent
        assert env.infos[agent]["refused"] in game.refusals
        assert env.infos[agent]["rule"]
        assert not any(env.terminations.values())
        refusals += 1
    assert refusals
    assert env.agents == [], "the match went on to its end"


@pytest.mark.parametrize("make", [push_v0.env, trio_v2.env, trio_v2.parallel_env])
def test_bad_settings_are_named(make: Callable[..., Any]) -> None:
    for bad, named in (
        ({"seats": 9}, "seats"),
        ({"reward": "fame"}, "fame"),
        ({"level": "godlike"}, "godlike"),
        ({"colour": "red"}, "colour"),
    ):
        with pytest.raises(BadInput, match=named):
            make(**bad)


def test_an_option_of_the_game_is_a_keyword() -> None:
    env = push_v0.env(risk=True)
    env.reset(seed=1)
    assert env.episode.state.options.risk
    assert str(env) == "push_v0"


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_a_match_that_takes_too_long_is_cut(game: AnyGame) -> None:
    env = module(game).env(max_acts=5)
    env.reset(seed=1)
    for _ in choices(env, Random(1)):
        pass
    assert env.episode.acts == 5
    assert env.episode.outcome() is None


@pytest.mark.parametrize("game", RACES, ids=lambda game: game.id)
def test_both_forms_of_a_race_are_one_race(game: AnyGame) -> None:
    """The same seed and the same choices: one agent after the other, or all at once."""
    one, all_at_once = module(game).env(seats=3), module(game).parallel_env(seats=3)
    for seed in range(3):
        dice: dict[str, Random] = {agent: Random(f"{seed} {agent}") for agent in one.possible_agents}
        one.reset(seed=seed)
        chosen: dict[str, list[int]] = {agent: [] for agent in one.possible_agents}
        for agent in one.agent_iter():
            observation, _, terminated, truncated, _ = one.last()
            if terminated or truncated:
                break
            chosen[agent].append(dice[agent].choice(np.flatnonzero(observation["action_mask"]).tolist()))
            one.step(chosen[agent][-1])
        all_at_once.reset(seed=seed)
        following = {agent: iter(actions) for agent, actions in chosen.items()}
        rewards, terminations = {}, {}
        while all_at_once.agents:
            asked = {all_at_once.possible_agents[seat] for seat in all_at_once.episode.asked}
            wait = all_at_once.action_space("player_0").n - 1
            answers = {agent: next(following[agent]) if agent in asked else wait for agent in all_at_once.agents}
            _, rewards, terminations, _, _ = all_at_once.step(answers)
        assert all(terminations.values())
        assert rewards == one.rewards
        assert all_at_once.episode.state == one.episode.state


def test_the_parallel_form_takes_a_wrong_action_for_waiting() -> None:
    env = trio_v2.parallel_env(seats=2, referee=True)
    observations, _ = env.reset(seed=1)
    while len(env.episode.asked) < 2:
        first = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
        observations, *_ = env.step(first)
    state = env.episode.state
    wrong = {agent: int(seen["action_mask"].argmin()) for agent, seen in observations.items()}
    _, _, _, _, infos = env.step(wrong)
    assert all(info["refused"] for info in infos.values())
    assert env.episode.state == state, "a beat has passed, and nothing has happened"
