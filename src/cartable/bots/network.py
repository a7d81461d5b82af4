"""A learned value: a small network of two hidden layers, kept in the package and worked out with numpy."""

from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

PARTS: Final = ("w1", "b1", "w2", "b2", "w3", "b3")


class Network:
    """inputs -> rectified -> rectified -> outputs. The scripts in `training/` made the weights.

    Weights may be kept as whole numbers: `step` is what one of them stands for.
    """

    def __init__(self, weights: dict[str, NDArray[Any]]) -> None:
        self.w1, self.b1, self.w2, self.b2, self.w3, self.b3 = (
            weights[name].astype(np.float32) * weights.get(f"{name}_step", np.ones(1)).astype(np.float32)
            for name in PARTS
        )

    def first_layer(self, inputs: Floats) -> Floats:
        """The first layer before it is rectified: what differs little from it can be had by adding."""
        sums: Floats = inputs @ self.w1 + self.b1
        return sums

    def from_first_layer(self, first: Floats) -> Floats:
        """The outputs for such sums."""
        second = np.maximum(np.maximum(first, 0) @ self.w2 + self.b2, 0)
        outputs: Floats = second @ self.w3 + self.b3
        return outputs

    def __call__(self, inputs: Floats) -> Floats:
        return self.from_first_layer(self.first_layer(inputs))


@cache
def network(package: str, name: str) -> Network:
    """The network whose weights lie in a package; read once."""
    with files(package).joinpath(name).open("rb") as file, np.load(file) as kept:
        return Network({part: kept[part] for part in kept})
