"""What both forms of an environment share: agents, spaces, seeds and rendering."""

from random import Random
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cartable.research.episode import Episode
from cartable.research.pictures import draw, tell
from cartable.research.setting import Setting
from cartable.research.zoo.spaces import action_space, agent_of, observation_space

MOST_ACTS: Final = 10_000
"""A match that goes on for longer is cut (truncated)."""

RENDER_MODES: Final = ("human", "ansi", "rgb_array")


class ZooTable:
    """An environment of one game, for this many seats. Any other keyword is an option of the game."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game_id: str,
        *,
        seats: int | None = None,
        reward: str = "rank",
        level: str = "fair",
        max_acts: int = MOST_ACTS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.setting: Final = Setting(game_id, seats, reward, level, options)
        self.metadata = {
            "name": f"{game_id}_v{self.setting.encoding.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [agent_of(seat) for seat in range(self.setting.seats)]
        self.agents: list[str] = []
        self.episode: Episode
        self._max_acts = max_acts
        self._seeds = Random()
        self._actions = {agent: action_space(self.setting) for agent in self.possible_agents}
        self._observations = {agent: observation_space(self.setting) for agent in self.possible_agents}

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Dict:
        """Always the same object for an agent, so that it can be seeded."""
        return self._observations[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[np.int64]":
        """Always the same object for an agent, so that it can be seeded."""
        return self._actions[agent]

    def _begin(self, seed: int | None) -> None:
        """A new match; with a seed, always the same one, and the same matches after it."""
        if seed is not None:
            self._seeds = Random(seed)
        self.episode = self.setting.begin(self._seeds.getrandbits(63))
        self.agents = list(self.possible_agents)

    def render(self) -> NDArray[np.uint8] | str | None:
        """The table as a spectator sees it."""
        view = self.episode.view(None)
        if self.render_mode == "rgb_array":
            return draw(self.episode.game.id, view)
        text = tell(self.episode.game.id, view)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""
