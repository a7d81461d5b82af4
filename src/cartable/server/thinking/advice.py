"""Advice for people: a hint at the table, and once a match is over what each of its decisions was worth. All of it is
worked out where bots think, never on the event loop.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from cartable.bots.analysis import MatchAnalysis, analyse
from cartable.bots.hints import HintedAct, hint
from cartable.kernel import Refused
from cartable.matches.log.reading import LogReader
from cartable.matches.log.replay import past_acts
from cartable.server.common.logs import log_error
from cartable.server.thinking.contract import BotThinking, SeatDecision
from cartable.wire import rest

NO_HINT: Final = Refused("no-hint", "TABLE")

KEPT: Final = 64
"""Analyses in memory, those asked for last; each takes some tens of kilobytes."""

MOST_AT_ONCE: Final = 4
"""One of a match, and few of a server. A client that asks for one more has to come again later."""


async def hint_for(bots: BotThinking, decision: SeatDecision) -> rest.Hint | Refused:
    """What a strong player would do at this seat, as far as can be seen from there."""
    game, match, seat, view, legal = decision
    found: HintedAct | None = await bots.run_for_match(match, hint, game, view, seat, legal) if legal else None
    return NO_HINT if found is None else rest.Hint(str(found.act), found.why, found.about)


class MatchAnalyses:
    """Of matches that are over; the latest are kept."""

    def __init__(self, bots: BotThinking) -> None:
        self._bots = bots
        self._known: OrderedDict[str, rest.Analysis] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[rest.Analysis]] = {}

    async def of(self, match: str, read_log: Callable[[], Awaitable[bytes]]) -> rest.Analysis | None:
        """What each decision of a match was worth; None when too many are being worked out, or the server stops. Those
        who ask for the same one meanwhile wait for the same answer."""
        known = self._known.get(match)
        if known is not None:
            self._known.move_to_end(match)
            return known
        task = self._under_way.get(match)
        if task is None:
            if len(self._under_way) >= MOST_AT_ONCE:
                return None
            task = self._under_way[match] = asyncio.ensure_future(self._analyse(match, read_log))
            task.add_done_callback(lambda done: self._done(match, done))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                return None
            raise

    def stop(self) -> None:
        """The server stops: nobody has to wait for what takes long."""
        for task in self._under_way.values():
            task.cancel()

    async def _analyse(self, match: str, read_log: Callable[[], Awaitable[bytes]]) -> rest.Analysis:
        found: MatchAnalysis = await self._bots.run_apart(analysed, await read_log(), match)
        return msgspec.convert(found, rest.Analysis, from_attributes=True)

    def _done(self, match: str, done: "asyncio.Task[rest.Analysis]") -> None:
        del self._under_way[match]
        if done.cancelled():
            return
        error = done.exception()
        if error is None:
            self._known[match] = done.result()
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        else:
            log_error("analysis failed", match=match, why=repr(error))


def analysed(log: bytes, name: str) -> MatchAnalysis:
    """What a match was worth, act by act."""
    reader = LogReader(log.splitlines(keepends=True), name)
    acts = list(past_acts(reader))
    outcome = reader.ending.outcome if reader.ending is not None else None
    return analyse(reader.game, reader.header.players, acts, outcome)
