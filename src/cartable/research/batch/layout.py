"""Observations written four entries at a time.

Most entries are 0, 1, 2 or 3, and are found as single bits in different words. They are put in order as bits,
32 entries to a word, and then spread out, four bits to four bytes at a time.
"""

import jax.numpy as jnp
from jax import Array, lax

from cartable.research.batch.bits import Planes, word

_SPREAD = 0x00204081  # times four bits: each at the foot of a byte of its own
_FEET = 0x01010101


class Layout:
    """An observation in the making: parts are added one after the other."""

    def __init__(self) -> None:
        self.size = 0
        self._ones: dict[int, Array] = {}
        self._twos: dict[int, Array] = {}
        self._numbers: list[tuple[int, Array]] = []

    def flags(self, bits: Array, width: int) -> None:
        """`width` entries of one bit each."""
        self._put(self._ones, bits)
        self.size += width

    def counts(self, planes: Planes, width: int) -> None:
        """`width` entries from 0 to 3."""
        self._put(self._ones, planes.ones)
        self._put(self._twos, planes.twos)
        self.size += width

    def number(self, number: Array, at: int | None = None) -> None:
        """One entry from 0 to 127; or what is added to one that was made before."""
        self._numbers.append((self.size if at is None else at, number))
        self.size += at is None

    def _put(self, plane: dict[int, Array], bits: Array) -> None:
        at, shift = divmod(self.size, 32)
        plane[at] = plane.get(at, word(0)) | (bits << shift)
        if shift:
            plane[at + 1] = plane.get(at + 1, word(0)) | (bits >> (32 - shift))

    def entries(self, shape: tuple[int, ...]) -> Array:
        """The whole of it, a byte an entry."""
        fours = _spread(self._ones, self.size, shape) | (_spread(self._twos, self.size, shape) << 1)
        place = jnp.arange(fours.shape[-1])
        for at, number in self._numbers:
            fours = fours + jnp.where(place == at // 4, (number << (8 * (at % 4)))[..., None], word(0))
        return lax.bitcast_convert_type(fours, jnp.int8).reshape(*shape, -1)[..., : self.size]


def _spread(plane: dict[int, Array], size: int, shape: tuple[int, ...]) -> Array:
    words = [jnp.broadcast_to(plane.get(at, word(0)), shape) for at in range((size + 31) // 32)]
    fours = jnp.stack(words, -1)[..., None] >> jnp.arange(0, 32, 4, dtype=jnp.uint32)
    return (((fours & 15) * _SPREAD) & _FEET).reshape(*shape, -1)
