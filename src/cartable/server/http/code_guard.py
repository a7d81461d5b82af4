"""Requests about one table: who may have its code looked up."""

import asyncio
import re
from typing import Any, Final

import msgspec

from cartable.server.common.codes import read_code
from cartable.server.common.credentials import headers_of, keys_of
from cartable.server.common.rate_limits import GUESS
from cartable.server.http import problems
from cartable.server.http.requests import Request, RequestAborted
from cartable.server.services import Services
from cartable.server.store.contract import StoreFailed
from cartable.server.tables.registry import TableRegistry
from cartable.wire import rest

_TABLE: Final = re.compile(r"/api/tables/([^/]+)(/.*)?")
_REJOIN: Final = "/rejoin"


class CodeGuard:
    """An ASGI application around the API: lets requests in whose client may guess a code, or has a key of the table.

    Whether a request may guess is kept in its scope, where no client can write, as far as the node that looks the code
    up. A request from another node of the cluster has been let in there.
    """

    def __init__(self, api: Any, registry: TableRegistry, services: Services) -> None:
        self._api = api
        self._registry = registry
        self._limiter = services.limiter
        self._body_bytes = services.config.limits.body_bytes

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        found = _TABLE.fullmatch(scope["path"])
        code = read_code(found[1]) if found is not None else None
        if found is None or code is None:
            await self._api(scope, receive, send)
            return
        began_s = asyncio.get_running_loop().time()
        client, guesses = scope.get("client"), self._limiter.guesses
        guess = guesses.attempt(client, code)
        if guess is None:
            keys = keys_of(headers_of(scope), code)
            if found[2] == _REJOIN and scope["method"] == "POST":
                body = await _read_body(Request(scope, receive, None, self._body_bytes))
                keys, receive = (*_keys_in(body), *keys), _Replayed(body, receive)
            if await self._opens(code, keys):
                await self._api(scope, receive, send)
                return
            try:
                guess = await guesses.attempt_in_turn(client, code)
            except TimeoutError:
                await problems.respond(send, 503, rest.Problem("cannot-save"))
                return
        if guess is not None:
            with guess:
                await self._api({**scope, GUESS: guess}, receive, send)
            return
        guesses.refused()
        await self._limiter.delay_refusal(began_s)
        await problems.respond(send, 429, rest.Problem("too-many-guesses"), retry_after_s=guesses.retry_after_s(client))

    async def _opens(self, code: str, keys: tuple[str, ...]) -> bool:
        try:
            return await self._registry.opening_key(code, keys) is not None
        except StoreFailed:
            return False


async def _read_body(request: Request) -> bytes:
    try:
        return await request.body()
    except (problems.RequestFailed, RequestAborted):  # too long, or not all of it came
        return b""


def _keys_in(body: bytes) -> tuple[str, ...]:
    """Return the key that a request to `rejoin` has in its body."""
    try:
        return (msgspec.json.decode(body, type=rest.Rejoin).key,)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ()


class _Replayed:
    """A request whose body was read already, as the application reads it."""

    def __init__(self, body: bytes, receive: Any) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Any:
        body, self._body = self._body, None
        if body is None:
            return await self._receive()
        return {"type": "http.request", "body": body, "more_body": False}
