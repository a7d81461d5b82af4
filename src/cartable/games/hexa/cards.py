"""Hexa: the hexagon and the deck (HEXA-01, HEXA-02), and which cards can stand in one row."""

from typing import Final

from cartable.kernel import CardKinds, Multiset

COLOURS: Final = ("yellow", "green", "blue", "purple", "red", "orange", "pink", "brown")
OBJECTS: Final = ("flower", "die", "butterfly", "ball", "cup", "cone", "car", "telephone")

SIDES: Final = 6
HEXAGON: Final = tuple(f"{COLOURS[side]}-{OBJECTS[side]}" for side in range(SIDES))

CARDS: Final = tuple(card for colour in COLOURS for thing in OBJECTS if (card := f"{colour}-{thing}") not in HEXAGON)
KINDS: Final = CardKinds(CARDS)
DECK: Final[Multiset] = KINDS.count(CARDS)


def _clash(card: str, other: str) -> bool:
    """HEXA-10: the same colour or the same object."""
    (colour, thing), (its_colour, its_thing) = card.split("-"), other.split("-")
    return colour == its_colour or thing == its_thing


# The cards that must not stand in one row with a card, and the sides of the hexagon whose row it can stand in.
CLASHES: Final = {card: frozenset(other for other in CARDS if _clash(card, other)) for card in CARDS}
FITS_SIDE: Final = {card: tuple(not _clash(card, printed) for printed in HEXAGON) for card in CARDS}
