"""A small network of two hidden layers and the way it learns (Adam). The input comes in sparse and dense parts."""

from pathlib import Path
from typing import Any

import numpy as np

from training.arrays import host, xp

BETA_1, BETA_2, TINY = 0.9, 0.999, 1e-8


class Network:
    """inputs -> rectified -> rectified -> outputs."""

    def __init__(self, inputs: int, hidden: tuple[int, int], outputs: int, seed: int = 0) -> None:
        luck = np.random.default_rng(seed)
        first, second = hidden
        shapes = {"w1": (inputs, first), "w2": (first, second), "w3": (second, outputs)}
        self.parts: dict[str, Any] = {}
        for name, shape in shapes.items():
            spread = 0.05 if name == "w1" else (2 / shape[0]) ** 0.5
            self.parts[name] = xp.asarray(luck.normal(0, spread, shape).astype(np.float32))
            self.parts["b" + name[1]] = xp.zeros(shape[1], dtype=xp.float32)
        self._moments = {name: (xp.zeros_like(part), xp.zeros_like(part)) for name, part in self.parts.items()}
        self._steps = 0

    def base(self, inputs: Any) -> Any:
        """The first layer before it is rectified: what differs little from it can be had by adding."""
        return inputs @ self.parts["w1"] + self.parts["b1"]

    def above(self, first: Any) -> Any:
        """The outputs for such sums."""
        parts = self.parts
        second = xp.maximum(xp.maximum(first, 0) @ parts["w2"] + parts["b2"], 0)
        return second @ parts["w3"] + parts["b3"]

    def __call__(self, inputs: Any) -> Any:
        return self.above(self.base(inputs))

    def learn(self, inputs: Any, slope: Any, rate: float) -> float:
        """One step against `slope(outputs)`, which gives the loss's gradient and its mean."""
        parts = self.parts
        first = self.base(inputs)
        lit = xp.maximum(first, 0)
        second = lit @ parts["w2"] + parts["b2"]
        bright = xp.maximum(second, 0)
        at_top, loss = slope(bright @ parts["w3"] + parts["b3"])
        at_second = (at_top @ parts["w3"].T) * (second > 0)
        at_first = (at_second @ parts["w2"].T) * (first > 0)
        slopes = {
            "w3": bright.T @ at_top,
            "b3": at_top.sum(0),
            "w2": lit.T @ at_second,
            "b2": at_second.sum(0),
            "w1": inputs.T @ at_first,
            "b1": at_first.sum(0),
        }
        self._descend(slopes, rate)
        return float(loss)

    def _descend(self, slopes: dict[str, Any], rate: float) -> None:
        self._steps += 1
        evened = rate * (1 - BETA_2**self._steps) ** 0.5 / (1 - BETA_1**self._steps)
        for name, slope in slopes.items():
            mean, square = self._moments[name]
            mean += (1 - BETA_1) * (slope - mean)
            square += (1 - BETA_2) * (slope * slope - square)
            self.parts[name] -= evened * mean / (xp.sqrt(square) + TINY)

    def weights(self) -> dict[str, Any]:
        """The weights in half precision, which is all that play needs."""
        return {name: host(part).astype(np.float16) for name, part in self.parts.items()}

    def load(self, path: Path, prefix: str = "") -> None:
        """Go on from weights that were kept."""
        with np.load(path) as kept:
            for name in self.parts:
                self.parts[name] = xp.asarray(kept[prefix + name].astype(np.float32))
