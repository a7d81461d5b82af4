"""Advice for people: a hint at the table, and once a match is over what each of its decisions was worth. All of it is
worked out where bots think, never on the event loop.
"""

import asyncio
from collections import OrderedDict
from typing import Final

import msgspec

from cartable.bots.analysis import Analysis, analyse, can_analyse
from cartable.bots.hints import Hint, hint
from cartable.kernel import Refused
from cartable.server.common.logs import log_error
from cartable.server.http import problems
from cartable.server.store import MatchRow, Store
from cartable.server.tables import archive
from cartable.server.tables.table import TableHost
from cartable.server.thinking.pool import Thinkers
from cartable.table.live import NOT_PLAYING
from cartable.table.reading import LogReader
from cartable.table.replay import turns
from cartable.wire import rest

HINTS_OFF: Final = Refused("hints-off", "TABLE")
NO_HINT: Final = Refused("no-hint", "TABLE")

KEPT: Final = 64
"""Analyses in memory, those asked for last; each takes some tens of kilobytes."""

WAITING: Final = 8
"""More than so many at once are for later."""


async def hint_for(thinkers: Thinkers, table: TableHost, place: int) -> rest.Hint:
    """What a strong player would do at this place, as far as can be seen from there."""
    play, seat = table.matches.play, table.matches.seat_of(place)
    if play is None or seat is None or not table.matches.on:
        raise problems.refused(NOT_PLAYING)
    if not table.settings.hints:
        raise problems.refused(HINTS_OFF)
    view, legal = play.sight(seat)
    found: Hint | None = await thinkers.aside(play.id, hint, table.game.id, view, seat, legal) if legal else None
    if found is None:
        raise problems.refused(NO_HINT)
    return rest.Hint(str(found.act), found.why, found.about)


class Analyses:
    """Of matches that are over; the latest are kept."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self._store = store
        self._thinkers = thinkers
        self._known: OrderedDict[str, rest.Analysis] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[rest.Analysis]] = {}

    async def of(self, row: MatchRow) -> rest.Analysis:
        """What a match was worth. Whoever asks for the same one meanwhile waits for the same answer."""
        known = self._known.get(row.id)
        if known is not None:
            self._known.move_to_end(row.id)
            return known
        task = self._under_way.get(row.id)
        if task is None:
            if len(self._under_way) >= WAITING:
                raise problems.trouble(429, "too-many-requests")
            task = self._under_way[row.id] = asyncio.ensure_future(self._study(row))
            task.add_done_callback(lambda done: self._studied(row.id, done))
        return await asyncio.shield(task)

    async def _study(self, row: MatchRow) -> rest.Analysis:
        if not can_analyse(LogReader([row.header + b"\n"], row.id).game.id):
            raise problems.trouble(404, "no-analysis", "a match of a game whose choices can be weighed")
        log = await archive.export(self._store, row)
        found: Analysis = await self._thinkers.study(analysed, log, row.id)
        return msgspec.convert(found, rest.Analysis, from_attributes=True)

    def _studied(self, match: str, done: "asyncio.Task[rest.Analysis]") -> None:
        del self._under_way[match]
        if done.cancelled():
            return
        error = done.exception()
        if error is None:
            self._known[match] = done.result()
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        elif not isinstance(error, problems.Trouble):
            log_error("analysis failed", match=match, why=repr(error))


def analysed(log: bytes, name: str) -> Analysis:
    """What a match was worth, act by act."""
    reader = LogReader(log.splitlines(keepends=True), name)
    acts = list(turns(reader))
    outcome = reader.ending.outcome if reader.ending is not None else None
    return analyse(reader.game, reader.header.players, acts, outcome)
