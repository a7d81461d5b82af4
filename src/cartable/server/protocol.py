"""The server's end of a WebSocket: uvicorn's, with the two things ASGI cannot say.

Arrivals are stamped when the bytes come in, before anything else can be late. And what the table sends is written at
once, without a task for each message: a frame from a server is two to ten bytes and the text.
"""

from collections.abc import Callable
from struct import pack
from typing import Any, Final, Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from cartable.server.clock import now_ms

LINK: Final = "cartable.link"
"""The extension of the ASGI scope under which a socket's handler finds its link."""

_SHORT: Final = 126
_MEDIUM: Final = 65_536


class Link(Protocol):
    """What a connection writes to."""

    received: Callable[[bytes, float], None] | None
    drained: Callable[[], None] | None

    def push(self, *texts: bytes) -> None:
        """Write messages now."""

    def backlog(self) -> int:
        """Bytes that wait to be read by the other end."""

    def hang_up(self, code: int, reason: str) -> None:
        """Close the connection politely."""


def text_frame(text: bytes) -> bytes:
    """A text message as it goes over the wire: whole, not masked, not compressed (RFC 6455, section 5)."""
    size = len(text)
    if size < _SHORT:
        return b"\x81" + bytes((size,)) + text
    return (pack("!BBH", 0x81, 126, size) if size < _MEDIUM else pack("!BBQ", 0x81, 127, size)) + text


class TableProtocol(WebSocketsSansIOProtocol):
    """A `Link`. Until a handler sets `received`, messages go the way of ASGI."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.received: Callable[[bytes, float], None] | None = None
        self.drained: Callable[[], None] | None = None
        self._arrived = 0.0

    def data_received(self, data: bytes) -> None:
        self._arrived = now_ms()
        super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast("dict[str, Any]", self.scope["extensions"])[LINK] = self

    def handle_bytes(self, event: Frame) -> None:
        self.handle_text(event)  # the messages are text; who sends the same as bytes is understood

    def send_receive_event_to_app(self) -> None:
        if self.received is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.received(data, self._arrived)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.drained is not None:
            self.drained()

    def connection_lost(self, exc: Exception | None) -> None:
        self.received = self.drained = None
        super().connection_lost(exc)

    def push(self, *texts: bytes) -> None:
        if not self.close_sent and not self.disconnected and not self.transport.is_closing():
            self.transport.write(b"".join(map(text_frame, texts)))

    def backlog(self) -> int:
        return self.transport.get_write_buffer_size()

    def hang_up(self, code: int, reason: str) -> None:
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
