"""Keys as they are pressed, and the time they are pressed at: at a terminal, or from a pipe in simulated time."""

import codecs
import os
import re
import select
import sys
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Final, TextIO

from cartable.kernel import BadInput

END: Final = ""
"""In place of a key: there will be no more."""

TYPING_MS: Final = 400.0
"""Lines from a pipe come this long after the player could act, or after the line before: as people might type."""

_DIGITS: Final = str.maketrans("&é\"'(-è_çà§!", "123456789068")
"""The upper row of French keyboards without Shift (and what Belgian ones have elsewhere)."""

_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-9;]*[ -/]*[@-~]|O.)")
"""What arrow keys and their like send: no key of ours."""


ASK_AGAIN_S: Final = 0.004
_CTRL_C: Final = "\x03"
_CTRL_Z: Final = "\x1a"
_CONSOLE_SPECIAL: Final = frozenset("\x00\xe0")
"""What comes before the code of an arrow key or its like."""


class Keys(ABC):
    """Where keys come from."""

    alive: bool
    """Is somebody looking on, at the speed of the game?"""

    @abstractmethod
    def now(self) -> float:
        """The present instant in ms."""

    @abstractmethod
    def next(self, until: float | None, *, asked: bool) -> str | None:
        """The next key; None when there was none until then, END when there will be none. `asked`: the player could do
        something now."""

    def listening(self) -> AbstractContextManager[object]:
        """Keys are heard meanwhile."""
        return nullcontext()


class TerminalKeys(Keys):
    """A keyboard."""

    alive = True

    def __init__(self, stream: TextIO) -> None:
        self._file = stream.fileno()
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="ignore")
        self._waiting: deque[str] = deque()
        self._ended = False

    def now(self) -> float:
        return 1000 * time.monotonic()

    def next(self, until: float | None, *, asked: bool) -> str | None:  # noqa: ARG002 - people act when they like
        if not self._waiting and not self._ended:
            patience = None if until is None else max(0.0, until - self.now()) / 1000
            ready, _, _ = select.select([self._file], [], [], patience)
            if not ready:
                return None
            self._read()
        if self._waiting:
            return self._waiting.popleft()
        return END if self._ended else None

    def _read(self) -> None:
        try:
            data = os.read(self._file, 1024)
        except OSError:  # the terminal is gone
            data = b""
        self._ended = not data
        self._waiting += _SEQUENCE.sub("", self._decoder.decode(data)).translate(_DIGITS)

    def listening(self) -> AbstractContextManager[object]:
        return _single_keys(self._file)


@contextmanager
def _single_keys(file: int) -> Iterator[None]:
    """Each key at once and unseen; Ctrl-C still ends the program. Left as it was found."""
    try:
        import termios  # noqa: PLC0415 - not on every system
        import tty  # noqa: PLC0415
    except ImportError as error:
        raise BadInput("keyboard", "expected a system that hears single keys; pipe lines of keys instead") from error
    before = termios.tcgetattr(file)
    tty.setcbreak(file)
    try:
        yield
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)


class ConsoleKeys(Keys):
    """The keyboard of a Windows console, which is asked again and again."""

    alive = True

    def __init__(self, console: Any) -> None:
        """`console`: the module msvcrt."""
        self._console = console

    def now(self) -> float:
        return 1000 * time.monotonic()

    def next(self, until: float | None, *, asked: bool) -> str | None:  # noqa: ARG002 - people act when they like
        while not self._console.kbhit():
            if until is not None and self.now() >= until:
                return None
            time.sleep(ASK_AGAIN_S)
        key = str(self._console.getwch())
        if key in _CONSOLE_SPECIAL:
            self._console.getwch()
            return None
        if key == _CTRL_C:
            raise KeyboardInterrupt
        return END if key == _CTRL_Z else key.replace("\r", "\n").translate(_DIGITS)


class PipedKeys(Keys):
    """Lines, each with the keys of one moment; an empty one is Enter. Time is counted, so that nobody waits."""

    alive = False

    def __init__(self, stream: TextIO | None, echo: Callable[[str], None]) -> None:
        self._stream = stream
        self._echo = echo
        self._now = 0.0
        self._free_at = 0.0
        self._asked = False
        self._waiting: deque[str] = deque()

    def now(self) -> float:
        return self._now

    def next(self, until: float | None, *, asked: bool) -> str | None:
        if self._waiting:
            return self._waiting.popleft()
        if asked and not self._asked:
            self._free_at = max(self._free_at, self._now + TYPING_MS)
        self._asked = asked
        if until is not None and (not asked or until <= self._free_at):
            self._now = max(self._now, until)
            return None
        self._now = max(self._now, self._free_at)
        self._free_at = self._now + TYPING_MS
        line = self._stream.readline() if self._stream is not None else ""
        self._echo(line.rstrip("\r\n"))
        if not line:
            return END
        self._waiting += line.rstrip("\r\n") or "\n"
        return self._waiting.popleft()


def keys_from(stream: TextIO | None, echo: Callable[[str], None]) -> Keys:
    """The keyboard, if there is one; `echo` shows what comes from a pipe, so that the record is whole."""
    if stream is None or not stream.isatty():
        return PipedKeys(stream, echo)
    try:
        import msvcrt  # noqa: PLC0415 - on Windows alone
    except ImportError:
        return TerminalKeys(stream)
    return ConsoleKeys(msvcrt)


def standard_keys(echo: Callable[[str], None]) -> Keys:
    """The keys of this program."""
    return keys_from(sys.stdin, echo)
