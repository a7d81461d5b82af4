"""Chance without randomness: which shuffle, which place in it. Only a dealer knows what lies there."""

from collections.abc import Callable, Mapping, Sequence
from typing import Self

import msgspec

from cartable.kernel.multiset import Multiset


class NextReveal(msgspec.Struct, frozen=True, gc=False):
    """What DEALER has to do now: show what lies at `slot` of the `shuffle`-th shuffle made for `verb`.

    `among` is all that was shuffled then, so that a dealer, or anybody who verifies one, can make the same
    shuffle; `left` is what of it has not been shown yet, and may lie there. The act is written `verb` and what lies
    there: `deal G5`, `roll red`, `first 2`.
    """

    verb: str
    shuffle: int
    slot: int
    among: Multiset
    left: Multiset
    independent: bool = False
    """True for dice: every reveal of this verb is a shuffle of its own, and only slot 0 of it is looked at. A
    position then scripts one reveal after the other, not the slots of the first shuffle."""


class Unseen(msgspec.Struct, frozen=True, gc=False):
    """The cards of one shuffle that nobody has seen yet: which they are is known, which slot is which is not.

    A slot is a place in the shuffle. It is all the state holds of such a card, wherever it lies and moves.
    """

    shuffle: int
    shuffled: Multiset
    left: Multiset

    @classmethod
    def of(cls, cards: Multiset, shuffle: int = 0) -> Self:
        """These cards, just shuffled for the `shuffle`-th time."""
        return cls(shuffle, cards, cards)

    def __len__(self) -> int:
        return self.left.size

    def __bool__(self) -> bool:
        return self.left.size > 0

    def seen(self, card: str) -> Self:
        """What is unseen after one more slot was shown and proved to be this card."""
        return type(self)(self.shuffle, self.shuffled, self.left.without(card))

    def reveal_at(self, slot: int) -> NextReveal:
        """What the dealer is asked for when a slot is to be shown."""
        return NextReveal("deal", self.shuffle, slot, self.shuffled, self.left)


class Pile(Unseen, frozen=True, gc=False):
    """A face-down pile turned only from the top: its slots are shown in order."""

    @property
    def next_reveal(self) -> NextReveal:
        """What the dealer is asked for when the top card is to be shown."""
        shuffled, left = self.shuffled, self.left
        return NextReveal("deal", self.shuffle, shuffled.size - left.size, shuffled, left)

    @property
    def top(self) -> int:
        """The slot of its top card."""
        return self.shuffled.size - self.left.size

    def order(self, peek: "CardSource") -> list[str]:
        """Its cards, top first, for those who may look: scenarios and tests."""
        return [peek(self.reveal_at(slot)) for slot in range(self.top, len(self.shuffled))]


CardSource = Callable[[NextReveal], str]
"""What lies at a place in a shuffle, for a dealer or a scenario, which may know."""

Shuffle = Callable[[Sequence[str]], list[str]]
"""A way to order cards, handed in from outside: the kernel has no randomness of its own."""

DealScript = Mapping[str, Sequence[str]]
"""What a position fixes of the dealer's acts: by verb, the slots of its first shuffle (or its first rolls) in order."""
