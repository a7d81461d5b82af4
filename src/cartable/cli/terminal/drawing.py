"""A board outside the terminal: as plain text, or as an SVG picture of what the terminal would show."""

import io
import re
from typing import Any, Final

from rich.console import Console

from cartable.cli.terminal.board import Situation
from cartable.cli.terminal.boards import board_for
from cartable.cli.terminal.screen import Screen, UnbrokenConsole
from cartable.kernel import AnyGame, Seat
from cartable.words import Teller

WIDTH: Final = 76
FONTS: Final = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


def board_text(game: AnyGame, state: Any, seat: Seat, teller: Teller) -> str:
    """The board as `seat` sees it, in letters alone."""
    file = io.StringIO()
    console = UnbrokenConsole(file=file, color_system=None, width=WIDTH, highlight=False, markup=False, emoji=False)
    _draw(game, state, seat, teller, Screen(console, plain=True))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()).strip("\n")


def board_svg(game: AnyGame, state: Any, seat: Seat, teller: Teller) -> str:
    """The board as `seat` sees it, as a picture."""
    console = recording_console()
    _draw(game, state, seat, teller, Screen(console, plain=False))
    return recorded_svg(console, title=teller.own("name"), unique_id=game.id)


def _draw(game: AnyGame, state: Any, seat: Seat, teller: Teller, screen: Screen) -> None:
    view = game.view(state, seat)
    situation = Situation(seat, view, game.preview(view), game.legal(state, seat), teller, screen)
    for section in board_for(game.id).sections(situation, everything=True):
        screen.print("", section.drawing)


def recording_console() -> Console:
    """A console that prints nowhere and remembers what was printed, colours included."""
    return UnbrokenConsole(
        file=io.StringIO(), record=True, force_terminal=True, color_system="truecolor", highlight=False, markup=False
    )


def recorded_svg(console: Console, *, title: str, unique_id: str) -> str:
    """What was printed, as SVG with the fonts of the reader's own machine."""
    drawn = console.export_svg(title=title, unique_id=unique_id)
    drawn = re.sub(r"@font-face \{.*?\}\n?", "", drawn, flags=re.DOTALL)
    drawn = drawn.replace("Fira Code, monospace", FONTS).replace("Fira Code", FONTS)
    return re.sub(r"[ \t]+$", "", drawn, flags=re.MULTILINE)
