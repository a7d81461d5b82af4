"""Quinto: the deck (QUIN-01), the grid of two by two, and what a card laid there announces (QUIN-11 to 15)."""

from typing import Final

import msgspec

from cartable.kernel import CardKinds, Multiset

COLOURS: Final = ("orange", "yellow", "purple")
LETTERS: Final = {"O": "orange", "Y": "yellow", "P": "purple", "X": "grey"}  # QUIN-13: grey is no colour
VALUES: Final = (-2, 0, 1, 2, 3, 4, 5, 6)
HAND: Final = 3  # QUIN-10

# Every card is there once.
KINDS: Final = CardKinds(f"{letter}{value}" for letter in LETTERS for value in VALUES)
DECK: Final[Multiset] = KINDS.count(KINDS.names)
VALUE: Final[dict[str, int]] = {card: int(card[1:]) for card in KINDS.names}

# --- the grid --------------------------------------------------------------------------------------------------------

PLACES: Final = "abcd"
NEIGHBOURS: Final = {"a": "bc", "b": "ad", "c": "ad", "d": "bc"}
SUMS: Final = range(3 * min(VALUE.values()), 3 * max(VALUE.values()) + 1)

Grid = tuple[str, ...]
"""The visible cards along `PLACES`; shorter than four only while it is dealt."""

On = tuple[tuple[str, str], ...]
"""Cards laid one after the other, each with its place."""

# Every set of colours as a number and back: a lay is announced far too often to sort colours each time.
_BIT: Final = {card: 1 << COLOURS.index(LETTERS[card[0]]) if card[0] != "X" else 0 for card in KINDS.names}
_COLOURS_OF: Final = tuple(
    tuple(colour for at, colour in enumerate(COLOURS) if bits >> at & 1) for bits in range(1 << len(COLOURS))
)
_AT: Final = {place: (PLACES.index(place), *map(PLACES.index, NEIGHBOURS[place])) for place in PLACES}


class Announced(msgspec.Struct, frozen=True, gc=False):
    """What a turn offers to everybody (QUIN-14): the sum, and its colours from orange to purple."""

    sum: int
    colours: tuple[str, ...]

    @property
    def writable(self) -> bool:
        """QUIN-19: without a colour, or at 0 and below, nobody writes."""
        return self.sum > 0 and bool(self.colours)


NOTHING: Final = Announced(0, ())


def lay(grid: Grid, on: On) -> tuple[Grid, Grid]:
    """The grid with these cards on it, and the cards they cover, in order."""
    after, covered = list(grid), []
    for card, place in on:
        at = _AT[place][0]
        covered.append(after[at])
        after[at] = card
    return tuple(after), tuple(covered)


def announced(grid: Grid, place: str) -> Announced:
    """The card at a place and its two neighbours, added up (QUIN-12, QUIN-13)."""
    at, one, other = _AT[place]
    first, second, third = grid[at], grid[one], grid[other]
    return Announced(
        VALUE[first] + VALUE[second] + VALUE[third],
        _COLOURS_OF[_BIT[first] | _BIT[second] | _BIT[third]],
    )


def counted(grid: Grid, offer: Announced, laid: str) -> tuple[str, ...]:
    """The place whose card made this sum, and its two neighbours. Where nobody knows which place it was, the first that
    makes this sum will do."""
    for place in laid or PLACES:
        if len(grid) == len(PLACES) and announced(grid, place) == offer:
            return (place, *NEIGHBOURS[place])
    return ()
