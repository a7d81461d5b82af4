"""A match on disk: its log in a file that grows act by act, and the dealer's secret beside it while the match runs."""

import os
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from cartable.cli.data_folder import data_folder
from cartable.kernel import BadInput, Event, Seat
from cartable.matches.deal.dealers import revealed_dealer
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.entries import Reveal, Revealed, encode_line
from cartable.matches.log.reading import LogReader, open_log
from cartable.matches.log.replay import replay
from cartable.matches.match import Match

SECRET: Final = ".secret"
PRIVATE: Final = 0o600
_PUBLIC: Final = 0o666  # less the umask
_NEW: Final = os.O_CREAT | os.O_EXCL
_APPEND: Final = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)


def new_log_path(game_id: str, environ: Mapping[str, str] = os.environ) -> Path:
    """A file for a new match in the user's data folder, named after the game and the moment."""
    folder = data_folder(environ) / "matches"
    moment = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(str(folder), f"cannot be made: {error.strerror}; name a file with --log") from error
    names = (f"{game_id}-{moment}{again}.jsonl" for again in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(path for path in map(folder.joinpath, names) if not path.exists())


class MatchFiles:
    """The files of one match. What is written is on the disk when `append` returns: a kill loses nothing."""

    def __init__(self, path: Path, reveal: Reveal) -> None:
        self.path = path
        self.reveal = reveal
        self._size = path.stat().st_size

    @property
    def _secret(self) -> Path:
        return secret_path(self.path)

    @classmethod
    def create(cls, path: Path, header_line: bytes, reveal: Reveal) -> "MatchFiles":
        """The files of a new match: the secret first, so that no log is ever without it."""
        if path.exists():
            raise BadInput(str(path), f"is there already; go on with it with --resume {path}, or name another file")
        _write(secret_path(path), msgspec.json.encode(reveal) + b"\n", _NEW, PRIVATE)
        _write(path, b"", _NEW, _PUBLIC)
        files = cls(path, reveal)
        files.append([header_line + b"\n"])
        return files

    def append(self, lines: Iterable[bytes]) -> None:
        """Add lines at the end, all of them at once."""
        if self.path.stat().st_size != self._size:
            raise BadInput(str(self.path), "has been changed by somebody else: is this match being played twice?")
        added = b"".join(lines)
        _write(self.path, added)
        self._size += len(added)

    def finish(self) -> None:
        """The match is over: the secret moves into the log, for everybody to check."""
        self.append([encode_line(Revealed(self.reveal))])
        self._secret.unlink(missing_ok=True)

    def repair(self, end: int) -> None:
        """Drop what was cut off after `end`, and see that the last line is a whole one."""
        with self.path.open("r+b") as file:
            file.truncate(end)
            file.seek(max(end - 1, 0))
            if file.read(1) not in (b"\n", b""):
                file.write(b"\n")
            file.flush()
            os.fsync(file.fileno())
        self._size = self.path.stat().st_size


def secret_path(path: Path) -> Path:
    """Where the secret of a running match is kept."""
    return path.with_name(path.name + SECRET)


def _write(path: Path, data: bytes, flags: int = 0, mode: int = _PUBLIC) -> None:
    """Append data to a file, down to the disk."""
    try:
        file = os.open(path, _APPEND | flags, mode)
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(file, left) :]
            os.fsync(file)
        finally:
            os.close(file)
    except OSError as error:
        raise BadInput(str(path), f"cannot be written: {error.strerror}") from error


# --- going on with a match ------------------------------------------------------------------------------------------


class SavedMatch(msgspec.Struct, frozen=True):
    """A match found in its files. `cut`: the number of a last line that was cut off and is left out."""

    match: Match
    files: MatchFiles
    cut: int | None


def resume_match(path: Path) -> SavedMatch:
    """The match of a log, ready to go on."""
    with open_log(path, allow_cut=True) as log:
        reveal = _read_secret(path, log)
        match = Match.resume(log, revealed_dealer(log.header, log.header_line, reveal))
    if log.reveal is not None:
        secret_path(path).unlink(missing_ok=True)  # killed between revealing it and forgetting it
        raise _over(path)
    files = MatchFiles(path, reveal)
    files.repair(_whole_lines(path, log.cut))
    return SavedMatch(match, files, log.cut)


def recent_events(path: Path, seat: Seat) -> list[Event]:
    """What happened in a match since a seat's last act, that act included."""
    events: list[Event] = []
    with open_log(path) as log:
        for moment in replay(log):
            if moment.recorded.entry.seat == seat:
                events.clear()
            events += moment.events
    return events


def _read_secret(path: Path, log: LogReader) -> Reveal:
    """What the dealer kept to itself; it must be what this very log promises."""
    beside = secret_path(path)
    try:
        kept = beside.read_bytes()
    except FileNotFoundError:
        for _ in log:
            pass  # a log that reveals its secret is of a match that is over
        if log.ending is not None:
            raise _over(path) from None
        wanted = f"expected the dealer's secret beside {path.name}: without it nobody can deal on"
        raise BadInput(str(beside), f"not found; {wanted}") from None
    except OSError as error:
        raise BadInput(str(beside), f"cannot be read: {error.strerror}") from error
    try:
        reveal: Reveal = msgspec.json.decode(kept, type=Reveal)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(str(beside), f"expected the dealer's secret; {error}") from error
    promised: Any = (log.header.commitment, *log.header.nonces)
    if promised != tuple(fingerprint(bytes.fromhex(part)) for part in (reveal.secret, *reveal.nonces)):
        raise BadInput(str(beside), f"expected the secret that {path.name} commits to, found another one")
    return reveal


def _over(path: Path) -> BadInput:
    return BadInput(str(path), f"expected a match that goes on; this one is over: cartable replay {path}")


def _whole_lines(path: Path, cut: int | None) -> int:
    """Where the good part of the file ends."""
    if cut is None:
        return path.stat().st_size
    with path.open("rb") as file:
        return sum(len(line) for line, _ in zip(file, range(cut - 1), strict=False))
