"""Multisets of cards: how many of each kind, with exact chances."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain, compress, repeat

import msgspec


class CardKinds:
    """The kinds of card a multiset may hold, in sorted order. One object per deck, shared by all its multisets."""

    __slots__ = ("index", "names")

    def __init__(self, names: Iterable[str]) -> None:
        self.names: tuple[str, ...] = tuple(sorted(set(names)))
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.names)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardKinds) and self.names == other.names

    def __hash__(self) -> int:
        return hash(self.names)

    def __repr__(self) -> str:
        return f"CardKinds({list(self.names)})"

    def count(self, cards: Iterable[str]) -> "Multiset":
        """The multiset of these cards. A card of another kind raises KeyError: it is a bug to count it here."""
        counts = [0] * len(self.names)
        for card in cards:
            counts[self.index[card]] += 1
        return Multiset(self, tuple(counts), sum(counts))


class Multiset(msgspec.Struct, frozen=True, gc=False):
    """An unordered heap of cards. `counts` runs along `kinds.names`; `size` is their sum, kept for speed."""

    kinds: CardKinds
    counts: tuple[int, ...]
    size: int

    def __len__(self) -> int:
        return self.size

    def __bool__(self) -> bool:
        return self.size > 0

    def __iter__(self) -> Iterator[str]:
        """Every card, sorted, each as often as it is there."""
        names, counts = self.kinds.names, self.counts
        if max(counts, default=0) <= 1:
            return compress(names, counts)
        return chain.from_iterable(map(repeat, names, counts))

    def __contains__(self, card: str) -> bool:
        at = self.kinds.index.get(card)
        return at is not None and self.counts[at] > 0

    def of(self, card: str) -> int:
        """How many of this kind."""
        return self.counts[self.kinds.index[card]]

    def without(self, card: str) -> "Multiset":
        """One card fewer. The card must be there."""
        at = self.kinds.index[card]
        counts = list(self.counts)
        counts[at] -= 1
        if counts[at] < 0:
            raise ValueError(f"no {card} left to take out")
        return Multiset(self.kinds, tuple(counts), self.size - 1)

    def chances(self) -> Iterator[tuple[str, Fraction]]:
        """Each kind that is there with the exact chance of drawing it; together they make one."""
        for name, count in zip(self.kinds.names, self.counts, strict=True):
            if count:
                yield name, Fraction(count, self.size)
