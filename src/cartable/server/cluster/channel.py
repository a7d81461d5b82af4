"""A channel to one other node: numbered messages, each of which arrives once and in order, or the channel is lost.

The bus below may lose packets. What has not been acknowledged is kept and sent again when the other end misses it;
when too much is kept, or the other end is silent for too long, the channel is given up as a whole, at both ends.
Nothing in here knows a clock or a loop: instants are given, in seconds.
"""

import secrets
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Final

import msgspec

from cartable.server.cluster.messages import ENCODER, AnyMessage, EncodedPacket, Packet

HEARTBEAT_S: Final = 0.25
"""How often a channel says how far it has got, if only that."""

SILENT_S: Final = 1.5
"""How long a node may be silent before it is given up. Shorter than a lease: clients are elsewhere when that ends."""

RETRY_S: Final = 0.1
"""The same is asked for again no sooner than this."""

UNACKNOWLEDGED_BYTES: Final = 8 * 1024 * 1024
PACKET_BYTES: Final = 256 * 1024
"""NATS takes up to a megabyte unless told otherwise."""

_OVERHEAD: Final = 16
"""Bytes around each message, about."""


class Channel:
    """This end of it. `send` takes a packet to the other process, `deliver` a message that has arrived."""

    def __init__(
        self, me: str, send: Callable[[bytes], None], deliver: Callable[[AnyMessage], None], now: float
    ) -> None:
        self.key = secrets.randbits(63) or 1
        self.theirs = 0
        self.lost = False
        self._me = me
        self._send = send
        self._deliver = deliver
        self._unacknowledged: deque[bytes] = deque()
        self._unacknowledged_bytes = 0
        self._next = 0
        """The number of the message that is posted next; the kept ones are those before it."""
        self._sent = 0
        """The number of the first message that has not been sent."""
        self._expected = 0
        self._heard_at = now
        self._asked_at = now - RETRY_S

    # --- sending -----------------------------------------------------------------------------------------------

    def post(self, message: AnyMessage) -> None:
        """Hand in a message; `flush` sends it."""
        data = ENCODER.encode(message)
        self._unacknowledged.append(data)
        self._unacknowledged_bytes += len(data) + _OVERHEAD
        self._next += 1
        if self._unacknowledged_bytes > UNACKNOWLEDGED_BYTES:
            self.lost = True

    def flush(self) -> None:
        """Send what was handed in."""
        while self._sent < self._next and not self.lost:
            first = self._sent
            chosen: list[bytes] = []
            size = 0
            for data in islice(self._unacknowledged, first - self._oldest, None):
                size += len(data) + _OVERHEAD
                if chosen and size > PACKET_BYTES:
                    break
                chosen.append(data)
            self._sent += len(chosen)
            self._packet(first, chosen)

    @property
    def _oldest(self) -> int:
        """The number of the first message that is kept."""
        return self._next - len(self._unacknowledged)

    def _packet(self, first: int, messages: list[bytes], *, resend: bool = False) -> None:
        raw = tuple(map(msgspec.Raw, messages))
        self._send(ENCODER.encode(EncodedPacket(self._me, self.key, self.theirs, first, self._expected, resend, raw)))

    def tick(self, now: float, *, patient: bool = False) -> None:
        """From time to time: say how far this end has got, and whether the other is still there. `patient`: this
        process was held up itself, and has had no time to listen."""
        if not patient and now - self._heard_at > SILENT_S:
            self.lost = True
        elif not self.lost:
            self._packet(self._sent, [])

    # --- receiving ---------------------------------------------------------------------------------------------

    def receive(self, packet: Packet, now: float) -> None:
        """A packet for this channel, from the other end or from where that was before."""
        if packet.mine == 0:
            self.lost = self.lost or packet.yours == self.key
            return
        if self.theirs == 0:
            self.theirs = packet.mine
        elif packet.mine != self.theirs:
            self.lost = True  # the other process has given this one up
            return
        self._heard_at = now
        self._forget(packet.expected)
        if packet.resend and packet.expected >= self._oldest:
            self._sent = packet.expected
            self.flush()
        self._deliver_new(packet, now)

    def _forget(self, expected: int) -> None:
        while self._unacknowledged and self._oldest < expected:
            self._unacknowledged_bytes -= len(self._unacknowledged.popleft()) + _OVERHEAD

    def _deliver_new(self, packet: Packet, now: float) -> None:
        if packet.first > self._expected:
            if now - self._asked_at >= RETRY_S:
                self._asked_at = now
                self._packet(self._sent, [], resend=True)
            return
        for message in packet.messages[self._expected - packet.first :]:
            self._expected += 1
            self._deliver(message)
            if self.lost:
                return
