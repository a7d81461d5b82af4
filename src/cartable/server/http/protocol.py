"""The server's end of an HTTP connection: uvicorn's, with bounds on the size of a request and on its time.

Without them a client that sends a head without an end, or a byte an hour, would hold memory and a connection. Whoever
is cut off is told why, as far as they read.
"""

import asyncio
import socket
from http import HTTPStatus
from typing import Any, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from cartable.server.common.connections import Connections
from cartable.server.common.reading import ReadBudget
from cartable.wire import rest

MOST_PIPELINED: Final = 4
"""How many requests may be sent before the first of them is answered: browsers wait for each answer."""

SURPLUS_BYTES: Final = 262_144
"""Bytes of a body that may still come after its answer: more means that the client does not listen."""


_REQUEST_LINE_BYTES: Final = len(b"GET  HTTP/1.1\r\n\r\n")
_HEADER_BYTES: Final = len(b": \r\n")
"""What stands around the parts of a head that the parser tells."""

UNSENT: Final = getattr(socket, "TCP_NOTSENT_LOWAT", None)
UNSENT_BYTES: Final = 131_072
"""What the system keeps of an answer that it cannot send yet, where it can be told: by itself it keeps megabytes for
everybody who does not read."""


class RequestProtocol(HttpToolsProtocol):
    """One request after another, each within bounds."""

    def __init__(self, *args: Any, connections: Connections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections = connections
        self._limits = connections.limits
        self._reads = ReadBudget(connections.limits)
        self._head: int | None = 0
        """How much of a head has come in; None when there is none to come."""
        self._head_bytes = 0
        """Bytes of the head that were parsed so far: all but needless spaces."""
        self._surplus = 0
        self._answering: RequestResponseCycle | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if UNSENT is not None:
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, UNSENT, UNSENT_BYTES)
        if self._connections.opened(transport, self.client):
            self._hurry(self._limits.head_s)
        else:
            self._end(HTTPStatus.TOO_MANY_REQUESTS, "too-many-connections")

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        self._reads.stop()
        self._connections.closed(self.transport)
        if self._answering is not None:  # the library thinks of the last request alone, not of those in front of it
            self._answering.disconnected = True
            self._answering.message_event.set()
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._connections.read(self.transport)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        try:
            super().data_received(data)
        except (AttributeError, UnicodeDecodeError):  # a target that is no path, or not in ASCII: the library trips
            self.send_400_response("Invalid HTTP request received.")
            return
        unfinished = self._timer is not None
        if unfinished and not self._reads.take() and not self.flow.read_paused:
            self._connections.refusals.count("reads")
            self._reads.pause(self.transport)
        if self._head is not None:
            self._head += len(data)
            if self._head > self._limits.head_bytes and not self.transport.is_closing():
                self._refuse("heads", HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "too-large")

    def send_400_response(self, msg: str) -> None:
        if self._head_bytes > self._limits.head_bytes:
            self._refuse("heads", HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "too-large")
            return
        self._refuse("bad_requests", HTTPStatus.BAD_REQUEST, "bad-input", msg)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_PIPELINED:
            raise ValueError("too many requests without waiting for an answer")  # which ends the parsing
        super().on_message_begin()
        self._head = self._surplus = self._head_bytes = 0
        if self._timer is None:
            self._hurry(self._limits.head_s)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count_head(len(url) + _REQUEST_LINE_BYTES)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count_head(len(name) + len(value) + _HEADER_BYTES)

    def _count_head(self, size_bytes: int) -> None:
        """Count a part of a head. How much came in says too little: a whole head may come in one piece."""
        self._head_bytes += size_bytes
        if self._head_bytes > self._limits.head_bytes:
            raise ValueError("the head is too long")  # which ends the parsing

    def on_headers_complete(self) -> None:
        self._head = None
        self._calm()
        self._hurry(self._limits.request_s)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        if getattr(self.cycle, "response_complete", False):  # there is no cycle before the first request
            self._surplus += len(body)
            if self._surplus > SURPLUS_BYTES:
                self._connections.refusals.count("surplus")
                self.transport.abort()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._calm()

    def handle_websocket_upgrade(self) -> None:
        self._calm()
        self.transport.pause_reading()
        self._connections.upgrades.run(self._upgrade)

    def _upgrade(self) -> None:
        if self.transport.is_closing():
            return
        self.transport.resume_reading()
        super().handle_websocket_upgrade()
        # It holds this protocol, to which nobody will tell the end of the connection.
        self.parser = None  # type: ignore[assignment]

    def _hurry(self, within_s: float) -> None:
        self._timer = self.loop.call_later(within_s, self._too_slow)

    def _calm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            self._refuse("slow", HTTPStatus.REQUEST_TIMEOUT, "too-slow")

    def _refuse(self, limit: str, status: HTTPStatus, code: str, expected: str = "") -> None:
        self._connections.refusals.count(limit)
        self._end(status, code, expected)

    def _end(self, status: HTTPStatus, code: str, expected: str = "") -> None:
        """The last answer, without asking anybody."""
        body = msgspec.json.encode(rest.Problem(code, expected=expected))
        again = "retry-after: 1\r\n" if status is HTTPStatus.TOO_MANY_REQUESTS else ""
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n{again}connection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()
