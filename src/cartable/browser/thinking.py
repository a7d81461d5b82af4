"""Bots of a table with no server: there is one thread, so they think in it, after all that was said has gone out."""

import asyncio
from collections.abc import Callable
from typing import Any

from cartable.matches.live import Think
from cartable.server.common.logs import log_error
from cartable.server.thinking.bot_cache import BotCache
from cartable.server.thinking.contract import BotId, Decided


class BrowserThinking:
    """All bots of a page."""

    def __init__(self) -> None:
        self._bots = BotCache()
        self._asked: dict[tuple[str, int], asyncio.Handle] = {}

    def start(self) -> None:
        """There is no process to start."""

    def ask(self, bot: BotId, think: Think, decided: Decided) -> None:
        """Let a bot decide, soon: what the people did before it is shown first."""
        self.cancel(bot.match, bot.seat)
        loop = asyncio.get_running_loop()
        self._asked[bot.match, bot.seat] = loop.call_later(0, self._decide, bot, think, decided)

    def _decide(self, bot: BotId, think: Think, decided: Decided) -> None:
        self._asked.pop((bot.match, bot.seat), None)
        try:
            thought = self._bots.decide(bot, think.view, think.legal, think.now, think.pace)
        except Exception:  # nobody may have to wait for a bot forever
            log_error("bot failed", game=bot.game, bot=bot.level)
            decided(think.legal[0] if think.legal else None, think.now)
            return
        decided(thought.act, thought.at)

    def cancel(self, match: str, seat: int) -> None:
        asked = self._asked.pop((match, seat), None)
        if asked is not None:
            asked.cancel()

    def forget(self, match: str) -> None:
        self._bots.forget(match)
        for of, seat in [key for key in self._asked if key[0] == match]:
            self.cancel(of, seat)

    async def run_for_match(self, _match: str, do: Callable[..., Any], *about: Any) -> Any:
        return await self.run_apart(do, *about)

    async def run_apart(self, do: Callable[..., Any], *about: Any) -> Any:
        await asyncio.sleep(0)
        return do(*about)
