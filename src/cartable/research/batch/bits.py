"""Sets and numbers in single bits, many matches at once: every function works on each entry of an array by itself.

Nothing here looks up an index or moves data about, so XLA fuses whole steps of a game into one loop over the matches.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import jax
import jax.numpy as jnp
from jax import Array, lax

MULTIPLIER = 0x9E3779BB

T = TypeVar("T")


def word(number: int) -> Array:
    """A constant of 32 bits."""
    return jnp.asarray(number, jnp.uint32)


def count(bits: Array) -> Array:
    """How many bits are set."""
    return lax.population_count(bits)


def length(bits: Array) -> Array:
    """The place after the highest bit that is set; 0 for none."""
    return 32 - lax.clz(bits)


def one_if(flag: Array) -> Array:
    """A flag as a number."""
    return flag.astype(jnp.uint32)


def keep(flag: Array, bits: Array) -> Array:
    """These bits where the flag is set, none elsewhere."""
    return jnp.where(flag, bits, word(0))


def either(flag: Array, one: T, other: T) -> T:
    """One where the flag is set, elsewhere the other: of anything made of arrays of the flag's shape."""
    leaves, shape = jax.tree.flatten(one)
    chosen: T = jax.tree.unflatten(
        shape, [jnp.where(flag, own, their) for own, their in zip(leaves, jax.tree.leaves(other), strict=True)]
    )
    return chosen


def entry(parts: Sequence[Array], index: Array) -> Array:
    """The part with this number; the first where there is none."""
    found = parts[0]
    for at, part in enumerate(parts[1:], 1):
        found = jnp.where(index == at, part, found)
    return found


def select(bits: Array, rank: Array, width: int = 32) -> Array:
    """The place of the set bit with `rank` set bits below it; at least `width` where there is none.

    A binary search: how many bits lie in the lower half, then in the lower half of that, and so on.
    """
    place, half = jnp.zeros_like(bits), 1 << (width - 1).bit_length() >> 1
    while half:
        below_half = count((bits >> place) & ((1 << half) - 1))
        above = rank >= below_half
        rank = rank - keep(above, below_half)
        place = place + keep(above, word(half))
        half >>= 1
    return place + one_if(rank >= ((bits >> place) & 1))


def below(random: Array, bound: Array) -> Array:
    """A number from 0 up to a bound of at most 127 by 25 random bits: none is likelier by more than 1 in 260 000."""
    return ((random >> 7) * bound) >> 25


def flags(bits: Array, places: Sequence[int]) -> Array:
    """The bits at these places, along a new last axis."""
    return (bits[..., None] >> jnp.asarray(places, jnp.uint32)) & 1


def one_hot(number: Array, size: int) -> Array:
    """A one at the place of a number, along a new last axis."""
    return one_if(number[..., None] == jnp.arange(size, dtype=jnp.uint32))


def places_after(seat: Array, other: Array, seats: int) -> Array:
    """How many places clockwise of a seat the other one sits."""
    return jnp.where(other >= seat, other - seat, other + seats - seat)


class Planes(NamedTuple):
    """How often each of up to 32 kinds is there, from 0 to 3: the ones and the twos, one bit each a kind."""

    ones: Array
    twos: Array

    def plus(self, kinds: Array) -> "Planes":
        """One more of each of these kinds."""
        return Planes(self.ones ^ kinds, self.twos ^ (self.ones & kinds))

    def minus(self, kinds: Array) -> "Planes":
        """One fewer of each of these kinds."""
        ones = self.ones ^ kinds
        return Planes(ones, self.twos ^ (ones & kinds))

    def and_all(self, other: "Planes") -> "Planes":
        """Both heaps together."""
        carried = self.ones & other.ones
        return Planes(self.ones ^ other.ones, self.twos ^ other.twos ^ carried)

    def only(self, kinds: Array) -> "Planes":
        """What is there of these kinds."""
        return Planes(self.ones & kinds, self.twos & kinds)

    def any_of(self, kinds: Array) -> Array:
        """Is there any of these kinds?"""
        return ((self.ones | self.twos) & kinds) != 0

    def size(self) -> Array:
        """How many there are of all kinds together."""
        return count(self.ones) + 2 * count(self.twos)

    def pick(self, rank: Array) -> Array:
        """The kind at a rank below `size`; each kind has as many ranks as there are of it."""
        ones = count(self.ones)
        single = rank < ones
        return select(jnp.where(single, self.ones, self.twos), jnp.where(single, rank, (rank - ones) >> 1))


class RandomBits(NamedTuple):
    """A stream of random bits for each match: the generator xoshiro64** of Blackman and Vigna, two words of state."""

    first: Array
    second: Array

    @classmethod
    def of(cls, key: Array, shape: tuple[int, ...] = ()) -> "RandomBits":
        """Streams that start where a key of `jax.random` says."""
        seeds = jax.random.bits(key, (2, *shape), jnp.uint32)
        return cls(seeds[0] | 1, seeds[1])

    def draw(self) -> tuple[Array, "RandomBits"]:
        """32 random bits, and the stream after them."""
        result = _turned(self.first * word(MULTIPLIER), 5) * 5
        mixed = self.second ^ self.first
        return result, RandomBits(_turned(self.first, 26) ^ mixed ^ (mixed << 9), _turned(mixed, 13))


def _turned(bits: Array, by: int) -> Array:
    return (bits << by) | (bits >> (32 - by))
