"""Spaces and arrays: what agents are given, and what they may answer."""

from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cartable.kernel import Seat
from cartable.research.episode import Episode
from cartable.research.setting import Setting


class Observation(TypedDict):
    """What an agent is given. The mask has a one for each action that it may take now."""

    observation: NDArray[np.int16]
    action_mask: NDArray[np.int8]


def agent_of(seat: Seat) -> str:
    """The name of a seat's agent."""
    return f"player_{seat}"


def observation_space(setting: Setting) -> spaces.Dict:
    """Bounds by the layout of the encoding, and a mask over all actions."""
    blocks = setting.encoding.blocks(setting.seats)
    low, high = (
        np.concatenate([np.full(block.size, getattr(block, bound), np.int16) for block in blocks])
        for bound in ("low", "high")
    )
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (actions(setting),), dtype=np.int8),
        }
    )


def actions(setting: Setting) -> int:
    """How many actions there are: the acts of the game, and in a race one more, to wait."""
    return len(setting.encoding.acts) + setting.waits


def action_space(setting: Setting) -> "spaces.Discrete[np.int64]":
    """All actions by number."""
    return spaces.Discrete(actions(setting))


def observe(setting: Setting, episode: Episode, seat: Seat, mask: bytearray) -> Observation:
    """What a seat is given: from its view alone."""
    view = episode.view(seat)
    return {
        "observation": np.frombuffer(setting.encoding.observe(view, setting.seats), np.int16),
        "action_mask": np.frombuffer(mask, np.int8),
    }


def mask_of(setting: Setting, episode: Episode, seat: Seat) -> bytearray:
    """The mask of a seat that is asked; of one that is not, blank."""
    if seat not in episode.asked:
        return bytearray(actions(setting))
    mask = setting.encoding.mask(episode.legal(seat), setting.waits)
    if episode.may_wait():
        mask[-1] = 1
    return mask


def refused(code: str, rule: str, act: Any) -> dict[str, str]:
    """What an agent is told of an action that was not allowed."""
    return {"refused": code, "rule": rule, "act": str(act)}
