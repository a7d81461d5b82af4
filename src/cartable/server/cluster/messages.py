"""What the processes of a house say to each other. `edge` is the process that a client is connected to, `host` the one
that has its table; a pipe joins a client's socket at the edge to its session at the host."""

from typing import Final

import msgspec


class Message(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """One message on a channel."""


class Open(Message, frozen=True):
    """Edge to host: somebody wants to the table. `key` opens a place, if it is one."""

    pipe: int
    code: str
    key: str | None


class Opened(Message, frozen=True):
    """Host to edge: come in."""

    pipe: int


class NotHere(Message, frozen=True):
    """Host to edge: this process does not have the table, or no longer."""

    pipe: int


class Up(Message, frozen=True):
    """Edge to host: the client said this."""

    pipe: int
    text: bytes


class Down(Message, frozen=True):
    """Host to edge: tell the client this."""

    pipe: int
    texts: tuple[bytes, ...]


class HangUp(Message, frozen=True):
    """Host to edge: close the client's socket."""

    pipe: int
    code: int
    reason: str


class Gone(Message, frozen=True):
    """Edge to host: the client's socket is closed."""

    pipe: int


class Slow(Message, frozen=True):
    """Edge to host: much of what was sent has not been read."""

    pipe: int


class Drained(Message, frozen=True):
    """Edge to host: it has been read now."""

    pipe: int


class Request(Message, frozen=True):
    """Edge to host: a request about a table, as it came in."""

    number: int
    code: str
    method: str
    path: str
    query: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    scheme: str
    client: str
    body: bytes


class Response(Message, frozen=True):
    """Host to edge: its answer; status 0: this process does not have the table."""

    number: int
    status: int
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""


AnyMessage = Open | Opened | NotHere | Up | Down | HangUp | Gone | Slow | Drained | Request | Response


class Packet(msgspec.Struct, frozen=True, array_like=True):
    """What goes over the bus: some messages in a row, and how far the other way has got."""

    sender: str
    mine: int
    """The sender's end of the channel; 0: there is none here that `yours` belongs to."""
    yours: int
    """The other end, as far as it is known; 0: nothing was heard of it yet."""
    first: int
    """The number of the first of the messages, or of the next one when there are none."""
    expected: int
    """All messages of the other way before this number have arrived."""
    again: bool
    """Those from `expected` on have not, though later ones have: send them again."""
    messages: tuple[AnyMessage, ...] = ()


class Sent(msgspec.Struct, frozen=True, array_like=True):
    """A packet with its messages encoded before."""

    sender: str
    mine: int
    yours: int
    first: int
    expected: int
    again: bool
    messages: tuple[msgspec.Raw, ...] = ()


ENCODER: Final = msgspec.msgpack.Encoder()
DECODER: Final = msgspec.msgpack.Decoder(Packet)
