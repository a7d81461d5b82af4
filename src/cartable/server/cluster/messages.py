"""What the nodes of a cluster say to each other.

A node is one server process. The *edge* is the node that a client is connected to, the *owner* the one that has the
client's table; a *pipe* joins the client's socket at the edge to its session at the owner.
"""

from typing import Final

import msgspec


class NodeMessage(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """One message on a channel. The tags are part of what nodes of different versions agree on."""


class OpenPipe(NodeMessage, frozen=True, tag="Open"):
    """Edge to owner: a client wants to join the table. `key` opens a place, if it is one."""

    pipe: int
    code: str
    key: str | None


class PipeOpened(NodeMessage, frozen=True, tag="Opened"):
    """Owner to edge: the client has joined."""

    pipe: int


class NotHere(NodeMessage, frozen=True):
    """Owner to edge: this node does not have the table, or no longer."""

    pipe: int


class FromClient(NodeMessage, frozen=True, tag="Up"):
    """Edge to owner: the client said this."""

    pipe: int
    text: bytes


class ToClient(NodeMessage, frozen=True, tag="Down"):
    """Owner to edge: tell the client this."""

    pipe: int
    texts: tuple[bytes, ...]


class ClosePipe(NodeMessage, frozen=True, tag="HangUp"):
    """Owner to edge: close the client's socket."""

    pipe: int
    code: int
    reason: str


class ClientGone(NodeMessage, frozen=True, tag="Gone"):
    """Edge to owner: the client's socket is closed."""

    pipe: int


class ClientSlow(NodeMessage, frozen=True, tag="Slow"):
    """Edge to owner: much of what was sent has not been read."""

    pipe: int


class ClientDrained(NodeMessage, frozen=True, tag="Drained"):
    """Edge to owner: it has been read now."""

    pipe: int


class NodeRequest(NodeMessage, frozen=True, tag="Request"):
    """Edge to owner: a request about a table, as it came in."""

    number: int
    code: str
    method: str
    path: str
    query: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    scheme: str
    client: str
    body: bytes


class NodeResponse(NodeMessage, frozen=True, tag="Response"):
    """Owner to edge: its answer; status 0: this node does not have the table."""

    number: int
    status: int
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""


AnyMessage = (
    OpenPipe
    | PipeOpened
    | NotHere
    | FromClient
    | ToClient
    | ClosePipe
    | ClientGone
    | ClientSlow
    | ClientDrained
    | NodeRequest
    | NodeResponse
)


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
    resend: bool
    """Those from `expected` on have not, though later ones have: send them again."""
    messages: tuple[AnyMessage, ...] = ()


class EncodedPacket(msgspec.Struct, frozen=True, array_like=True):
    """A packet with its messages encoded before."""

    sender: str
    mine: int
    yours: int
    first: int
    expected: int
    resend: bool
    messages: tuple[msgspec.Raw, ...] = ()


ENCODER: Final = msgspec.msgpack.Encoder()
DECODER: Final = msgspec.msgpack.Decoder(Packet)
