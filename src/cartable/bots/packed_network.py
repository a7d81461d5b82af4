"""A learned value in plain Python, as fast as that gets: a layer is one long integer, with some bits for each sum.

Weights are whole numbers of a small unit, so sums are exact in any order: `network.FixedPointNetwork` finds the same
with numpy, to the last bit. A weight times a row of weights is one multiplication of integers.
"""

import struct
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import floor
from operator import mul
from typing import Any, Final

FIRST_BITS: Final = 12
SECOND_BITS: Final = 11
"""Weights and sums of the first layer are whole numbers of 1/4096, weights of the next ones of 1/2048."""

INPUT_BITS: Final = 10
"""Inputs that are no flags are whole numbers of 1/1024."""

LANE: Final = 32
_MIDDLE: Final = 1 << (LANE - 1)
"""What is added to a lane while it is read or written: then none of them is negative."""

NEARLY_HALF: Final = 0.51
"""Sums are rounded by adding this and cutting off: shares of a weight never come so close to a border that the error
of a float decides."""

Layer = int
"""Sums of the first layer, packed: may be added and subtracted."""


class PackedNetwork:
    """inputs -> rectified -> rectified -> one or two outputs."""

    def __init__(self, weights: dict[str, Any]) -> None:
        w1, self._steps = weights["w1"], weights["w1_step"].flat
        self._first = w1.shape[1]
        self._kept: list[int] = w1.flat
        self._rows: dict[int, Layer] = {}
        self._second = weights["w2"].shape[1]
        second = _whole(weights["w2"].flat, SECOND_BITS)
        self._weights = [packed(second[at : at + self._second]) for at in range(0, len(second), self._second)]
        self._middles = [_middle(size) for size in (self._first, self._second)]
        self.base: Layer = packed(_whole(weights["b1"].flat, FIRST_BITS))
        self._second_base = packed(_whole(weights["b2"].flat, FIRST_BITS + SECOND_BITS)) + self._middles[1]
        third = _whole(weights["w3"].flat, SECOND_BITS)
        many = weights["w3"].shape[1]
        self._outputs = [third[at::many] for at in range(many)]
        self._output_bases = _whole(weights["b3"].flat, FIRST_BITS + 2 * SECOND_BITS)

    def row(self, at: int) -> Layer:
        """What an input of one adds to the first layer."""
        found = self._rows.get(at)
        if found is None:
            found = self._rows[at] = packed(self._row(at))
        return found

    def rows(self, places: Sequence[int]) -> Layer:
        """What inputs of one at these places add to the first layer; a place may stand there more than once."""
        return sum(map(self.row, places))

    def share(self, at: int, part: int, whole: int) -> Layer:
        """What an input of `part / whole` adds to the first layer."""
        return packed([floor(weight * part / whole + NEARLY_HALF) for weight in self._row(at)])

    def _row(self, at: int) -> list[int]:
        kept = self._kept[at * self._first : (at + 1) * self._first]
        return _whole(list(map(mul, kept, self._steps)), FIRST_BITS)

    def value(self, inputs: Sequence[int]) -> float:
        """The first output for inputs in whole numbers of 1/1024 (`INPUT_BITS`)."""
        first = self.base << INPUT_BITS
        for at, amount in enumerate(inputs):
            if amount:
                first += self.row(at) * amount
        return self._output(0, self._hidden(first, INPUT_BITS))

    def points(self, first: Layer) -> float:
        """The first output for these sums of the first layer."""
        return self._output(0, self._hidden(first))

    def both(self, first: Layer) -> tuple[float, float]:
        """Both outputs."""
        hidden = self._hidden(first)
        return self._output(0, hidden), self._output(1, hidden)

    def _hidden(self, first: Layer, bits: int = 0) -> list[int]:
        rectified = _rectified(first + self._middles[0], self._first)
        if bits:
            rectified = [lane >> bits for lane in rectified]
        return _rectified(sum(map(mul, rectified, self._weights), self._second_base), self._second)

    def _output(self, which: int, hidden: list[int]) -> float:
        total: int = sum(map(mul, hidden, self._outputs[which])) + self._output_bases[which]
        return total / (1 << (FIRST_BITS + 2 * SECOND_BITS))


def packed(lanes: Sequence[int]) -> Layer:
    """Numbers, negative ones too, as one."""
    raised = struct.pack(f"<{len(lanes)}I", *[lane + _MIDDLE for lane in lanes])
    return int.from_bytes(raised, "little") - _middle(len(lanes))


@cache
def _middle(size: int) -> int:
    return int.from_bytes(struct.pack("<I", _MIDDLE) * size, "little")


def _rectified(raised: int, size: int) -> list[int]:
    """The lanes of what was raised by `_MIDDLE`, zeros for negative ones."""
    lanes = memoryview(raised.to_bytes(size * LANE // 8, "little")).cast("I")
    return [lane - _MIDDLE if lane > _MIDDLE else 0 for lane in lanes]


def _whole(weights: list[float], bits: int) -> list[int]:
    unit = 1 << bits
    return [round(weight * unit) for weight in weights]


@cache
def packed_network(package: str, name: str) -> PackedNetwork:
    """The network whose weights lie in a package; read once."""
    from cartable.bots.arrays.plain.files import load  # noqa: PLC0415 - numpy takes 0.2 s to load

    with files(package).joinpath(name).open("rb") as file:
        return PackedNetwork(load(file))
