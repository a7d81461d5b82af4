"""A network that learns (Adam), and is kept small."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartable.bots.network import PARTS, Floats, Network

BETA_1, BETA_2, TINY = 0.9, 0.999, 1e-8
MOST = 127

Slope = Callable[[Floats], tuple[Floats, float]]
"""From outputs to the gradient of the loss, and its mean."""


class NumpyLearner(Network):
    """The network of the bots, which can learn."""

    def __init__(self, inputs: int, hidden: tuple[int, int], outputs: int, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        first, second = hidden
        weights: dict[str, NDArray[Any]] = {}
        for name, shape in (("1", (inputs, first)), ("2", (first, second)), ("3", (second, outputs))):
            spread = 0.05 if name == "1" else (2 / shape[0]) ** 0.5
            weights[f"w{name}"] = rng.normal(0, spread, shape)
            weights[f"b{name}"] = np.zeros(shape[1])
        super().__init__(weights)
        self._moments = {name: (np.zeros_like(part), np.zeros_like(part)) for name, part in self._parts.items()}
        self._steps = 0

    @property
    def _parts(self) -> dict[str, Floats]:
        return {name: getattr(self, name) for name in PARTS}

    def start(self, path: Path) -> None:
        """Go on from weights that were kept."""
        with np.load(path) as kept:
            Network.__init__(self, {name: kept[name] for name in kept})

    def learn(self, inputs: Floats, slope: Slope, rate: float) -> float:
        """One step against the slope."""
        first = self.first_layer(inputs)
        lit = np.maximum(first, 0)
        second = lit @ self.w2 + self.b2
        bright = np.maximum(second, 0)
        at_top, loss = slope(bright @ self.w3 + self.b3)
        at_second = (at_top @ self.w3.T) * (second > 0)
        at_first = (at_second @ self.w2.T) * (first > 0)
        slopes = {
            "w3": bright.T @ at_top,
            "b3": at_top.sum(0),
            "w2": lit.T @ at_second,
            "b2": at_second.sum(0),
            "w1": inputs.T @ at_first,
            "b1": at_first.sum(0),
        }
        self._descend(slopes, rate)
        return loss

    def _descend(self, slopes: dict[str, Floats], rate: float) -> None:
        self._steps += 1
        evened = rate * (1 - BETA_2**self._steps) ** 0.5 / (1 - BETA_1**self._steps)
        for name, part in self._parts.items():
            mean, square = self._moments[name]
            mean += (1 - BETA_1) * (slopes[name] - mean)
            square += (1 - BETA_2) * (slopes[name] ** 2 - square)
            np.subtract(part, (evened * mean / (np.sqrt(square) + TINY)).astype(np.float32), out=part)

    def weights(self) -> dict[str, Any]:
        """What play needs: half precision, and a byte for each of the many weights of the first layer."""
        step = np.abs(self.w1).max(0) / MOST + TINY
        kept: dict[str, NDArray[Any]] = {name: part.astype(np.float16) for name, part in self._parts.items()}
        return {**kept, "w1": np.rint(self.w1 / step).astype(np.int8), "w1_step": step.astype(np.float32)}
