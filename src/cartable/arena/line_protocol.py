"""The line protocol: a bot in any language, one JSON object a line on its standard input and output.

    -> {"start": {"game": "push", "players": 2, "seat": 0, "seed": 7}}
    -> {"decide": {"view": {...}, "legal": ["draw", "take 1"], "now_ms": 0.0}}
    <- {"act": "take 1"}                  at once; or {"act": "call 3", "at_ms": 812.5}, or {"wait": true}

Nothing answers `start`. The program ends when its input does.
"""

import atexit
import contextlib
import selectors
import shlex
import subprocess
import time
from typing import Any, ClassVar, Final

import msgspec

from cartable.bots import Bot, Intent
from cartable.kernel import Act, AnyGame, Seat

EXIT_S: Final = 3.0
"""How long a program may take to end once its input has ended."""

LONGEST_LINE: Final = 1 << 16
SHOWN: Final = 80
"""Characters of a line that made no sense."""


class LineAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a program says."""

    act: str | None = None
    at_ms: float | None = None
    wait: bool = False


class LineBot(Bot[Any, Any]):
    """A program, started once for each seat and kept from match to match. After a failure it is started afresh."""

    _running: ClassVar[dict[tuple[str, Seat], "LineBot"]] = {}

    def __init__(self, command: str) -> None:
        self._program = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._out, selectors.EVENT_READ)
        self._heard = b""
        self._game: AnyGame | None = None
        self._patience_s = 0.0

    @classmethod
    def at(cls, command: str, seat: Seat) -> "LineBot":
        """The program of a seat; a new one if there is none, or if the last one has ended."""
        known = cls._running.get((command, seat))
        if known is not None and known._program.poll() is not None:
            known.close()
            known = None
        if known is None:
            known = cls._running[command, seat] = cls(command)
        return known

    @classmethod
    def end_all(cls) -> None:
        """Let every program end."""
        while cls._running:
            _, bot = cls._running.popitem()
            bot.close()

    @property
    def _in(self) -> Any:
        return self._program.stdin

    @property
    def _out(self) -> Any:
        return self._program.stdout

    def start(self, game: AnyGame, players: int, seat: Seat, seed: int, patience_s: float) -> None:
        """A match begins."""
        self._game = game
        self._patience_s = patience_s
        self._say({"start": {"game": game.id, "players": players, "seat": seat, "seed": seed}})

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Act] | None:
        if self._game is None:
            raise RuntimeError("no match was started")
        asked = {"view": msgspec.to_builtins(view), "legal": [str(act) for act in legal], "now_ms": now_ms}
        try:
            self._say({"decide": asked})
            answer = _read(self._line())
        except Exception:
            self._break_off()
            raise
        if answer.act is None:
            return None
        return Intent(self._game.act(answer.act), now_ms if answer.at_ms is None else answer.at_ms)

    def close(self) -> None:
        """Let the program end."""
        self._ready.close()
        with contextlib.suppress(BrokenPipeError):  # it has ended before
            self._in.close()
        try:
            self._program.wait(EXIT_S)
        except subprocess.TimeoutExpired:
            self._break_off()
        self._out.close()

    def _break_off(self) -> None:
        """Nobody knows what it would say next."""
        self._program.kill()
        self._program.wait()

    def _say(self, message: dict[str, Any]) -> None:
        try:
            self._in.write(msgspec.json.encode(message) + b"\n")
            self._in.flush()
        except BrokenPipeError as error:
            raise EOFError(f"ended with status {self._program.wait()}") from error

    def _line(self) -> bytes:
        """The next line the program says."""
        until = time.monotonic() + self._patience_s
        while b"\n" not in self._heard:
            if not self._ready.select(max(0.0, until - time.monotonic())):
                raise TimeoutError(f"said nothing for {self._patience_s:g} seconds")
            more = self._out.read1(LONGEST_LINE)
            if not more:
                raise EOFError(f"ended with status {self._program.wait()}")
            self._heard += more
            if len(self._heard) > LONGEST_LINE:
                raise ValueError(f"said more than {LONGEST_LINE} bytes without the end of a line")
        line, _, self._heard = self._heard.partition(b"\n")
        return line


def _read(line: bytes) -> LineAnswer:
    """What a line means."""
    try:
        answer = msgspec.json.decode(line, type=LineAnswer)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        said = line[:SHOWN].decode(errors="replace")
        raise ValueError(f"said {said!r}: {error}") from error
    if (answer.act is None) != answer.wait:
        raise ValueError('expected {"act": ...} or {"wait": true}')
    return answer


atexit.register(LineBot.end_all)
