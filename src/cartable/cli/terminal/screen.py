"""What the terminal can show: colours and shapes, or plain letters where it can show neither."""

import io
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import IO, Any, Final, TextIO, cast

from rich.console import Console, ConsoleOptions, RenderableType
from rich.control import Control
from rich.markdown import Markdown
from rich.segment import Segment
from rich.text import Text
from rich.theme import Theme

from cartable.words.template import MINUS

NARROWEST: Final = 40
WIDEST: Final = 100  # longer lines are hard to read

# Each colour as the filling of a card, and the ink that can be read on it.
FILLS: Final = {
    "green": ("#138567", "#ffffff"),
    "yellow": ("#fcf175", "#16181a"),
    "red": ("#ba0e00", "#ffffff"),
    "blue": ("#2459a8", "#ffffff"),
    "purple": ("#a458b7", "#ffffff"),
    "orange": ("#e38421", "#16181a"),
    "pink": ("#fbb1d0", "#16181a"),
    "brown": ("#4f2308", "#ffffff"),
    "grey": ("#8b918d", "#16181a"),
    "black": ("#27221a", "#ffffff"),
    "white": ("#fffcf5", "#16181a"),
}

GLYPHS: Final = {
    "triangle": "▲",
    "circle": "●",
    "heart": "♥",
    "square": "■",
    "diamond": "◆",
    "ring": "○",
    "star": "★",
    "die": "⚄",
    "arrows": "⇄",
    "pentagon": "⬟",
}

FIRM: Final = "\N{NO-BREAK SPACE}"
_STAND_IN: Final = "\ue000"  # for private use: no text has it, and it is as wide as a space

BOOK: Final = Theme({"markdown.strong": "bold cyan", "markdown.em": "dim", "markdown.code": "bold"})


class _Hyphens:
    """A stream that gets hyphens for minus signs."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(text.replace(MINUS, "-"))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class UnbrokenConsole(Console):
    """A console that never breaks a line at a no-break space. Rich takes that for a space, and would begin lines with
    the signs that French sets apart: `:`, `!`, `»`."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """Render with a letter in the place of each no-break space, and put the spaces back."""
        if isinstance(renderable, str):
            renderable = self.render_str(renderable)
        if isinstance(renderable, Text) and FIRM in renderable.plain:
            renderable = renderable.copy()
            renderable.plain = renderable.plain.replace(FIRM, _STAND_IN)
        for segment in super().render(renderable, options):
            if _STAND_IN in segment.text:
                yield Segment(segment.text.replace(_STAND_IN, FIRM), segment.style, segment.control)
            else:
                yield segment


class Screen:
    """Where everything is printed. `plain`: without colours, escape codes or signs beyond letters."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self._console = console
        self.plain = plain
        if plain:
            console.file = cast("IO[str]", _Hyphens(console.file))

    @classmethod
    def on(cls, stream: TextIO, environ: Mapping[str, str] = os.environ) -> "Screen":
        """The screen that a stream leads to: plain when it is a pipe, dumb, or asked to be."""
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show an accent still shows the sentence
        plain = (
            not stream.isatty()
            or environ.get("TERM", "dumb") in ("dumb", "unknown", "")
            or bool(environ.get("NO_COLOR"))
            or "utf" not in (stream.encoding or "").lower()
        )
        console = (
            UnbrokenConsole(
                file=stream, color_system=None, force_terminal=False, highlight=False, markup=False, emoji=False
            )
            if plain
            else UnbrokenConsole(file=stream, force_terminal=True, highlight=False, markup=False, emoji=False)
        )
        return cls(console, plain=plain)

    @property
    def width(self) -> int:
        """How many characters fit in a line now."""
        return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))

    def print(self, *drawings: RenderableType, style: str = "") -> None:
        """Show something, as wide as the terminal is now."""
        self._console.width = self.width
        for drawing in drawings or ("",):
            self._console.print(drawing, style=style)

    @contextmanager
    def whole(self) -> Iterator[Callable[[RenderableType], None]]:
        """The whole screen for a picture that is drawn again and again; what was there before comes back."""
        with self._console.screen(hide_cursor=True) as canvas:

            def draw(drawing: RenderableType) -> None:
                self._console.width = self.width
                self._console.control(Control.home())
                canvas.update(drawing)

            yield draw

    def print_whole(self, said: str, name: str) -> None:
        """Something to copy, a command or a file, on a line of its own that is never broken."""
        self.print(said)
        self._console.print(f"  {name}", soft_wrap=True)

    def print_text(self, text: str) -> None:
        """Show a long text as it is, wrapped only where there is a screen to wrap it for."""
        self._console.width = self.width
        self._console.print(Text(text), soft_wrap=not self._console.file.isatty())

    def print_book(self, page: Markdown, *, paged: bool) -> None:
        """Show a page with its headings, rule ids standing out; `paged` through the user's pager."""
        self._console.width = self.width
        with self._console.use_theme(BOOK), self._console.pager(styles=True) if paged else nullcontext():
            self._console.print(page)

    def filled(self, text: str, colour: str) -> Text:
        """Text on a ground of this colour."""
        fill, ink = FILLS[colour]
        return Text(no_wrap=True).append(text, style="" if self.plain else f"bold {ink} on {fill}")

    def card(self, notation: str, *, colour: str, shape: str, label: str, width: int = 0) -> Text:
        """A card in one line: its shape and what stands on it, or its notation."""
        face = f"[{notation}]" if self.plain else f" {GLYPHS[shape]} {label} ".ljust(width)
        return self.filled(face, colour)

    def mark(self, letter: str, colour: str, shape: str) -> Text:
        """A colour in one character: its shape, or its letter."""
        return self.filled(letter if self.plain else GLYPHS[shape], colour)

    def faint(self, text: str) -> Text:
        """Text that steps back."""
        return Text(text, style="" if self.plain else "dim")

    def strong(self, text: str) -> Text:
        """Text that comes forward."""
        return Text(text, style="" if self.plain else "bold")
