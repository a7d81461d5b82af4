"""Quinto at the terminal: its cards, and colours as shapes."""

from collections.abc import Iterable
from typing import Final

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cartable.cli.terminal.screen import GLYPHS, Screen
from cartable.games.quinto.cards import LETTERS

SHAPES: Final = {"orange": "square", "yellow": "circle", "purple": "diamond", "grey": "ring"}
LETTER_OF: Final = {colour: letter for letter, colour in LETTERS.items()}


def card_line(card: str, screen: Screen) -> Text:
    """A card in one line."""
    colour = LETTERS[card[0]]
    return screen.card(card, colour=colour, shape=SHAPES[colour], label=card[1:])


def marks(colours: Iterable[str], screen: Screen) -> Text:
    """The colours of a turn, each in one character."""
    return Text("").join(screen.mark(LETTER_OF[colour], colour, SHAPES[colour]) for colour in colours)


def grid(cards: dict[str, str], screen: Screen) -> Table:
    """The four cards as they lie, `a b` above `c d`."""
    table = Table.grid(padding=(0, 2 if screen.plain else 1))
    places = list(cards)
    for row in (places[:2], places[2:]):
        table.add_row(*(part for place in row for part in (place, _lying(cards[place], screen))))
        if row[0] == places[0] and not screen.plain:
            table.add_row()
    return table


def _lying(card: str, screen: Screen) -> Text | Group:
    """A card on the table: three lines tall where it can be filled with its colour."""
    if screen.plain:
        return card_line(card, screen)
    colour = LETTERS[card[0]]
    face = f"{GLYPHS[SHAPES[colour]]} {card[1:]}"
    return Group(*(screen.filled(line.center(9), colour) for line in ("", face, "")))
