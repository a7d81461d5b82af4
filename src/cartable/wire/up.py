"""What a client sends over the socket. Every message has a tag `t`; unknown fields are refused."""

from typing import Annotated, Literal

import msgspec

Text = Annotated[str, msgspec.Meta(max_length=120)]
"""An act in its written form; the longest are a Hexa tie and a Trio lay, well below this."""

Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Hex32 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Reaction = Literal[
    "heart",
    "laugh",
    "wow",
    "sad",
    "angry",
    "star",
    "fire",
    "clock",
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "oops",
    "close-one",
    "what-luck",
    "unlucky",
    "one-moment",
    "again",
    "good-night",
]
"""Eight pictures, then a dozen phrases: `web.react.<name>` in the catalogue. There is no other text."""

Milliseconds = Annotated[float, msgspec.Meta(ge=0, le=3_600_000)]


class Up(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """A message from a client."""


class Hello(Up, frozen=True, tag="hello"):
    """The first message. `since` is the number (n, index) of the last event the client knows of match `match`; with it
    only the rest is sent, if it can be. `clock` is the step of the device's clock in ms, as far as it can tell."""

    v: int
    match: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    since: tuple[int, int] | None = None
    clock: Annotated[float, msgspec.Meta(ge=0, le=1000)] = 1.0
    key: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    """The key of one's place, for clients that can send neither cookie nor header."""
    screen: bool = False
    """A screen for all to look at: it is shown what a spectator is, whatever place this browser has. With the key of a
    place it is not counted as a spectator."""


class UpAct(Up, frozen=True, tag="act"):
    """Act number `k` of this seat. `saw` is the last act number whose events are painted, `c` the device's own time
    from that paint to the pointer going down, in ms. Sending it again is harmless."""

    k: Number
    act: Text
    saw: Number | None = None
    c: Milliseconds | None = None


class Ask(Up, frozen=True, tag="ask"):
    """Would this act be accepted now? Nothing is done."""

    q: Number
    act: Text


class Seen(Up, frozen=True, tag="seen"):
    """The events of act `n` are painted."""

    n: Number


class Pong(Up, frozen=True, tag="pong"):
    """The answer to `ping`, first thing in the client's handler."""

    p: Number


class UpTail(Up, frozen=True, tag=""):
    """A trailing frame after an act: it makes a lost packet be noticed sooner and says nothing."""


class NonceHash(Up, frozen=True, tag="nonce-hash"):
    """Before a deal: the hash of the nonce this device will add."""

    deal: Number
    hash: Hex32


class Nonce(Up, frozen=True, tag="nonce"):
    """After all hashes went out in the header: the nonce itself."""

    deal: Number
    nonce: Hex32


class React(Up, frozen=True, tag="react"):
    """Show everybody at the table how one feels: a picture, or a phrase that each reads in their own language."""

    what: Reaction


UpMessage = Hello | UpAct | Ask | Seen | Pong | UpTail | NonceHash | Nonce | React
