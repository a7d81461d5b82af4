"""A learned value: a small network of two hidden layers, kept in the package and worked out in arrays."""

from functools import cache
from importlib.resources import files
from typing import Any, Final

from cartable.bots.arrays import NDArray, np
from cartable.bots.packed_network import FIRST_BITS, NEARLY_HALF, SECOND_BITS

Floats = NDArray[Any]

PARTS: Final = ("w1", "b1", "w2", "b2", "w3", "b3")


class Network:
    """inputs -> rectified -> rectified -> outputs. The programs in `lab/train/` made the weights.

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


class FixedPointNetwork(Network):
    """The same in whole numbers of small units: a sum is the same in any order, and as `PackedNetwork` has it."""

    def __init__(self, weights: dict[str, NDArray[Any]]) -> None:
        both, all_three = FIRST_BITS + SECOND_BITS, FIRST_BITS + 2 * SECOND_BITS
        bits = (FIRST_BITS, FIRST_BITS, SECOND_BITS, both, SECOND_BITS, all_three)
        for name, unit in zip(PARTS, bits, strict=True):
            exact = weights[name].astype(np.float64) * weights.get(f"{name}_step", np.ones(1)).astype(np.float64)
            setattr(self, name, np.rint(exact * 2**unit) / 2**unit)

    def first_layer(self, inputs: Floats) -> Floats:
        sums = inputs @ self.w1 + self.b1
        whole: Floats = np.floor(sums * 2**FIRST_BITS + NEARLY_HALF) / 2**FIRST_BITS
        return whole


@cache
def network(package: str, name: str) -> FixedPointNetwork:
    """The network whose weights lie in a package; read once."""
    with files(package).joinpath(name).open("rb") as file, np.load(file) as kept:
        return FixedPointNetwork({part: kept[part] for part in kept})
