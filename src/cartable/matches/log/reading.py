"""Reading a match log: strictly, line by line, never more than one in memory."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from cartable.games import registry
from cartable.kernel import CLOCK, Act, AnyGame, BadInput, Outcome
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.head_starts import check_head_starts
from cartable.matches.log.entries import GIVEN_UP, Ending, Entry, Reveal
from cartable.matches.log.header import FORMAT, Header, all_options, check_players

GameOf = Callable[[str, int], AnyGame]
"""Finds the rules a log was played under: the registry, unless a test or a study has rules of its own."""

_NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_AN_ACT = '[n, seat, "act", at_ms, {...}]'
_AN_OUTCOME = '{"outcome": ...}'
_A_REVEAL = '{"reveal": ...}'


class Recorded(msgspec.Struct, frozen=True):
    """One act of a log, with the number of its line."""

    line: int
    entry: Entry
    act: Act


class _Closing(msgspec.Struct, forbid_unknown_fields=True):
    """Either of the lines that can follow the acts."""

    outcome: Outcome | UnsetType | None = UNSET
    given_up: bool | UnsetType = UNSET
    reveal: Reveal | UnsetType = UNSET


class LogReader:
    """A log, read once: the header at once, the acts by iterating, `ending` and `reveal` when that is done.

    A file that was cut off in its last line (a crash while writing) is an error, unless `allow_cut`: then the lines
    before are read and `cut` holds the number of the line that was left out.
    """

    def __init__(
        self, lines: Iterable[bytes], name: str, *, game_of: GameOf = registry.game, allow_cut: bool = False
    ) -> None:
        self.name = name
        self.ending: Ending | None = None
        self.reveal: Reveal | None = None
        self.cut: int | None = None
        self._allow_cut = allow_cut
        self._lines = enumerate(lines, 1)
        self._line = 1
        self._due_n = 0
        self._at_ms = 0
        self.header_line = next(self._lines, (1, b""))[1].rstrip(b"\r\n")
        self.header = self._read_header()
        try:
            self.game = game_of(self.header.game, self.header.rules_version)
            check_players(self.game, self.header.players)
            self.options = all_options(self.game, self.header)
            self.game = self.game.under(self.options)
            check_head_starts(self.game, self.header.seats)
        except BadInput as error:
            raise error.inside(self._here) from error
        if len(self.header.seats) != self.header.players:
            raise self._bad(f"expected {self.header.players} seats, got {len(self.header.seats)}")

    @property
    def header_hash(self) -> str:
        """The hash of the header's bytes as they stand in the file."""
        return fingerprint(self.header_line)

    def begin(self) -> Any:
        """The state before the first act."""
        return self.game.start(self.options, self.header.players)

    def __iter__(self) -> Iterator[Recorded]:
        for number, line in self._lines:
            self._line = number
            if not line.endswith(b"\n") and not _is_json(line):
                if not self._allow_cut:
                    raise self._bad(f"expected {self._expected}, but the file is cut off in this line")
                self.cut = self._line
                return
            opening = line.lstrip()[:1]
            if opening == b"[" and self.ending is None:
                yield self._act(line)
            elif opening == b"{" and self.reveal is None:
                self._close(line)
            else:
                raise self._bad(f"expected {self._expected}, got {_shortened(line)}")

    @property
    def _here(self) -> str:
        return f"{self.name}, line {self._line}"

    @property
    def _expected(self) -> str:
        """What may stand in the next line."""
        if self.reveal is not None:
            return "nothing after the reveal"
        return f"{_AN_ACT} or {_AN_OUTCOME}" if self.ending is None else _A_REVEAL

    def _bad(self, expected: str) -> BadInput:
        return BadInput(self._here, expected)

    def _read_header(self) -> Header:
        wanted = 'the header of a match log, {"cartable": 1, "game": ...}'
        start = self._typed(self.header_line, Any, wanted)
        if not isinstance(start, dict) or "cartable" not in start:
            raise self._bad(f"expected {wanted}, got {_shortened(self.header_line)}")
        version = start["cartable"]
        if type(version) is not int or version != FORMAT:
            raise self._bad(f"expected log format {FORMAT}, got {version!r}")
        header: Header = self._typed(self.header_line, Header, wanted)
        return header

    def _typed(self, text: bytes, kind: Any, wanted: str) -> Any:
        try:
            return msgspec.json.decode(text, type=kind)
        except msgspec.ValidationError as error:
            raise self._bad(f"expected {wanted}; {error}") from error
        except _NOT_JSON as error:
            raise self._bad(f"expected {wanted}, got {_shortened(text)}") from error

    def _act(self, text: bytes) -> Recorded:
        entry: Entry = self._typed(text, Entry, _AN_ACT)
        if entry.n != self._due_n:
            raise self._bad(f"expected act {self._due_n}, got act {entry.n}")
        if not CLOCK <= entry.seat < self.header.players:
            raise self._bad(f"expected a seat from {CLOCK} to {self.header.players - 1}, got {entry.seat}")
        if entry.at_ms < self._at_ms:
            raise self._bad(f"expected a time from {self._at_ms} ms on, got {entry.at_ms}")
        try:
            act: Act = self.game.act(entry.text)
        except BadInput as error:
            raise error.inside(self._here) from error
        self._due_n, self._at_ms = entry.n + 1, entry.at_ms
        return Recorded(self._line, entry, act)

    def _close(self, text: bytes) -> None:
        closing: _Closing = self._typed(text, _Closing, self._expected)
        if self.ending is None:
            self.ending = self._ending(closing)
        elif isinstance(closing.reveal, Reveal) and closing.outcome is UNSET and closing.given_up is UNSET:
            self.reveal = closing.reveal
        else:
            raise self._bad(f"expected {_A_REVEAL} after the outcome")

    def _ending(self, closing: _Closing) -> Ending:
        if closing.reveal is UNSET and isinstance(closing.outcome, Outcome) and closing.given_up is UNSET:
            return Ending(closing.outcome)
        if closing.reveal is UNSET and closing.outcome is None and closing.given_up is True:
            return GIVEN_UP
        raise self._bad('expected {"outcome": {...}}, or {"outcome": null, "given_up": true}')


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text)
    except _NOT_JSON:
        return False
    return True


def _shortened(text: bytes) -> str:
    shown = text.decode("utf-8", errors="replace").strip()
    return repr(shown if len(shown) <= 40 else shown[:40] + "…") if shown else "an empty line"


@contextmanager
def open_log(path: Path, *, allow_cut: bool = False) -> Iterator[LogReader]:
    """A log in a file, open while it is read."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise BadInput(str(path), f"cannot be read: {error.strerror}") from error
    with file:
        yield LogReader(file, str(path), allow_cut=allow_cut)
