"""Any game as an AEC environment: agents act one after the other, each as soon as it is asked."""

from typing import Any, Final

from pettingzoo import AECEnv

from cartable.kernel import Refused
from cartable.research.zoo.spaces import Observation, mask_of, observe, refused
from cartable.research.zoo.table import ZooTable

WAITED: Final = Refused("cannot-wait", "")
"""Nobody else could act: to wait would be forever."""


class CartableEnv(ZooTable, AECEnv):  # type: ignore[misc]  # PettingZoo is not typed
    """A match with masks. An action that is not allowed changes nothing: `infos` tells the rule, and the agent is asked
    again.
    """

    def __init__(self, game_id: str, **settings: Any) -> None:
        AECEnv.__init__(self)
        ZooTable.__init__(self, game_id, **settings)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._acts = self.setting.encoding.acts

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - their form
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, str]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.asked[0]]

    def observe(self, agent: str) -> Observation:
        seat = self._seat[agent]
        mask = mask_of(self.setting, self.episode, seat)
        return observe(self.setting, self.episode, seat, mask)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: an action is needed")
        number, acts = int(action), self._acts
        act = acts[number] if number < len(acts) else None
        if self.infos[agent]:
            self.infos[agent] = {}
        self._cumulative_rewards[agent] = 0.0
        answer = self.episode.choose(self._seat[agent], act) if act is not None or self.episode.may_wait() else WAITED
        if answer is not None:
            self.infos[agent] = refused(answer.code, answer.rule, "wait" if act is None else act)
        elif self.episode.asked and self.episode.acts < self._max_acts:
            self.agent_selection = self.possible_agents[self.episode.asked[0]]
        else:
            self._end()

    def _end(self) -> None:
        over = not self.episode.asked
        for agent, reward in zip(self.agents, self.setting.rewards(self.episode), strict=True):
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent], self.truncations[agent] = over, not over
        self.agent_selection = self.agents[0]
