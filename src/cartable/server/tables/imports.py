"""Match logs that were played elsewhere: checked in a process of their own, and kept once, under its hash."""

import asyncio
import base64
import hashlib
from typing import Any, Final, NamedTuple

import msgspec

from cartable.kernel import BadInput
from cartable.matches.log.reading import LogReader
from cartable.matches.log.replay import replay
from cartable.matches.log.verify import Unverified, verify
from cartable.matches.names import clean_name, hidden
from cartable.server.common.clock import today_s
from cartable.server.common.codes import ID_BYTES
from cartable.server.store.contract import MatchRow, Store
from cartable.server.thinking.contract import BotThinking
from cartable.wire import rest

MOST_ACTS: Final = 20_000
LINE_BYTES: Final = 8_192
STRING_LETTERS: Final = 200
"""Bounds of a line and of every string in it: those that we write are far shorter."""

MOST_AT_ONCE: Final = 4
"""Logs that wait to be checked; whoever brings one more has to come again later."""


class CheckedLog(NamedTuple):
    """A log that is a match by the rules, as the store keeps it. `why` it is not vouched for; empty: it verifies."""

    row: MatchRow
    lines: bytes
    why: str


class BadLog(NamedTuple):
    """What is wrong with a log."""

    where: str
    expected: str


class MatchImports:
    """The logs that are taken in."""

    def __init__(self, store: Store, bots: BotThinking) -> None:
        self._store = store
        self._bots = bots
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def import_log(self, data: bytes) -> rest.Imported | None:
        """Keep a log, which must be a match by the rules, and tell whether its deals verify. None: too many wait."""
        if self._waiting >= MOST_AT_ONCE:
            return None
        self._waiting += 1
        try:
            async with self._turn:
                checked: CheckedLog | BadLog = await self._bots.run_apart(check_log, data)
                if isinstance(checked, BadLog):
                    raise BadInput(*checked)
                row = checked.row
                if await self._store.match(row.id) is None:
                    await self._store.import_match(row, checked.lines)
        finally:
            self._waiting -= 1
        return rest.Imported(row.id, not checked.why, checked.why)


# --- in the process that checks ---------------------------------------------------------------------------------------


def check_log(data: bytes) -> CheckedLog | BadLog:
    """Read a log to its end, play it by the rules, verify its deals."""
    try:
        lines = data.splitlines(keepends=True)
        _check_strings(lines)
        log = _played(lines)
        verdict = verify(LogReader(lines, "log"))
    except BadInput as error:
        return BadLog(error.where, error.expected)
    except RecursionError:
        return BadLog("log", "expected JSON that is not nested so deeply")
    row, rest_of_it = _split(log, lines)
    if isinstance(verdict, Unverified):
        return CheckedLog(row, rest_of_it, verdict.why)
    return CheckedLog(msgspec.structs.replace(row, deal=verdict.deal_number), rest_of_it, "")


def _played(lines: list[bytes]) -> LogReader:
    log = LogReader(lines, "log")
    for player in log.header.seats:
        if clean_name(player.name) != player.name:
            raise BadInput("seats", "expected names of 1 to 20 visible characters")
    for acts, _ in enumerate(replay(log), 1):
        if acts > MOST_ACTS:
            raise BadInput("log", f"expected at most {MOST_ACTS} acts")
    if log.ending is None:
        raise BadInput("log", "expected a match that is over")
    return log


def _check_strings(lines: list[bytes]) -> None:
    """A log is shown to people: no string in it may be long, or hold marks that hide or turn around what follows."""
    for number, line in enumerate(lines, 1):
        if len(line) > LINE_BYTES:
            raise BadInput(f"line {number}", f"expected at most {LINE_BYTES} bytes")
        try:
            _check_value(msgspec.json.decode(line), f"line {number}")
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadInput(f"line {number}", f"expected JSON: {error}") from error


def _check_value(value: Any, where: str) -> None:
    if isinstance(value, str):
        if len(value) > STRING_LETTERS or any(map(hidden, value)):
            raise BadInput(where, f"expected strings of at most {STRING_LETTERS} visible characters")
    elif isinstance(value, list | dict):
        for each in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_value(each, where)


def _split(log: LogReader, lines: list[bytes]) -> tuple[MatchRow, bytes]:
    """What stands in a log, as the store keeps it: the reveal apart."""
    kept = lines[1:]
    if log.reveal is not None:
        kept.pop()
    if kept and not kept[-1].endswith(b"\n"):
        kept[-1] += b"\n"
    secret = bytes.fromhex(log.reveal.secret) if log.reveal is not None else b""
    nonces = msgspec.json.encode(log.reveal.nonces if log.reveal is not None else ())
    content = b"\n".join((log.header_line, b"".join(kept), secret, nonces))
    row = MatchRow(
        id=base64.urlsafe_b64encode(hashlib.sha256(content).digest()[:ID_BYTES]).decode(),
        code=None,
        number=0,
        header=log.header_line,
        secret=secret,
        nonces=nonces,
        state="imported",
        started=today_s(),
        ended=today_s(),
    )
    return row, b"".join(kept)
