"""A race as a parallel environment: all agents answer at once, then time passes until the next thing happens."""

from typing import Any

from pettingzoo import ParallelEnv

from cartable.kernel import BadInput
from cartable.research.zoo.spaces import Observation, mask_of, observe, refused
from cartable.research.zoo.table import ZooTable

Each = dict[str, Any]


class CartableParallelEnv(ZooTable, ParallelEnv):  # type: ignore[misc]  # PettingZoo is not typed
    """A race with masks. Who has nothing to do can only wait. An action that is not allowed is taken as waiting, where
    one may wait, and as the first legal act, where one may not; `infos` tells the rule.
    """

    def __init__(self, game_id: str, **settings: Any) -> None:
        super().__init__(game_id, **settings)
        if not self.setting.is_race:
            raise BadInput(f"game {game_id!r}", "expected a race: in a game of turns agents act one after the other")

    def reset(
        self,
        seed: int | None = None,
        options: Each | None = None,  # noqa: ARG002 - their form
    ) -> tuple[dict[str, Observation], Each]:
        self._begin(seed)
        return self._observe(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Observation], Each, Each, Each, Each]:
        """Everybody's answer; those of agents that were not asked count for nothing."""
        infos: Each = {agent: {} for agent in self.agents}
        for seat in tuple(self.episode.asked):
            agent = self.possible_agents[seat]
            infos[agent] = self._choose(seat, int(actions[agent]))
        over = not self.episode.asked
        cut = not over and self.episode.acts >= self._max_acts
        rewards = dict(zip(self.agents, self.setting.rewards(self.episode), strict=True))
        terminations, truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        observations = self._observe()
        if over or cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _choose(self, seat: int, number: int) -> dict[str, str]:
        episode, acts = self.episode, self.setting.encoding.acts
        act = acts[number] if number < len(acts) else None
        if act is None and episode.may_wait():
            episode.choose(seat, None)
            return {}
        answer = episode.choose(seat, act) if act is not None else None
        if act is not None and answer is None:
            return {}
        episode.choose(seat, None if episode.may_wait() else episode.legal(seat)[0])
        return refused("cannot-wait", "", "wait") if answer is None else refused(answer.code, answer.rule, act)

    def _observe(self) -> dict[str, Observation]:
        episode, found = self.episode, {}
        for seat, agent in enumerate(self.possible_agents):
            mask = mask_of(self.setting, episode, seat)
            if seat not in episode.asked:
                mask[-1] = 1
            found[agent] = observe(self.setting, episode, seat, mask)
        return found
