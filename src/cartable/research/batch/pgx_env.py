"""The simulators as environments of Pgx (https://github.com/sotetsuk/pgx): `make("push-2")`, `make("quinto-4")`.

    env = make("push-3", reward="score", risk=True)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), 1024))
    state = jax.jit(jax.vmap(env.step_again))(state, actions, keys)

`step_again` deals a new match where one ends, as `pgx.experimental.wrappers.auto_reset` does with `step`, but faster:
what is seen is worked out once.

A player's number is the seat. Observations and actions are those of `cartable.research.encodings`; an entry of an
observation is a byte. Every step needs a key: cards are drawn when they are turned.
"""

from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from pgx.core import Env, State, dataclass

from cartable.kernel import BadInput
from cartable.research.batch.bits import RandomBits, either
from cartable.research.batch.contract import Simulator
from cartable.research.batch.seal import once
from cartable.research.batch.simulators import SIMULATORS
from cartable.research.rewards import Reward, read_reward

IDS: Final = tuple(f"{each.id}-{seats}" for each in SIMULATORS.values() for seats in each.seats)
"""What `make` knows: a game and its number of players."""

LINE: Final = 18


@dataclass
class TableState(State):  # type: ignore[misc] # Pgx has no types
    """A match as Pgx has it; `_match` is the simulator's."""

    _match: Any
    _env_id: Array
    current_player: Array
    observation: Array
    rewards: Array
    terminated: Array
    truncated: Array
    legal_action_mask: Array
    _step_count: Array

    @property
    def env_id(self) -> str:
        """The name `make` knows the environment by."""
        return IDS[int(np.ravel(self._env_id)[0])]

    def to_svg(self, *, color_theme: str | None = None, scale: float | None = None) -> str:  # noqa: ARG002 - one theme
        """Each match in a line: who is to act, and how it ended."""
        lines = [
            f"{self.env_id}: over, rewards {' '.join(f'{reward:+.2f}' for reward in rewards)}"
            if over
            else f"{self.env_id}: player {player} is to act after {steps} steps"
            for over, player, steps, rewards in zip(
                np.ravel(self.terminated),
                np.ravel(self.current_player),
                np.ravel(self._step_count),
                np.reshape(self.rewards, (-1, np.shape(self.rewards)[-1])),
                strict=True,
            )
        ]
        height = LINE * (len(lines) + 1)
        texts = "".join(f'<text x="8" y="{LINE * at}">{escape(line)}</text>' for at, line in enumerate(lines, 1))
        size = f'width="{480 * (scale or 1):g}" height="{height * (scale or 1):g}" viewBox="0 0 480 {height}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="13">{texts}</svg>'

    def save_svg(self, filename: str, *, color_theme: str | None = None, scale: float | None = None) -> None:
        """The same, in a file."""
        Path(filename).write_text(self.to_svg(color_theme=color_theme, scale=scale), encoding="utf-8")


class PgxTable(Env):  # type: ignore[misc] # Pgx has no types
    """A game for a number of players as an environment of Pgx."""

    def __init__(self, simulator: Simulator, seats: int, reward: Reward, **options: Any) -> None:
        super().__init__()
        self.simulator = simulator
        self.seats = seats
        self.reward = reward
        self.options = options

    @property
    def id(self) -> str:
        """The name `make` knows it by."""
        return f"{self.simulator.id}-{self.seats}"

    @property
    def version(self) -> str:
        """Of its rules and its encoding."""
        return "v0"

    @property
    def num_players(self) -> int:
        """How many play."""
        return self.seats

    @property
    def num_actions(self) -> int:
        """How many acts have a number."""
        return self.simulator.acts

    @cached_property
    def observation_shape(self) -> tuple[int, ...]:
        """The entries of an observation."""
        shape: tuple[int, ...] = jax.eval_shape(self.init, jax.random.key(0)).observation.shape
        return shape

    def _init(self, key: Array) -> Any:
        start = self.simulator.init(self.seats, **self.options)
        match = self.simulator.dealt(start, RandomBits.of(key))
        return self._told(
            TableState(
                _match=match,
                _env_id=jnp.int8(IDS.index(self.id)),
                current_player=jnp.int32(0),
                observation=jnp.zeros((), jnp.int8),
                rewards=jnp.zeros(self.seats, jnp.float32),
                terminated=jnp.bool_(False),
                truncated=jnp.bool_(False),
                legal_action_mask=jnp.zeros((), jnp.bool_),
                _step_count=jnp.int32(0),
            )
        )

    def _step(self, state: Any, action: Array, key: Array | None) -> Any:
        if key is None:
            raise BadInput("key", "expected a key of jax.random with every step: cards are drawn when they are turned")
        match, _ = self._played(state._match, action, RandomBits.of(key))
        told = self._told(state.replace(_match=match))
        return told.replace(rewards=self.simulator.rewards(match, self.reward), terminated=self.simulator.over(match))

    def _played(self, match: Any, action: Array, rng: RandomBits) -> tuple[Any, RandomBits]:
        first, rng = rng.draw()
        second, rng = rng.draw()
        after, _ = self.simulator.play(match, action, first, second)
        return after, rng

    def _told(self, state: Any) -> Any:
        match = state._match
        return state.replace(
            current_player=self.simulator.mover(match).astype(jnp.int32),
            legal_action_mask=self.simulator.legal(match),
        )

    def step_again(self, state: Any, action: Array, key: Array) -> Any:
        """A step; where it ends the match the next one begins, with the rewards and `terminated` of the one that ended.

        An illegal action ends a match as in `step`.
        """
        rules = self.simulator
        illegal = ~state.legal_action_mask[action]
        after, rng = self._played(state._match, action, RandomBits.of(key))
        over = rules.over(after) | illegal
        fresh = rules.dealt(rules.init(self.seats, **self.options), rng)
        again = either(over, fresh, after)
        ended = state.replace(
            _match=once(again),  # else a GPU works out the whole step for every entry it writes
            rewards=rules.rewards(after, self.reward),
            terminated=over,
            _step_count=jnp.where(over, 0, state._step_count + 1),
        )
        blamed = jnp.arange(self.seats) == state.current_player
        penalty = self._illegal_action_penalty
        ended = ended.replace(
            rewards=jnp.where(illegal, jnp.where(blamed, penalty, -penalty * (self.seats - 1)), ended.rewards)
        )
        told = self._told(ended)
        return told.replace(observation=self._observe(told, told.current_player))

    def _observe(self, state: Any, player_id: Array) -> Array:
        return self.simulator.observe(state._match, player_id)


def available_envs() -> tuple[str, ...]:
    """Every name `make` knows."""
    return IDS


def make(env_id: str, *, reward: str = Reward.RANK, **options: Any) -> PgxTable:
    """The environment of this name. Options are those of the simulator's `init`."""
    if env_id not in IDS:
        raise BadInput(f"environment {env_id!r}", f"expected one of: {', '.join(IDS)}")
    game_id, _, seats = env_id.partition("-")
    return PgxTable(SIMULATORS[game_id], int(seats), read_reward(reward), **options)
