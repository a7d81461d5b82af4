"""The server's end of a WebSocket: uvicorn's, with the two things ASGI cannot say.

Arrivals are stamped when the bytes come in, before anything else can be late. And what the table sends is written at
once, without a task for each message: a frame from a server is two to ten bytes and the text. Messages that come in
one whole frame, as nearly all do, are cut out here; every other frame goes the library's way, and always as a whole, so
that it never has to guess where the next one begins.
"""

from collections.abc import Callable
from socket import SO_RCVBUF, SOL_SOCKET
from struct import pack
from typing import Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from cartable.server.common.clock import now_ms
from cartable.server.common.connections import Connections
from cartable.server.common.rate_limits import Bucket
from cartable.server.common.reading import ReadBudget
from cartable.server.tables.connection import CLOSE_CODES, LINK, MOVED
from cartable.server.tables.views import ENCODER
from cartable.wire import down

try:
    from websockets.speedups import apply_mask
except ImportError:  # not compiled for this machine
    from websockets.utils import apply_mask

_SHORT: Final = 126
_MEDIUM: Final = 65_536

_WHOLE: Final = (0x81, 0x82)
"""The first byte of a whole message, text or bytes."""

_MASKED: Final = 0x80
_HEAD: Final = 6
_LONGER_HEAD: Final = 8
"""Bytes before the text: what it is, how long, and the mask, which every client has to use."""


def _head(size: int) -> bytes:
    """What stands before a text of this many bytes."""
    if size < _SHORT:
        return pack("!BB", 0x81, size)
    return pack("!BBH", 0x81, 126, size) if size < _MEDIUM else pack("!BBQ", 0x81, 127, size)


_CLOSE: Final = 0x88
_TOO_MANY: Final = ENCODER.encode(down.Goodbye("too-many"))

UNREAD_BYTES: Final = 65_536
"""What a client may send before it was answered, or after it was told to go; more is a flood, and cut off."""

AT_A_STRETCH: Final = 1
"""Frames of one connection that are dealt with before the others have their turn. Forty that send at once make a turn
of 2 ms already."""

LINGER_S: Final = 0.25
"""How often somebody who was told that it is too much is looked after: only to see whether they are gone."""

_HEADS: Final = tuple(map(_head, range(4096)))
"""Ready-made: hardly any text is longer."""


def text_frames(*texts: bytes) -> bytes:
    """Text messages as they go over the wire: whole, not masked, not compressed (RFC 6455, section 5)."""
    if len(texts) == 1:
        (text,) = texts
        size = len(text)
        return (_HEADS[size] if size < len(_HEADS) else _head(size)) + text
    return b"".join([text_frames(text) for text in texts])


class TableProtocol(WebSocketsSansIOProtocol):
    """A `Link`. Until a handler sets `received`, messages go the way of ASGI."""

    def __init__(self, *args: Any, connections: Connections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.received: Callable[[bytes, float], None] | None = None
        self.drained: Callable[[], None] | None = None
        self.may_speak: Callable[[], bool] | None = None
        self.on_lost: Callable[[], None] | None = None
        """Called when the connection is really gone."""
        self.address_messages: Bucket | None = None
        """What all sockets of an address share."""
        self.close_timeout = connections.limits.close_s
        self._connections = connections
        self._reads = ReadBudget(connections.limits)
        self._control: Bucket | None = None
        self._unread = 0
        self._unwanted: tuple[int, str] | None = None
        self._arrived = 0.0
        self._part = b""
        """What was not dealt with yet: a part of a frame, or what came before the socket was open."""
        self._is_open = False
        self._odd = False
        self._deaf = False
        self._extensions: dict[str, Any] = {}

    def data_received(self, data: bytes) -> None:
        self._arrived = now_ms()
        if not self._reads.take():
            self._connections.refusals.count("reads")
            self._reads.pause(self.transport)
        if (self._deaf or self.close_sent or not self._is_open) and self._unheard(data):
            return
        if self._part:
            data, self._part = self._part + data, b""
        if self._odd:
            super().data_received(data)
        else:
            self._cut(data)

    def _unheard(self, data: bytes) -> bool:
        """Before a socket is open, and after its end, little is read, and less is listened to."""
        self._unread += len(data)
        if self._unread > UNREAD_BYTES:
            self._connections.refusals.count("unasked_bytes")
            self.transport.abort()
        elif self._deaf:
            self._reads.pause(self.transport, LINGER_S)
        elif not self.handshake_initiated:
            super().data_received(data)
        elif self.close_sent:
            return False
        else:
            self._part += data
        return True

    def _cut(self, data: bytes) -> None:
        """Frame by frame. Those that no client may send, or that are too long, are the library's to refuse."""
        at, end, most, left = 0, len(data), self.config.ws_max_size, AT_A_STRETCH
        while end - at >= _HEAD:
            size, start = data[at + 1] - _MASKED, at + _HEAD
            if size == _SHORT:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + _LONGER_HEAD
            elif size > _SHORT:
                size = -1
            if not 0 <= size <= most:
                self._odd = True
                super().data_received(data[at:])
                return
            following = start + size
            if following > end:
                break
            if not left:
                self.transport.pause_reading()
                self.loop.call_soon(self._go_on)
                break
            left -= 1
            self._deal_with(data, at, start, following)
            if self._deaf:
                return
            at = following
        self._part = data[at:]

    def _deal_with(self, data: bytes, at: int, start: int, end: int) -> None:
        """A whole frame."""
        kind = data[at]
        if self.close_sent:
            if kind == _CLOSE:
                super().data_received(data[at:end])
        elif kind in _WHOLE and not self.frames and self.received is not None:
            if self.address_messages is not None and not self.address_messages.take(self._arrived):
                self._too_many("address_messages")
            else:
                self.received(apply_mask(data[start:end], data[start - 4 : start]), self._arrived)
        elif self._control_allowed() or kind == _CLOSE:
            super().data_received(data[at:end])
        else:
            self._too_many("control_frames")

    def _go_on(self) -> None:
        """The others had their turn."""
        if self.disconnected or self._deaf or self.transport.is_closing():
            return
        data, self._part = self._part, b""
        if not self._reads.paused:
            self.transport.resume_reading()
        self._cut(data)

    def _control_allowed(self) -> bool:
        """Pings, pongs and parts of messages: a ping has to be answered, whether or not the client reads, and parts are
        kept until the last has come."""
        if self._control is None:
            limits = self._connections.limits
            self._control = Bucket(limits.control_s, limits.control_burst)
        return self._control.take(self._arrived)

    def _too_many(self, limit: str) -> None:
        self._connections.refusals.count(limit)
        self.push(_TOO_MANY)
        self.hang_up(CLOSE_CODES["too-many"], "too-many")

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self._extensions = cast("dict[str, Any]", self.scope["extensions"])
            self._extensions[LINK] = self

    def handle_bytes(self, event: Frame) -> None:
        self.handle_text(event)  # the messages are text; the same sent as bytes is understood too

    def send_receive_event_to_app(self) -> None:
        if self.received is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.received(data, self._arrived)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # or the library would log that it is not, once for each

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.drained is not None:
            self.drained()

    def connection_lost(self, exc: Exception | None) -> None:
        self._reads.stop()
        self.received = self.drained = self.may_speak = None
        self._connections.closed(self.transport)
        if self.on_lost is not None:
            self.on_lost()
            self.on_lost = None
        super().connection_lost(exc)
        # What holds what holds it would be left to the garbage collector, and that to a pause for all tables.
        self.conn.parser.close()
        self._extensions.pop(LINK, None)

    def push(self, *texts: bytes) -> int:
        transport = self.transport
        if self.close_sent or self.disconnected or transport.is_closing():
            return 0
        if self.may_speak is not None and not self.may_speak():
            self.hang_up(MOVED, "moved")
            return 0
        transport.write(text_frames(*texts))
        return transport.get_write_buffer_size()

    def opened(self) -> None:
        self.scope["headers"] = []
        self.request.headers.clear()  # the parser holds on to the request
        del self.request, self.response
        self._is_open = True
        if self._unwanted is not None:
            self.hang_up(*self._unwanted)
        if self._part:
            self.loop.call_soon(self._go_on)

    def hang_up(self, code: int, reason: str) -> None:
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        if self.conn.state is State.CONNECTING:
            self._unwanted = code, reason  # a socket can be closed only once it is open
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        if code == CLOSE_CODES["too-many"]:
            self._stop_listening()

    def _stop_listening(self) -> None:
        """Even to skip what a flood sends takes time. That there is no more to come is said without waiting for their
        goodbye, which is not read."""
        self._deaf, self._part = True, b""
        self.transport.write_eof()
        socket = self.transport.get_extra_info("socket")
        if socket is not None:  # what waits with the system is thrown away later, and a byte at a time costs most
            socket.setsockopt(SOL_SOCKET, SO_RCVBUF, 1)
        self._reads.pause(self.transport, LINGER_S)
