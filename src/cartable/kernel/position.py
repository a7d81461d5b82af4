"""Reading made-up positions: typed access to their keys, and an account of which cards they use."""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from cartable.kernel.chance import DealScript, Shuffle
from cartable.kernel.input import BadInput
from cartable.kernel.multiset import Multiset

S = TypeVar("S", bound=msgspec.Struct)


class Position(msgspec.Struct, Generic[S], frozen=True):
    """A made-up position: the state, and what the dealer will do in it as far as the position says."""

    state: S
    script: DealScript


class PositionReader:
    """The keys of a position. Every card read from it is taken out of the deck, so none can lie in two places."""

    def __init__(self, keys: Mapping[str, Any], known: Iterable[str], deck: Multiset) -> None:
        self._keys = keys
        self._left = deck
        self._deck = deck
        known = tuple(known)
        for key in keys:
            if key not in known:
                raise BadInput(key, f"unknown key; expected one of: {', '.join(known)}")

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def raw(self, key: str, default: Any = None) -> Any:
        """The value as it stands in the file."""
        return self._keys.get(key, default)

    def integer(self, key: str, default: int, allowed: range) -> int:
        """A whole number within `allowed`."""
        value = self._keys.get(key, default)
        if type(value) is not int or value not in allowed:
            raise BadInput(key, f"expected a whole number from {allowed[0]} to {allowed[-1]}, got {value!r}")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._keys.get(key, default)
        if not isinstance(value, bool):
            raise BadInput(key, f"expected true or false, got {value!r}")
        return value

    def word(self, key: str, default: str, allowed: Iterable[str]) -> str:
        """One of a few words."""
        value = self._keys.get(key, default)
        if value not in allowed:
            raise BadInput(key, f"expected one of: {', '.join(repr(word) for word in allowed)}, got {value!r}")
        return str(value)

    def words(self, key: str, allowed: Iterable[str]) -> list[str]:
        """A list of words out of a few."""
        allowed = tuple(allowed)
        values = self.listed(key)
        for value in values:
            if value not in allowed:
                raise BadInput(key, f"expected words out of: {', '.join(allowed)}, got {value!r}")
        return values

    def listed(self, key: str, length: int | None = None, each: str = "") -> list[Any]:
        """A list, of a fixed length where one is named: `each` says of what ("one list for each player")."""
        value = self._keys.get(key, [])
        if not isinstance(value, list):
            raise BadInput(key, f"expected a list, got {value!r}")
        if length is not None and len(value) != length:
            raise BadInput(key, f"expected {length} entries ({each}), got {len(value)}")
        return value

    def card(self, key: str, card: object) -> str:
        """A card named under `key`, taken out of the deck."""
        if not isinstance(card, str) or card not in self._deck:
            raise BadInput(key, f"expected a card of this game, got {card!r}")
        if card not in self._left:
            raise BadInput(key, f"{card} lies in more places than the deck has copies ({self._deck.of(card)})")
        self._left = self._left.without(card)
        return card

    def cards(self, key: str, value: object = None) -> list[str]:
        """A list of cards, taken out of the deck: what stands under `key`, or a part of it handed in as `value`."""
        value = self._keys.get(key, []) if value is None else value
        if not isinstance(value, list):
            raise BadInput(key, f"expected a list of cards, got {value!r}")
        return [self.card(key, card) for card in value]

    def rest(self, shuffle: Shuffle) -> list[str]:
        """Every card named nowhere so far, in the order of `shuffle`; they stay in the account."""
        return shuffle(list(self._left))

    def take(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Cards that were not named but dealt from `rest`, taken out of the deck."""
        taken = tuple(cards)
        for card in taken:
            self._left = self._left.without(card)
        return taken
