"""The channels of one node to all the others, on the event loop and over a bus."""

import asyncio
from collections.abc import Callable

import msgspec

from cartable.server.cluster.bus import Bus
from cartable.server.cluster.channel import HEARTBEAT_S, Channel
from cartable.server.cluster.messages import DECODER, ENCODER, AnyMessage, EncodedPacket, Packet
from cartable.server.common.logs import log, log_error


class Peers:
    """`on_message` is called with each message and the node that sent it, `on_lost` when a node is given up: what was
    sent to it last may not have arrived, and nothing more will come from it."""

    def __init__(self, bus: Bus, me: str) -> None:
        self.me = me
        self.on_message: Callable[[str, AnyMessage], None] = lambda _peer, _message: None
        self.on_lost: Callable[[str], None] = lambda _peer: None
        self._bus = bus
        self._loop = asyncio.get_running_loop()
        self._channels: dict[str, Channel] = {}
        self._unsent: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._ticked = 0.0

    async def open(self) -> None:
        """Listen, and keep the channels alive."""
        await self._bus.listen(self.me, self._arrived)
        self._ticked = self._loop.time()
        self._tick()

    async def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._flush()
        await self._bus.close()
        self._channels.clear()

    @property
    def peers(self) -> int:
        """How many other nodes this one has a channel to."""
        return len(self._channels)

    # --- sending -----------------------------------------------------------------------------------------------

    def post(self, peer: str, message: AnyMessage) -> None:
        """Send a message; what is posted in one turn of the loop goes out together."""
        channel = self._channels.get(peer) or self._open_channel(peer)
        channel.post(message)
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.add(peer)

    def _open_channel(self, peer: str) -> Channel:
        channel = Channel(
            self.me,
            lambda packet: self._bus.send(peer, packet),
            lambda message: self._deliver(peer, message),
            self._loop.time(),
        )
        self._channels[peer] = channel
        return channel

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, set()
        for peer in unsent:
            channel = self._channels.get(peer)
            if channel is not None:
                channel.flush()
                self._drop_if_lost(peer, channel)

    def _tick(self) -> None:
        self._timer = self._loop.call_later(HEARTBEAT_S, self._tick)
        now = self._loop.time()
        held_up = now - self._ticked > 2 * HEARTBEAT_S
        self._ticked = now
        for peer, channel in list(self._channels.items()):
            channel.tick(now, patient=held_up)
            self._drop_if_lost(peer, channel)

    def _drop_if_lost(self, peer: str, channel: Channel) -> None:
        if channel.lost and self._channels.get(peer) is channel:
            del self._channels[peer]
            log("process lost", peer=peer)
            try:
                self.on_lost(peer)
            except Exception:  # a bug of ours must not take the other channels down
                log_error("process not released", peer=peer)

    # --- receiving ---------------------------------------------------------------------------------------------

    def _arrived(self, data: bytes) -> None:
        try:
            packet = DECODER.decode(data)
        except msgspec.DecodeError as error:
            log_error("packet not understood", why=str(error))
            return
        peer = packet.sender
        channel = self._channels.get(peer)
        if channel is not None and packet.yours in (0, channel.key):
            channel.receive(packet, self._loop.time())
            self._drop_if_lost(peer, channel)
            if not channel.lost or packet.yours:
                return
            channel = None  # the peer has started again
        if packet.mine == 0:
            return
        if packet.yours == 0:
            self._open_channel(peer).receive(packet, self._loop.time())
        else:
            self._reject(packet)

    def _reject(self, packet: Packet) -> None:
        """The other node speaks to an end of a channel that was given up here: it should give it up too."""
        self._bus.send(packet.sender, ENCODER.encode(EncodedPacket(self.me, 0, packet.mine, 0, 0, resend=False)))

    def _deliver(self, peer: str, message: AnyMessage) -> None:
        try:
            self.on_message(peer, message)
        except Exception:  # a bug of ours must not take the channel down, nor the loop
            log_error("message between processes failed", kind=type(message).__name__)
