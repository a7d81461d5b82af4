"""What an encoding offers: a number for every act, and a documented array for every view.

An observation is made from a seat's view alone, so it can tell no more than the view does. Seats are numbered from
the observer: first the observer, then the others clockwise. All entries are whole numbers.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec

from cartable.kernel import Act, Seat

TYPECODE: Final = "h"
"""Observations are arrays of 16-bit whole numbers."""

V = TypeVar("V", bound=msgspec.Struct)
S = TypeVar("S", bound=msgspec.Struct)


class Block(msgspec.Struct, frozen=True):
    """A part of an observation: its shape, its bounds, and what stands there."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    about: str
    private: bool = False
    """Is it known to the observer alone?"""

    @property
    def size(self) -> int:
        """How many entries it has."""
        return prod(self.shape)


def flags(name: str, *shape: int, about: str, private: bool = False) -> Block:
    """A block of zeros and ones."""
    return Block(name, shape, 0, 1, about, private)


class Bounds(msgspec.Struct, frozen=True):
    """How long a match can last, and what can be scored: at most this many decisions and acts of chance, and no score
    outside of this range. A game whose encoding has a function `bounds(seats)` is offered to OpenSpiel."""

    decisions: int
    chances: int
    scores: tuple[int, int]


class Token(msgspec.Struct, frozen=True, gc=False):
    """One act of the past. `code` counts players' acts first, then the dealer's; `to` is who alone was told of it."""

    seat: Seat
    code: int
    to: Seat | None


class Encoding(ABC, Generic[S, V]):
    """How one game is written in numbers. A change to `acts`, `chances` or `blocks` needs another `version`."""

    version: ClassVar[int]
    acts: ClassVar[tuple[Act, ...]]
    """The players' acts, each at its number."""

    chances: ClassVar[tuple[Act, ...]]
    """The dealer's acts, each at its number."""

    def __init__(self) -> None:
        self.number: Final[dict[Act, int]] = {act: number for number, act in enumerate(self.acts)}
        self.chance: Final[dict[Act, int]] = {act: number for number, act in enumerate(self.chances)}

    @abstractmethod
    def blocks(self, seats: int) -> tuple[Block, ...]:
        """The layout of an observation, part after part."""

    @abstractmethod
    def write(self, view: V, into: "Sheet") -> None:
        """Fill a blank observation with what a seat sees."""

    @abstractmethod
    def odds(self, state: S) -> list[tuple[int, float]]:
        """`Game.chances` by number, in floating point: the fractions are exact, but slow to make."""

    def hidden(self, state: S, past: Sequence[Token], viewer: Seat) -> Iterable[int]:  # noqa: ARG002 - open games
        """Which acts of the past, by their place in it, the viewer cannot know now. Nothing, where all is open."""
        return ()

    def size(self, seats: int) -> int:
        """How many entries an observation has."""
        return sum(block.size for block in self.blocks(seats))

    def slices(self, seats: int) -> dict[str, slice]:
        """Where each block lies in an observation."""
        at, _ = _plan(self, seats)
        return {block.name: slice(at[block.name], at[block.name] + block.size) for block in self.blocks(seats)}

    def observe(self, view: V, seats: int) -> "array[int]":
        """What a seat sees, as an array of `size` whole numbers."""
        sheet = Sheet(*_plan(self, seats))
        self.write(view, sheet)
        return sheet.cells

    def mask(self, legal: Iterable[Act], more: int = 0) -> bytearray:
        """A one for each legal act, and blanks for `more` actions that are not acts of the game."""
        ones = bytearray(len(self.acts) + more)
        number = self.number
        for act in legal:
            ones[number[act]] = 1
        return ones


AnyEncoding = Encoding[Any, Any]


class Sheet:
    """A blank observation: `cells` to fill, and `at`, where each block begins."""

    __slots__ = ("at", "cells")

    def __init__(self, at: dict[str, int], blank: bytes) -> None:
        self.at = at
        self.cells = array(TYPECODE, blank)


@lru_cache(maxsize=64)
def _plan(encoding: AnyEncoding, seats: int) -> tuple[dict[str, int], bytes]:
    blocks = encoding.blocks(seats)
    starts = accumulate((block.size for block in blocks), initial=0)
    at = {block.name: start for block, start in zip(blocks, starts, strict=False)}
    return at, bytes(array(TYPECODE).itemsize * encoding.size(seats))
