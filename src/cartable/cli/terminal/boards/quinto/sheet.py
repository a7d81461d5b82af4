"""Quinto at the terminal: a sheet drawn as a sheet (QUIN-03, QUIN-04)."""

from collections.abc import Collection, Iterator
from typing import Final

from rich.console import Group
from rich.text import Text

from cartable.cli.terminal.boards.quinto.cards import LETTER_OF, SHAPES
from cartable.cli.terminal.screen import GLYPHS, Screen
from cartable.games.quinto.cards import COLOURS
from cartable.games.quinto.rules import MISSES
from cartable.games.quinto.sheet import AT, BONUS
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat
from cartable.words import Teller

COLUMNS: Final = range(1, 13)
LABEL: Final = 9
CELL: Final = 3  # and a space: a whole sheet fits into 60 characters


def pentagon(screen: Screen) -> str:
    """The sign of a bonus cell."""
    return "*" if screen.plain else GLYPHS["pentagon"]


def sheet(view: QuintoView, seat: Seat, open_cells: Collection[str], screen: Screen, teller: Teller) -> Group:
    """A player's sheet; cells in `open_cells` can take the sum."""
    numbers, tally = view.sheets[seat], view.tallies[seat]
    said = teller.own("board.sheet", seat=seat, points=view.scores[seat])
    title = screen.strong(said[0].upper() + said[1:])
    misses = view.misses[seat]
    boxes = "".join("[x]" if screen.plain else "☒ " for _ in range(misses))
    boxes += "".join("[ ]" if screen.plain else "☐ " for _ in range(MISSES - misses))
    title.append(f"   {teller.own('board.misses')} {boxes.strip()} {tally.misses or ''}", style="not bold")
    lines = [title, screen.faint(_line("", (str(column).center(CELL) for column in COLUMNS)))]
    for row, colour in enumerate(COLOURS):
        mark = LETTER_OF[colour] if screen.plain else GLYPHS[SHAPES[colour]]
        line = Text(f"{mark} {teller.word(colour)}".ljust(LABEL))
        for column in COLUMNS:
            cell = f"{colour[0]}{column}"
            line.append_text(_cell(cell, numbers.get(cell, 0), cell in open_cells, colour, screen)).append(" ")
        lines.append(line.append(str(tally.rows[row]).rjust(2)))
    bonuses = dict(zip(BONUS, tally.bonuses, strict=True))
    under = ((str(bonuses[str(n)] or "-") if str(n) in bonuses else "").center(CELL) for n in COLUMNS)
    lines.append(screen.faint(_line(teller.own("board.bonus"), under) + str(sum(tally.bonuses)).rjust(2)))
    return Group(*lines)


def _line(label: str, cells: Iterator[str]) -> str:
    return label.ljust(LABEL) + "".join(f"{cell} " for cell in cells)


def _cell(cell: str, number: int, is_open: bool, colour: str, screen: Screen) -> Text:
    """One cell: a number, a place for one, or nothing where the row has a gap."""
    if cell not in AT:
        return Text(" " * CELL)
    bonus = pentagon(screen) if BONUS.get(cell[1:]) == cell else " "
    if number:
        return screen.filled(f"{bonus}{number:>2}", colour)
    if is_open:
        return screen.filled(f"{bonus}+ ", "white")
    return screen.filled(f"{bonus}{'.' if screen.plain else '·'} ", colour)
