"""A socket from where no more codes may be tried, and whose key may still come in its first message."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from cartable.server.common.logs import log_error
from cartable.server.common.rate_limits import RateLimiter
from cartable.server.store.contract import StoreFailed
from cartable.server.tables.connection import CLOSE_CODES, ClientHandler, Link
from cartable.server.tables.views import ENCODER
from cartable.wire import down, up

MOST_WAITING: Final = 8
"""Messages that may come before the key has been judged: clients wait for the answer to the first."""

DECODER: Final = msgspec.json.Decoder(up.UpMessage)


class LateKey:
    """Handles the messages of a socket until its key is judged, and then hands them to the session at its table."""

    def __init__(
        self, link: Link, limiter: RateLimiter, find: Callable[[str], Awaitable[ClientHandler | None]]
    ) -> None:
        """`find` returns the session that a key opens, or None."""
        self._link = link
        self._limiter = limiter
        self._find = find
        self._handler: ClientHandler | None = None
        self._waiting: list[tuple[bytes, float]] = []
        self._judging: asyncio.Task[None] | None = None
        self._is_over = False
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(limiter.limits.hello_s, self._say_goodbye, "bad-message", "hello")

    def received(self, data: bytes, at: float) -> None:
        """A message, stamped when its bytes came in."""
        if self._handler is not None:
            self._handler.received(data, at)
        elif not self._is_over:
            self._waiting.append((data, at))
            if self._judging is None:
                self._timer.cancel()
                self._judging = asyncio.ensure_future(self._judge(data))
            elif len(self._waiting) > MOST_WAITING:
                self._say_goodbye("too-many")

    async def _judge(self, data: bytes) -> None:
        began_s = asyncio.get_running_loop().time()
        key = key_in(data)
        try:
            handler = await self._find(key) if key is not None else None
        except StoreFailed:
            handler = None
        except Exception:  # a bug of ours: the client should not wait for nothing
            log_error("key could not be judged")
            handler = None
        if handler is None:
            self._limiter.guesses.refused()
            await self._limiter.delay_refusal(began_s)
            self._say_goodbye("too-many-guesses")
        elif self._is_over:
            handler.closed()
        else:
            self._handler = handler
            for message in self._waiting:
                handler.received(*message)
            self._waiting.clear()

    def _say_goodbye(self, why: down.Why, about: str = "") -> None:
        if not self._is_over:
            self._is_over = True
            self._link.push(ENCODER.encode(down.Goodbye(why, about)))
            self._link.hang_up(CLOSE_CODES.get(why, 1000), why)

    def closed(self) -> None:
        """End with the connection."""
        self._is_over = True
        self._timer.cancel()
        if self._handler is not None:
            self._handler.closed()


def key_in(hello: bytes) -> str | None:
    """Return the key in a first message, however it is written; None if there is none, or no such message."""
    try:
        message = DECODER.decode(hello)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return message.key if isinstance(message, up.Hello) else None
