"""HTTP requests about tables of other nodes: sent by the edge, answered by the owner's own application."""

import asyncio
from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from cartable.server.cluster.messages import NodeRequest, NodeResponse
from cartable.server.cluster.peers import Peers

ANSWER_S: Final = 5.0
IDLE_S: Final = 0.5

Valid = Callable[[str], bool]
"""May this node speak for the table with this code now?"""


class NoResponse(Exception):
    """Nobody knows whether the request was heard."""


class RemoteRequests:
    """Those of this node to others, and of others to this one."""

    def __init__(self, peers: Peers, api: Any, valid: Valid) -> None:
        self._peers = peers
        self._api = api
        self._valid = valid
        self._numbers = count(1)
        self._sent: dict[int, tuple[str, asyncio.Future[NodeResponse]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.running: Counter[str] = Counter()
        """How many requests are being answered here, by table."""

    # --- at the edge -------------------------------------------------------------------------------------------

    def number(self) -> int:
        return next(self._numbers)

    async def send(self, owner: str, request: NodeRequest) -> NodeResponse | None:
        """The owner's answer; None when it does not have the table."""
        answer: asyncio.Future[NodeResponse] = asyncio.get_running_loop().create_future()
        self._sent[request.number] = owner, answer
        self._peers.post(owner, request)
        try:
            response = await asyncio.wait_for(answer, ANSWER_S)
        except TimeoutError as error:
            raise NoResponse from error
        finally:
            del self._sent[request.number]
        return response if response.status else None

    def response_received(self, response: NodeResponse) -> None:
        _, answer = self._sent.get(response.number, ("", None))
        if answer is not None and not answer.done():
            answer.set_result(response)

    def lost(self, peer: str) -> None:
        """A node is gone: what it was asked it may have done or not."""
        for owner, answer in self._sent.values():
            if owner == peer and not answer.done():
                answer.set_exception(NoResponse())

    # --- at the owner ------------------------------------------------------------------------------------------

    def request_received(self, edge: str, request: NodeRequest) -> None:
        """A request came over the bus."""
        task = asyncio.ensure_future(self._answer(edge, request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, edge: str, request: NodeRequest) -> None:
        if not self._valid(request.code):
            self._peers.post(edge, NodeResponse(request.number, 0))
            return
        collected = _Collected(request.body)
        await self.answer_locally(request.code, _scope(request), collected.receive, collected.send)
        response = NodeResponse(request.number, collected.status, tuple(collected.headers), collected.body)
        self._peers.post(edge, response)

    async def answer_locally(self, code: str, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request about a table of this node; if the table is not that any more, say nothing about it."""
        self.running[code] += 1
        try:
            await self._api(scope, receive, self._guarded(code, send))
        finally:
            self.running[code] -= 1
            if not self.running[code]:
                del self.running[code]

    async def wait_until_idle(self, code: str) -> None:
        """Return when nothing is being answered about a table, or soon after."""
        until = asyncio.get_running_loop().time() + IDLE_S
        while self.running[code] and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.001)

    def _guarded(self, code: str, send: Any) -> Any:
        silenced = False

        async def guarded(message: Any) -> None:
            nonlocal silenced
            if message["type"] == "http.response.start" and not self._valid(code) and message["status"] < 400:
                silenced = True
                await send({"type": "http.response.start", "status": 503, "headers": _JSON})
                await send({"type": "http.response.body", "body": b'{"code":"stopping"}'})
            elif not silenced:
                await send(message)

        return guarded


_JSON: Final = [(b"content-type", b"application/json")]


class _Collected:
    """What an application answers to a request that came over the bus."""

    def __init__(self, body: bytes) -> None:
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""
        self._request: bytes | None = body

    async def receive(self) -> dict[str, Any]:
        body, self._request = self._request, None
        if body is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = [(bytes(name), bytes(value)) for name, value in message.get("headers", ())]
        elif message["type"] == "http.response.body":
            self.body += message.get("body", b"")


def _scope(request: NodeRequest) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.scheme,
        "path": request.path,
        "raw_path": request.path.encode(),
        "query_string": request.query,
        "root_path": "",
        "headers": list(request.headers),
        "client": (request.client, 0),
        "server": None,
        "state": {},
        "extensions": {},
    }
