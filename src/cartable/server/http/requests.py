"""A request of the HTTP API and its response, as handlers see them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from cartable.server.common.credentials import Headers, headers_of
from cartable.server.http import problems

Body = TypeVar("Body")


class Request:
    """One request. Its body is read when somebody asks for it, and never beyond `max_bytes`."""

    def __init__(self, scope: Any, receive: Any, parts: Any, max_bytes: int) -> None:
        """`parts` is what the application was made with, see `http.context`."""
        self.scope = scope
        self.parts = parts
        self._receive = receive
        self._max_bytes = max_bytes

    @cached_property
    def headers(self) -> Headers:
        """By their names in small letters."""
        return headers_of(self.scope)

    async def body(self) -> bytes:
        """The whole body."""
        length = self.headers.get("content-length", "")
        if length.isdecimal() and int(length) > self._max_bytes:
            raise problems.problem(413, "too-large")
        body = bytearray()
        while True:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise RequestAborted
            body += message.get("body", b"")
            if len(body) > self._max_bytes:
                raise problems.problem(413, "too-large")
            if not message.get("more_body", False):
                return bytes(body)


class RequestAborted(Exception):
    """The client closed the connection before its request was complete: there is nobody to answer."""


@dataclass(frozen=True)
class Response(Generic[Body]):
    """What a handler answers where it wants other headers or another status than its route's."""

    body: Body
    headers: Mapping[str, str] = field(default_factory=dict)
    status_code: int | None = None
