"""Random numbers. Not those of numpy for the same seed: `Generator` here is Python's own."""

import math
from random import Random
from typing import Any

from cartable.bots.arrays.plain.array import ndarray


class Generator:
    """Numbers from 0 to 1, and rows in any order."""

    def __init__(self, seed: int) -> None:
        self._lots = Random(seed)

    def random(self, size: tuple[int, ...]) -> ndarray:
        lot = self._lots.random
        return ndarray([lot() for _ in range(math.prod(size))], tuple(size))

    def permuted(self, given: ndarray, axis: int) -> ndarray:
        if axis != 1:
            raise ValueError("only rows are shuffled")
        size = given.shape[1]
        found: list[Any] = []
        for at in range(0, len(given.flat), size or 1):
            row = given.flat[at : at + size]
            self._lots.shuffle(row)
            found += row
        return ndarray(found, given.shape)


def default_rng(seed: int) -> Generator:
    return Generator(seed)
