"""Trio: which wrong card a person would take for a right one."""

from typing import Final

from cartable.games.trio.cards import COLOURS, SAME, STEP

CLOSE: Final = 3.0
"""Almost right: one thing amiss."""
FAR: Final = 1.0
"""Mistaken now and then."""
ABSURD: Final = 0.0
"""Nobody takes this for right."""

COUSINS: Final = frozenset(frozenset(pair) for pair in zip(COLOURS, (*COLOURS[1:], COLOURS[0]), strict=True))
"""Colours that lie side by side, and are mixed up in a hurry: red and orange, blue and purple."""


def likeness(pile: str, card: str, top: str) -> float:
    """How much a wrong card on a top looks right under the pile's law."""
    number, colour, symbol = card.split("-")
    its_number, its_colour, its_symbol = top.split("-")
    apart = abs(int(number) - int(its_number))
    if pile == SAME:  # TRIO-09: the number is alike, or nearly the colour
        return CLOSE if apart == 0 or frozenset((colour, its_colour)) in COUSINS else ABSURD
    if pile == STEP:  # TRIO-10: two apart, the same again, or from 6 to 1
        return CLOSE if apart == 2 else FAR if apart in (0, 5) else ABSURD
    amiss = (colour == its_colour) + (symbol == its_symbol) + (apart < 2)  # TRIO-11: of three things, some are not met
    return CLOSE if amiss == 1 else FAR if amiss == 2 else ABSURD
