"""Matches that are over: exported, and replayed act by act. A log leaves the server only after its end."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final, NamedTuple, Self

import msgspec

from cartable.kernel import DEALER, AnyGame, BadInput, Event, Seat
from cartable.matches.head_starts import in_points
from cartable.matches.log.entries import Reveal, Revealed, encode_line
from cartable.matches.log.reading import LogReader
from cartable.matches.log.replay import ReplayStep, replay
from cartable.matches.match import Numbered
from cartable.matches.story import Story, story
from cartable.server.store.contract import MatchRow, Store
from cartable.server.tables.views import numbered
from cartable.wire import rest
from cartable.wire.patch import SAME, diff

STRETCH_S: Final = 0.001
"""How long a match is replayed before the tables get their turn."""


def reveal_of(row: MatchRow) -> Reveal:
    """What the dealer kept to itself."""
    return Reveal(row.secret.hex(), tuple(msgspec.json.decode(row.nonces, type=list[str])))


class Stretches:
    """Work on the event loop that takes a while, in short stretches."""

    def __init__(self) -> None:
        self._began = perf_counter()

    async def pause(self) -> None:
        """Let the tables have their turn, if it is time."""
        if perf_counter() - self._began > STRETCH_S:
            await asyncio.sleep(0)
            self._began = perf_counter()


class MatchArchive:
    """The matches of a store that are over. One is replayed at a time, however many are asked for: several would each
    take their stretch of every turn."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._replaying = asyncio.Lock()

    async def find(self, match_id: str) -> MatchRow | None:
        """The match with this id, if it is over."""
        row = await self._store.match(match_id)
        if row is not None and row.state == "on":
            # Its last line is stored a moment before the table says so.
            _, lines = await self._store.lines(match_id)
            return row if lines[lines.rfind(b"\n", 0, -1) + 1 :].startswith(b'{"outcome"') else None
        return row

    async def export(self, row: MatchRow) -> bytes:
        """The whole log with the reveal, as `cartable verify` reads it."""
        _, lines = await self._store.lines(row.id)
        reveal = encode_line(Revealed(reveal_of(row))) if row.secret else b""
        return row.header + b"\n" + lines + reveal

    async def replay(
        self, row: MatchRow, seat: Seat | None, allow: Callable[[int], None] = lambda _size: None
    ) -> rest.Replay:
        """The match as a seat saw it (None: a spectator), act by act. `allow` is asked with the size of its log."""
        log = await self.export(row)
        allow(len(log))
        async with self._replaying:
            return await replayed(_reader(log, row.id), row.id, seat)

    async def story(self, row: MatchRow) -> Story | None:
        """Why a match was won; None when it was given up."""
        log = _reader(await self.export(row), row.id)
        state = log.begin()
        told: list[Event] = []
        async with self._replaying:
            stretches = Stretches()
            for moment in replay(log):
                told.extend(moment.events)
                state = moment.state
                await stretches.pause()
        return story(log.game, state, told, in_points(log.game, log.header))


def game_of(row: MatchRow) -> AnyGame:
    """The game of a stored match."""
    return _reader(row.header + b"\n", row.id).game


def with_points_ahead(row: MatchRow) -> bool:
    """Had anybody a head start in points?"""
    log = _reader(row.header + b"\n", row.id)
    return bool(in_points(log.game, log.header))


async def replayed(log: LogReader, match_id: str, seat: Seat | None) -> rest.Replay:
    """A log as a seat saw it, act by act."""
    if seat is not None and not 0 <= seat < log.header.players:
        raise BadInput("seat", f"expected 0 to {log.header.players - 1}, got {seat}")
    state = log.begin()
    shown = first = _ReplayView.of(log.game, state, seat)
    shuffles: dict[tuple[str, int], rest.Shuffled] = {}
    frames = []
    stretches = Stretches()
    for step in replay(log):
        entry = step.recorded.entry
        drawn = log.game.next_reveal(state) if entry.seat == DEALER else None
        if drawn is not None:
            shuffled = rest.Shuffled(drawn.verb, drawn.shuffle, tuple(drawn.among))
            shuffles.setdefault((drawn.verb, drawn.shuffle), shuffled)
        state = step.state
        before, shown = shown, _ReplayView.of(log.game, state, seat)
        due = rest.Drawn(drawn.verb, drawn.shuffle, drawn.slot) if drawn is not None else None
        frames.append(_frame(step, seat, before, shown, due))
        await stretches.pause()
    return rest.Replay(
        id=match_id,
        header=log.header,
        line=log.header_line.decode(),
        hash=log.header_hash,
        view=first.view,
        preview=first.preview,
        frames=tuple(frames),
        shuffles=tuple(shuffles.values()),
        outcome=log.ending.outcome if log.ending is not None else None,
        reveal=log.reveal,
    )


class _ReplayView(NamedTuple):
    """What a seat sees after an act, and what the rules make of it. Nobody acts any more: nothing is allowed."""

    view: Any
    preview: Any

    @classmethod
    def of(cls, game: AnyGame, state: Any, seat: Seat | None) -> Self:
        view = game.view(state, seat)
        return cls(view, game.preview(view))


def _frame(
    step: ReplayStep, seat: Seat | None, before: _ReplayView, shown: _ReplayView, due: rest.Drawn | None
) -> rest.ReplayFrame:
    """One act: what it changed in what the seat saw, and the events that the seat was told."""
    entry = step.recorded.entry
    events = numbered(
        Numbered(entry.n, index, event)
        for index, event in enumerate(step.events)
        if event.to is None or event.to == seat
    )
    return rest.ReplayFrame(
        n=entry.n,
        seat=entry.seat,
        act=entry.text,
        at_ms=entry.at_ms,
        events=events,
        patch=_change(before.view, shown.view),
        preview=_change(before.preview, shown.preview),
        by=entry.about.by or "",
        receipt=entry.about.receipt or None,
        due=due,
    )


def _change(before: Any, after: Any) -> Any:
    patch = diff(before, after)
    return None if patch is SAME else patch


def _reader(data: bytes, name: str) -> LogReader:
    return LogReader(data.splitlines(keepends=True), name)
