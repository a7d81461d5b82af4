"""Quinto: the deck (QUIN-01). Every card is there once."""

from typing import Final

from cartable.kernel import CardKinds, Multiset

COLOURS: Final = ("orange", "yellow", "purple")
LETTERS: Final = {"O": "orange", "Y": "yellow", "P": "purple", "X": "grey"}  # QUIN-13: grey is no colour
VALUES: Final = (-2, 0, 1, 2, 3, 4, 5, 6)
HAND: Final = 3  # QUIN-10

KINDS: Final = CardKinds(f"{letter}{value}" for letter in LETTERS for value in VALUES)
DECK: Final[Multiset] = KINDS.count(KINDS.names)
VALUE: Final[dict[str, int]] = {card: int(card[1:]) for card in KINDS.names}
