"""Sitting at the command line in a test: through pipes in this process, or at a real terminal in another."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from typer.testing import CliRunner

from cartable.cli import command_line
from cartable.kernel import BadInput
from tests.kit.eventually import PATIENCE_S

APP = command_line()
_DATA = TemporaryDirectory()
OWN_ENV = {"LC_ALL": "C", "XDG_DATA_HOME": _DATA.name}
"""Nothing of the tests is kept among the data of whoever runs them."""
CTRL_C = "\x03"
CTRL_D = "\x04"

# The program asks for the terminal as its own, so that Ctrl-C there is a signal to it.
_PROGRAM = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from cartable.cli import main; main()"


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


def cartable(*arguments: str | Path, typed: str = "", env: dict[str, str] | None = None) -> Ran:
    """Run a command with `typed` piped into it. What cannot be read ends as it does in `main`."""
    done = CliRunner().invoke(APP, [str(each) for each in arguments], input=typed, env=OWN_ENV | (env or {}))
    if isinstance(done.exception, BadInput):
        return Ran(2, done.stdout, str(done.exception))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Ran(done.exit_code, done.stdout, done.stderr)


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, *arguments: str | Path, env: dict[str, str], columns: int = 80) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "COLORTERM")}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=kept | OWN_ENV | {"LC_ALL": "C.UTF-8"} | env,
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""
        self._pending = b""
        self._read_to = 0

    def wait_for(self, *texts: str) -> str:
        """Read on until one of these is shown, after what was waited for before; which it was."""
        while not (found := [text for text in texts if text in self.shown[self._read_to :]]):
            if not self._read():
                raise AssertionError(f"{' or '.join(map(repr, texts))} was never shown:\n{self.shown}")
        first = min(found, key=lambda text: self.shown.index(text, self._read_to))
        self._read_to = self.shown.index(first, self._read_to) + len(first)
        return first

    def type(self, keys: str) -> None:
        """Press keys; a line ends with `\\r`."""
        os.write(self._master, keys.encode())

    def end(self) -> int:
        """Read to the end; the exit status."""
        while self._read():
            pass
        os.close(self._master)
        return self._process.wait(PATIENCE_S)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self.end()

    def _read(self) -> bool:
        ready, _, _ = select.select([self._master], [], [], PATIENCE_S)
        if not ready:
            raise AssertionError(f"nothing happens any more:\n{self.shown}")
        try:
            data = os.read(self._master, 4096)
        except OSError:  # how Linux tells that the other end is closed
            return False
        self._pending += data
        whole = self._pending.decode(errors="ignore")
        self._pending = self._pending[len(whole.encode()) :]
        self.shown += whole
        return bool(data)
