"""What a race looks like: the whole screen drawn anew with every change, or line by line where it cannot be."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.text import Text

from cartable.cli.terminal.board import Sight
from cartable.cli.terminal.boards import AnyBoard
from cartable.cli.terminal.screen import Screen

NEWS: Final = 3
"""Sentences about what happened that stay in sight."""


class Picture:
    """The table, the news, the question, and the keys. `whole`: on the whole screen, if the screen can do it."""

    def __init__(self, board: AnyBoard, screen: Screen, *, whole: bool) -> None:
        self._board = board
        self._screen = screen
        self._whole = whole and not screen.plain
        self._news: deque[str] = deque(maxlen=NEWS)
        self._seen: dict[str, Any] = {}
        self._asked = ""
        self._draw: Callable[[RenderableType], None] | None = None

    @contextmanager
    def shown(self) -> Iterator[None]:
        """The picture is up meanwhile. What was told last stays to be read when it is gone."""
        if not self._whole:
            yield
            return
        with self._screen.whole() as draw:
            self._draw = draw
            try:
                yield
            finally:
                self._draw = None
        self._screen.print(*self._news)

    def tell(self, sentence: str) -> None:
        """Something that happened, in one line."""
        self._news.append(sentence)
        if not self._whole:
            self._screen.print(sentence)

    def draw(self, sight: Sight[Any, Any], status: str) -> None:
        """The table as it is now. `status` is what the player is told beside it: a pause, keys not finished yet."""
        if self._draw is not None:
            self._draw(self._all(sight, status))
        elif not self._whole:
            self._print_news(sight, status)

    def _all(self, sight: Sight[Any, Any], status: str) -> RenderableType:
        """Nothing moves but what has changed: the question stays on top, the news at the bottom."""
        screen = self._screen
        parts: list[RenderableType] = [screen.strong(self._board.question(sight)), Text()]
        for section in self._board.sections(sight, everything=True):
            parts += [section.drawing, Text()]
        *earlier, last = [*self._news] or [""]
        parts += [screen.faint(sentence) for sentence in earlier]
        parts += [Text(last), Text(status) if status else screen.faint(self._board.keys(sight))]
        return Group(*parts)

    def _print_news(self, sight: Sight[Any, Any], status: str) -> None:
        """The parts that are not as they were; the question when it is another one."""
        for section in self._board.sections(sight, everything=False):
            if section.name not in self._seen or self._seen[section.name] != section.shows:
                self._screen.print("", section.drawing)
                self._seen[section.name] = section.shows
        question = self._board.question(sight)
        if status:
            self._screen.print(status)
        elif sight.legal and question != self._asked:
            self._screen.print("", self._screen.strong(question), self._screen.faint(self._board.keys(sight)))
        self._asked = question if sight.legal else ""
