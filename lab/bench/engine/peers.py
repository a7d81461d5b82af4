"""The peers, each driven by its own small loop: uniform random legal play, counted in players' decisions."""

import warnings
from collections.abc import Callable
from random import Random
from typing import Any

Loop = Callable[[], int]
"""Plays one game and tells how many decisions the players made."""


def rlcard_loop(name: str, seed: int) -> Loop:
    """RLCard's own game objects, without its agents and with the observations its `step` makes."""
    import rlcard  # noqa: PLC0415 - only in the benchmark's environment

    env = rlcard.make(name, config={"seed": seed})
    rng = Random(seed)

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def classic(name: str) -> Any:
    """One of PettingZoo's own environments."""
    from importlib import import_module  # noqa: PLC0415 - as above

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a deprecation of the import path, not of the environment
        return import_module(f"pettingzoo.classic.{name}").env()


def aec_loop(env: Any, seed: int) -> Loop:
    """Matches through PettingZoo's AEC interface: every step with its observation and mask."""
    rng, seeds = Random(seed), iter(range(seed, seed + 10_000_000))

    def play() -> int:
        env.reset(seed=next(seeds))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
            decisions += 1
        return decisions

    return play


def openspiel_loop(name: str, seed: int, **parameters: Any) -> Loop:
    """A tight Python loop over the states of an OpenSpiel game, chance nodes included; players' decisions count."""
    import pyspiel  # noqa: PLC0415 - as above
    from open_spiel.python import games  # noqa: F401, PLC0415 - registers those written in Python

    game, rng = pyspiel.load_game(name, parameters), Random(seed)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(rng.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


PEERS: list[tuple[str, Callable[[int], Loop]]] = [
    ("RLCard uno", lambda seed: rlcard_loop("uno", seed)),
    ("RLCard limit hold'em", lambda seed: rlcard_loop("limit-holdem", seed)),
    ("RLCard gin rummy", lambda seed: rlcard_loop("gin-rummy", seed)),
    ("PettingZoo leduc", lambda seed: aec_loop(classic("leduc_holdem_v4"), seed)),
    ("PettingZoo texas", lambda seed: aec_loop(classic("texas_holdem_v4"), seed)),
    ("OpenSpiel kuhn (Python)", lambda seed: openspiel_loop("python_kuhn_poker", seed)),
    ("OpenSpiel pig (C++)", lambda seed: openspiel_loop("pig", seed)),
    ("OpenSpiel crazy eights (C++)", lambda seed: openspiel_loop("crazy_eights", seed)),
]
