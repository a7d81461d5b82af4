"""Single keys: from a keyboard as they are pressed, from a pipe as if they were."""

import io
import os
import pty
import termios
from collections.abc import Iterator

import pytest

from cartable.cli.terminal.keys import END, TYPING_MS, PipedKeys, TerminalKeys, keys_from


class Keyboard:
    """A terminal of its own, with the test at the keys."""

    def __init__(self) -> None:
        self.keyboard, self._terminal = pty.openpty()
        self.stream = os.fdopen(self._terminal, "r", encoding="utf-8", closefd=False)
        self.keys = TerminalKeys(self.stream)

    def press(self, keys: str) -> str:
        """What is heard, up to the full stop."""
        os.write(self.keyboard, keys.encode() + b".")
        heard = ""
        while not heard.endswith("."):
            key = self.keys.next(None, asked=True)
            assert key, "there are more keys"
            heard += key
        return heard

    def close(self) -> None:
        self.stream.close()
        os.close(self._terminal)


@pytest.fixture
def board() -> Iterator[Keyboard]:
    board = Keyboard()
    with board.keys.listening():
        yield board
    board.close()
    os.close(board.keyboard)


def test_keys_are_heard_one_by_one_and_without_enter(board: Keyboard) -> None:
    assert board.press("1a ") == "1a ."


def test_arrows_and_their_like_are_no_keys(board: Keyboard) -> None:
    assert board.press("\x1b[A1\x1b[1;5C2\x1bOP3") == "123."


def test_digits_without_shift_on_a_french_keyboard(board: Keyboard) -> None:
    assert board.press("&é\"'(-à") == "1234560."


def test_time_passes_without_a_key(board: Keyboard) -> None:
    now = board.keys.now()
    assert board.keys.next(now + 5, asked=True) is None
    assert board.keys.now() >= now + 5


def test_the_terminal_is_left_as_it_was() -> None:
    board = Keyboard()
    before = termios.tcgetattr(board.stream.fileno())
    with board.keys.listening():
        assert termios.tcgetattr(board.stream.fileno()) != before
    assert termios.tcgetattr(board.stream.fileno()) == before
    os.close(board.keyboard)
    assert board.keys.next(None, asked=True) == END, "the terminal is gone"
    board.close()


def test_a_pipe_is_read_in_simulated_time() -> None:
    echoed: list[str] = []
    keys = keys_from(io.StringIO("1a\n\n"), echoed.append)
    assert isinstance(keys, PipedKeys)
    assert keys.next(10_000.0, asked=False) is None
    assert keys.now() == 10_000.0, "nobody is asked: time runs on to what happens next"
    assert [keys.next(20_000.0, asked=True) for _ in range(2)] == ["1", "a"]
    assert keys.now() == 10_000.0 + TYPING_MS
    assert keys.next(keys.now() + 10, asked=True) is None, "something else happens before the next line"
    assert keys.next(None, asked=True) == "\n", "an empty line is Enter"
    assert keys.now() == 10_000.0 + 2 * TYPING_MS
    assert keys.next(None, asked=True) == END
    assert echoed == ["1a", "", ""]


def test_without_any_input_there_are_no_keys() -> None:
    assert keys_from(None, lambda _: None).next(None, asked=True) == END
