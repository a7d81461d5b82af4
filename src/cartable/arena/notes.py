"""What bots said in a match, noted as they say it. When a bot takes its process down with it, the notes tell who was
thinking, and the match up to there can be played again.
"""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cartable.bots import AnyBot, Bot, Intent
from cartable.kernel import Act, AnyGame, Seat


class Said(msgspec.Struct, frozen=True, array_like=True):
    """One line: who was asked, and then, in a line of its own, what they answered."""

    seat: Seat
    answered: bool = False
    act: str | None = None
    at_ms: float = 0.0


class Notes:
    """The notes of the match that a process is playing."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb", buffering=0)

    def begin(self) -> None:
        """A new match: those of the last one are needed no more."""
        self._file.seek(0)
        self._file.truncate()

    def add(self, said: Said) -> None:
        """One more line, on the disk's side at once."""
        self._file.write(msgspec.json.encode(said) + b"\n")

    def taken(self, bot: AnyBot, seat: Seat) -> AnyBot:
        """The bot, with everything it says noted."""
        return _Noted(self, bot, seat)


class _Noted(Bot[Any, Any]):
    def __init__(self, notes: Notes, bot: AnyBot, seat: Seat) -> None:
        self._notes = notes
        self._bot = bot
        self._seat = seat

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any] | None:
        self._notes.add(Said(self._seat))
        intent = self._bot.decide(view, legal, now_ms)
        said = Said(self._seat, True) if intent is None else Said(self._seat, True, str(intent.act), intent.at_ms)
        self._notes.add(said)
        return intent


class Died(Exception):
    """A bot ended the process it was thinking in."""


class Echo(Bot[Any, Any]):
    """Says again what a bot said, and dies where it died."""

    def __init__(self, game: AnyGame, said: list[Said], how: str) -> None:
        self._game = game
        self._said = iter(said)
        self._how = how

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Act] | None:  # noqa: ARG002
        said = next(self._said, None)
        if said is None:
            raise Died(self._how)
        return None if said.act is None else Intent(self._game.act(said.act), said.at_ms)


class Left(NamedTuple):
    """What a dead process left: what everybody had answered, and who spoke or was asked last."""

    said: list[Said]
    last: Seat

    def echoes(self, game: AnyGame, players: int, how: str) -> list[AnyBot]:
        """Everybody as far as they got."""
        return [Echo(game, [said for said in self.said if said.seat == seat], how) for seat in range(players)]


def left_in(path: Path) -> Left:
    """The notes in a file; a last line that was cut off is left out."""
    lines = [msgspec.json.decode(line, type=Said) for line in path.read_bytes().split(b"\n")[:-1]]
    return Left([said for said in lines if said.answered], lines[-1].seat if lines else 0)
