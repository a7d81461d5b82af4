"""Quinto alone (QUIN-33), for Gymnasium."""

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cartable.games.quinto.sheet import score_of
from cartable.kernel import Refused
from cartable.research.episode import Episode
from cartable.research.pictures import draw, tell
from cartable.research.setting import Setting

Seen = NDArray[np.int16]


class QuintoSoloEnv(gymnasium.Env[Seen, np.int64]):
    """One match alone. The reward is what the sheet gained, so that the return is the score.

    `info["action_mask"]` has a one for each legal action. One that is not legal changes nothing: `info["refused"]` is
    the code of the refusal.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 - as theirs

    def __init__(self, render_mode: str | None = None) -> None:
        self._setting: Final = Setting("quinto", 1, "score", "fair", {})
        blocks = self._setting.encoding.blocks(1)
        low, high = (
            np.concatenate([np.full(block.size, getattr(block, bound), np.int16) for block in blocks])
            for bound in ("low", "high")
        )
        self.observation_space: spaces.Space[Seen] = spaces.Box(low, high, dtype=np.int16)
        self.action_space: spaces.Discrete[np.int64] = spaces.Discrete(len(self._setting.encoding.acts))
        self.render_mode = render_mode
        self.episode: Episode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.episode = self._setting.begin(int(self.np_random.integers(2**62)))
        return self._observe(), self._info(None)

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        before = self._score()
        answer = self.episode.choose(0, self._setting.encoding.acts[int(action)])
        over = not self.episode.asked
        return self._observe(), float(self._score() - before), over, False, self._info(answer)

    def action_masks(self) -> NDArray[np.int8]:
        """A one for each legal action."""
        return np.frombuffer(self._setting.encoding.mask(self.episode.legal(0)), np.int8)

    def _score(self) -> int:
        state = self.episode.state
        return score_of(state.sheets[0], state.misses[0]).total

    def _observe(self) -> Seen:
        view = self.episode.view(0)
        return np.frombuffer(self._setting.encoding.observe(view, 1), np.int16)

    def _info(self, answer: Refused | None) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks()}
        if answer is not None:
            info["refused"] = answer.code
        return info

    def render(self) -> Any:
        """The table as its player sees it."""
        view = self.episode.view(0)
        if self.render_mode == "rgb_array":
            return draw("quinto", view)
        text = tell("quinto", view)
        if self.render_mode == "human":
            print(text)
            return None
        return text
