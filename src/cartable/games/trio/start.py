"""Trio: the set-up of a round (TRIO-04 to 06)."""

from cartable.games.trio.cards import DECK, PILES
from cartable.games.trio.state import Phase, TrioOptions, TrioState
from cartable.kernel import Unseen


def start(options: TrioOptions, seats: int) -> TrioState:
    """The first round, before anything was dealt."""
    return new_round(options, seats, 1, (0,) * seats, 0)


def new_round(options: TrioOptions, seats: int, number: int, totals: tuple[int, ...], shuffle: int) -> TrioState:
    """All cards shuffled; the first three will begin the piles, then equal piles for all.

    A card that is left over goes back into the box, unseen (TRIO-05): its slot is never shown.
    """
    each = (len(DECK) - len(PILES)) // seats
    first = range(len(PILES), len(PILES) + each * seats, each)
    return TrioState(
        options=options,
        seats=seats,
        phase=Phase.SIGNAL,
        unseen=Unseen.of(DECK, shuffle),
        stacks=tuple(tuple(range(slot, slot + each)) for slot in first),
        hands=((),) * seats,
        resumes=(number - 1) % seats,
        round=number,
        totals=totals,
        shuffles=shuffle + 1,
    )
