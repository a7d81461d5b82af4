"""The server's end of an HTTP connection: uvicorn's, with bounds on the size of a request's head and on its time.

Without them a client that sends a head without an end, or a byte an hour, would hold memory and a connection.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES: Final = 32_768
"""Browsers send less than 8 KiB, the cookies of many tables included."""

REQUEST_S: Final = 30.0
"""From the opening of the connection, or the first byte of a further request, to the last of its body."""


class RequestProtocol(HttpToolsProtocol):
    """One request after another, each within bounds."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head: int | None = 0
        """How much of a head has come in; None when there is none to come."""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._hurry()

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except (AttributeError, UnicodeDecodeError):  # a target that is no path, or not in ASCII: the library trips
            self.send_400_response("Invalid HTTP request received.")
            return
        if self._head is not None:
            self._head += len(data)
            if self._head > HEAD_BYTES and not self.transport.is_closing():
                self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        if self._timer is None:
            self._hurry()

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._calm()

    def handle_websocket_upgrade(self) -> None:
        self._calm()
        super().handle_websocket_upgrade()

    def _hurry(self) -> None:
        self._timer = self.loop.call_later(REQUEST_S, self.transport.close)

    def _calm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
