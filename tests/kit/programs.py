"""Programs in processes of their own, which say when they are ready."""

import subprocess
from pathlib import Path
from threading import Thread, Timer
from typing import IO, Final

from tests.kit.eventually import PATIENCE_S

_KEPT_LINES: Final = 40


def started(command: list[str], ready: bytes, folder: Path | None = None) -> "subprocess.Popen[bytes]":
    """Start a program, and return when a line that it writes holds `ready`. What it writes later is read and dropped,
    so that it never waits for a reader."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder)
    assert process.stdout is not None
    wrote: list[bytes] = []
    giving_up = Timer(PATIENCE_S, process.kill)
    giving_up.start()
    try:
        for line in process.stdout:
            wrote.append(line)
            if ready in line:
                Thread(target=_drop, args=(process.stdout,), daemon=True).start()
                return process
    finally:
        giving_up.cancel()
    process.wait()
    raise AssertionError(f"{command[0]} did not start:\n{b''.join(wrote[-_KEPT_LINES:]).decode()}")


def _drop(lines: IO[bytes]) -> None:
    with lines:
        for _ in lines:
            pass
