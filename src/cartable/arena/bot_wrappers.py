"""Wrappers around a bot: a time limit for every decision, and a record of what it said.

When a bot takes its process down with it, the record tells which bot was thinking, and the match up to there can be
played again.
"""

import signal
import threading
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

import msgspec

from cartable.bots import AnyBot, Bot, Intent
from cartable.kernel import Act, AnyGame, Seat

HAS_ALARM: Final = hasattr(signal, "setitimer")


class TimedBot(Bot[Any, Any]):
    """A bot with a time limit. Where the system has no alarm signal, or outside the main thread, there is no limit."""

    def __init__(self, bot: AnyBot, patience_s: float) -> None:
        self._bot = bot
        self._patience_s = patience_s

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any] | None:
        if not HAS_ALARM or threading.current_thread() is not threading.main_thread():
            return self._bot.decide(view, legal, now_ms)
        before = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, self._patience_s)
        try:
            return self._bot.decide(view, legal, now_ms)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"thought for over {self._patience_s:g} seconds")


class Said(msgspec.Struct, frozen=True, array_like=True):
    """One line: who was asked, and then, in a line of its own, what they answered."""

    seat: Seat
    answered: bool = False
    act: str | None = None
    at_ms: float = 0.0


class BotRecord:
    """What the bots of the match in progress said, written to a file at once."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb", buffering=0)

    def begin(self) -> None:
        """A new match: forget the last one."""
        self._file.seek(0)
        self._file.truncate()

    def add(self, said: Said) -> None:
        """One more line, handed to the system at once."""
        self._file.write(msgspec.json.encode(said) + b"\n")

    def recorded(self, bot: AnyBot, seat: Seat) -> AnyBot:
        """The bot, with everything it says recorded."""
        return _RecordedBot(self, bot, seat)


class _RecordedBot(Bot[Any, Any]):
    def __init__(self, notes: BotRecord, bot: AnyBot, seat: Seat) -> None:
        self._notes = notes
        self._bot = bot
        self._seat = seat

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any] | None:
        self._notes.add(Said(self._seat))
        intent = self._bot.decide(view, legal, now_ms)
        said = Said(self._seat, True) if intent is None else Said(self._seat, True, str(intent.act), intent.at_ms)
        self._notes.add(said)
        return intent


class BotProcessDied(Exception):
    """A bot ended the process it was thinking in."""


class ReplayedBot(Bot[Any, Any]):
    """Repeats what a bot said, and fails where its process died."""

    def __init__(self, game: AnyGame, said: list[Said], how: str) -> None:
        self._game = game
        self._said = iter(said)
        self._how = how

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Act] | None:  # noqa: ARG002
        said = next(self._said, None)
        if said is None:
            raise BotProcessDied(self._how)
        return None if said.act is None else Intent(self._game.act(said.act), said.at_ms)


class CrashRecord(NamedTuple):
    """What a process recorded before it died: every answer given, and the seat that was asked last."""

    said: list[Said]
    last: Seat

    def replayed_bots(self, game: AnyGame, players: int, how: str) -> list[AnyBot]:
        """A bot for each seat that repeats what was recorded of it."""
        return [ReplayedBot(game, [said for said in self.said if said.seat == seat], how) for seat in range(players)]


def read_crash_record(path: Path) -> CrashRecord:
    """The record in a file; a last line that was cut off is ignored."""
    lines = [msgspec.json.decode(line, type=Said) for line in path.read_bytes().split(b"\n")[:-1]]
    return CrashRecord([said for said in lines if said.answered], lines[-1].seat if lines else 0)
