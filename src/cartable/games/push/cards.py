"""Push: the deck and the die (PUSH-01 to 03)."""

from collections.abc import Callable
from typing import Final

from cartable.kernel import CardKinds, Multiset

COLOURS: Final = ("green", "yellow", "red", "blue", "purple")
LETTERS: Final = {"G": "green", "Y": "yellow", "R": "red", "B": "blue", "P": "purple"}
LETTER_OF: Final = {colour: letter for letter, colour in LETTERS.items()}
# PUSH-03: every colour has a shape, for players who do not see the colours.
SHAPES: Final = {"green": "triangle", "yellow": "circle", "red": "heart", "blue": "square", "purple": "diamond"}
VALUES: Final = range(1, 7)
COPIES: Final = 3

DICE: Final = "D"
SWITCH: Final = "S"
DICE_CARDS: Final = 18
SWITCH_CARDS: Final = 12

NUMBERS: Final = tuple(f"{letter}{value}" for letter in LETTERS for value in VALUES)
KINDS: Final = CardKinds((*NUMBERS, DICE, SWITCH))

STAR: Final = "star"
FACES: Final = (*COLOURS, STAR)
DIE: Final[Multiset] = CardKinds(FACES).count(FACES)

_WITHOUT_SWITCHES: Final = NUMBERS * COPIES + (DICE,) * DICE_CARDS
DECK: Final[Multiset] = KINDS.count(_WITHOUT_SWITCHES + (SWITCH,) * SWITCH_CARDS)
SMALL_DECK: Final[Multiset] = KINDS.count(_WITHOUT_SWITCHES)  # PUSH-07: two players, Switch cards set aside

# The cards that must not lie in one column with a card: same value or colour (PUSH-12), a second Dice card (PUSH-13).
CLASHES: Final[dict[str, frozenset[str]]] = {
    card: frozenset(other for other in (*NUMBERS, DICE) if other[0] == card[0] or other[-1] == card[-1])
    for card in (*NUMBERS, DICE)
}


_VALUE: Final = {card: int(card[1]) for card in NUMBERS} | {DICE: 0}
value: Final[Callable[[str], int]] = _VALUE.__getitem__
"""What a number card counts; a Dice card counts nothing."""
