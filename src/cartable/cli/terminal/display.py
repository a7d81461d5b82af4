"""What a table looks like at the terminal: on the full screen, drawn again with every change, or line by line."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.text import Text

from cartable.cli.terminal.board import Situation
from cartable.cli.terminal.boards import AnyBoard
from cartable.cli.terminal.screen import Screen

NEWS: Final = 3
"""Sentences about what happened that stay in sight."""


class Display:
    """The table, the news, the question, and the keys. `full_screen` only if the screen can do it."""

    def __init__(self, board: AnyBoard, screen: Screen, *, full_screen: bool) -> None:
        self._board = board
        self._screen = screen
        self._full_screen = full_screen and not screen.plain
        self._news: deque[str] = deque(maxlen=NEWS)
        self._printed: dict[str, Any] = {}
        """What each part of the table showed when it was printed last."""
        self._asked = ""
        self._canvas: Callable[[RenderableType], None] | None = None

    @contextmanager
    def open(self) -> Iterator[None]:
        """The full screen is ours meanwhile. What was told last stays to be read when it is given back."""
        if not self._full_screen:
            yield
            return
        with self._screen.whole() as canvas:
            self._canvas = canvas
            try:
                yield
            finally:
                self._canvas = None
        self._screen.print(*self._news)

    def tell(self, sentence: str) -> None:
        """Something that happened, in one line."""
        self._news.append(sentence)
        if not self._full_screen:
            self._screen.print(sentence)

    def draw(self, situation: Situation[Any, Any], status: str) -> None:
        """The table as it is now, with the question and the keys. `status` is told in their place: a pause, keys that
        are not finished yet."""
        if self._canvas is not None:
            self._canvas(self._picture(situation, status))
        elif not self._full_screen:
            self.print_changes(situation)
            self._print_question(situation, status)

    def print_all(self, situation: Situation[Any, Any]) -> None:
        """Every part of the table."""
        for section in self._board.sections(situation, everything=True):
            self._screen.print("", section.drawing)
            self._printed[section.name] = section.shows

    def print_changes(self, situation: Situation[Any, Any]) -> None:
        """The parts of the table that are not as they were printed last."""
        for section in self._board.sections(situation, everything=False):
            if section.name not in self._printed or self._printed[section.name] != section.shows:
                self._screen.print("", section.drawing)
                self._printed[section.name] = section.shows

    def forget(self) -> None:
        """Print every part again the next time."""
        self._printed.clear()

    def _picture(self, situation: Situation[Any, Any], status: str) -> RenderableType:
        """Nothing moves but what has changed: the question stays on top, the news at the bottom."""
        screen = self._screen
        parts: list[RenderableType] = [screen.strong(self._board.question(situation)), Text()]
        for section in self._board.sections(situation, everything=True):
            parts += [section.drawing, Text()]
        *earlier, last = [*self._news] or [""]
        parts += [screen.faint(sentence) for sentence in earlier]
        parts += [Text(last), Text(status) if status else screen.faint(self._board.keys(situation))]
        return Group(*parts)

    def _print_question(self, situation: Situation[Any, Any], status: str) -> None:
        question = self._board.question(situation)
        if status:
            self._screen.print(status)
        elif situation.legal and question != self._asked:
            self._screen.print("", self._screen.strong(question), self._screen.faint(self._board.keys(situation)))
        self._asked = question if situation.legal else ""
