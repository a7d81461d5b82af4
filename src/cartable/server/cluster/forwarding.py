"""The HTTP API of a cluster: a request about a table is answered by the node that has it."""

import re
from typing import Any, Final

from cartable.server.cluster.messages import NodeRequest, NodeResponse
from cartable.server.cluster.relay import NotReached, Relay
from cartable.server.cluster.requests import NoResponse
from cartable.server.common.codes import read_code
from cartable.server.common.rate_limits import GUESS, Guess, address_of
from cartable.server.tables.table import Table

_TABLE: Final = re.compile(r"/api/tables/([^/]+)(?:/.*)?")
_SAFE: Final = ("GET", "HEAD")
_DONE: Final = NodeResponse(0, 200)
_TOO_LARGE: Final = NodeResponse(0, 413, ((b"content-type", b"application/json"),), b'{"code":"too-large"}')
_STOPPING: Final = NodeResponse(0, 503, ((b"content-type", b"application/json"),), b'{"code":"stopping"}')


class Forwarder:
    """An ASGI application around the API."""

    def __init__(self, api: Any, relay: Relay, body_bytes: int) -> None:
        self._api = api
        self._relay = relay
        self._body_bytes = body_bytes

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        found = _TABLE.fullmatch(scope["path"])
        code = read_code(found[1]) if found is not None else None
        if code is None:
            await self._api(scope, receive, send)
            return
        forwarded = _ForwardedRequest(self._relay, code, scope, receive, send=send, body_bytes=self._body_bytes)
        try:
            answer = await self._relay.reach(code, forwarded.locally, forwarded.remotely)
        except NotReached:
            answer = _STOPPING
        if answer is None:
            await self._api(scope, receive, send)  # it knows what to say of a table that does not exist
        elif answer is not _DONE:
            await _respond(send, answer)


class _ForwardedRequest:
    """One request, until it is answered by this node or by another."""

    def __init__(self, relay: Relay, code: str, scope: Any, receive: Any, *, send: Any, body_bytes: int) -> None:
        self._relay = relay
        self._code = code
        self._scope = scope
        self._receive = receive
        self._send = send
        self._body_bytes = body_bytes
        self._body: bytes | None = None

    async def locally(self, _table: Table) -> NodeResponse:
        receive = self._receive if self._body is None else self._read_body
        await self._relay.requests.answer_locally(self._code, self._scope, receive, self._send)
        return _DONE

    async def _read_body(self) -> dict[str, Any]:
        """The body, which was read to be sent elsewhere."""
        return {"type": "http.request", "body": self._body, "more_body": False}

    async def remotely(self, owner: str) -> NodeResponse | None:
        guess: Guess | None = self._scope.get(GUESS)
        if guess is not None:
            guess.found()
        if self._body is None:
            self._body = await _body(self._receive, self._body_bytes)
        if len(self._body) > self._body_bytes:
            return _TOO_LARGE
        scope = self._scope
        request = NodeRequest(
            self._relay.requests.number(),
            self._code,
            scope["method"],
            scope["path"],
            scope["query_string"],
            tuple((bytes(name), bytes(value)) for name, value in scope["headers"]),
            scope["scheme"],
            address_of(scope.get("client")),
            self._body,
        )
        try:
            return await self._relay.requests.send(owner, request)
        except NoResponse:
            return None if scope["method"] in _SAFE else _STOPPING


async def _body(receive: Any, most: int) -> bytes:
    """All of it, or a little more than is allowed."""
    parts: list[bytes] = []
    size = 0
    while size <= most:
        message = await receive()
        if message["type"] != "http.request":
            break
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if not message.get("more_body", False):
            break
    return b"".join(parts)


async def _respond(send: Any, answer: NodeResponse) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": list(answer.headers)})
    await send({"type": "http.response.body", "body": answer.body})
