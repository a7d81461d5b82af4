"""The bus over NATS. Each node listens on a subject of its own; what is published while the server is away is lost,
and sent again by `channel`."""

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from cartable.server.cluster.bus import Bus, BusFailed, MemoryBus, Received
from cartable.server.common.logs import log, log_error

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

CONNECT_S: Final = 2
FIND_S: Final = 2
"""How long a server that is not there is tried again at the start."""

RETRY_S: Final = 0.1
"""How soon a lost connection is tried again, and again."""

PING_S: Final = 1
"""A server that answers no ping for this long, twice, is left."""

WAITING_BYTES: Final = 4 * 1024 * 1024
"""What may wait for the server, here and again in the library; beyond, packets are lost."""


def _subject(node: str) -> str:
    return f"cartable.{node}"


class NatsBus:
    """One connection, made again whenever it is lost."""

    def __init__(self, client: "Client") -> None:
        self._client = client
        self._outbox: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._outbox_bytes = 0
        self._sending = asyncio.ensure_future(self._send_all())

    @classmethod
    async def connect(cls, url: str) -> "NatsBus":
        """Find the server. The first time it has to be there within a few seconds; later it may come and go."""
        try:
            from nats.errors import Error, NoServersError  # noqa: PLC0415 - comes with an extra
        except ImportError as error:
            raise BusFailed("--bus", "expected nats-py: install cartable[scale]") from error
        until = time.monotonic() + FIND_S
        while True:
            try:
                return cls(await _connected(url))
            except (OSError, Error, ValueError) as error:
                if isinstance(error, ValueError) or time.monotonic() > until:
                    told = "" if isinstance(error, NoServersError) else str(error)
                    raise BusFailed("--bus", f"expected a NATS server at {url}: {told or 'nobody answers'}") from error
            await asyncio.sleep(RETRY_S)

    async def listen(self, me: str, received: Received) -> None:
        async def arrived(message: "Msg") -> None:
            received(message.data)

        await self._client.subscribe(_subject(me), cb=arrived, pending_msgs_limit=0, pending_bytes_limit=0)
        # Twice: the library lets its question overtake what waits to be written, and that may be the subscription.
        await self._client.flush()
        await self._client.flush()

    def send(self, to: str, packet: bytes) -> None:
        if self._outbox_bytes + len(packet) <= WAITING_BYTES:  # else it is lost, as packets may be
            self._outbox_bytes += len(packet)
            self._outbox.put_nowait((_subject(to), packet))

    async def _send_all(self) -> None:
        from nats.errors import Error  # noqa: PLC0415 - comes with an extra

        is_failing = False
        while True:
            subject, packet = await self._outbox.get()
            self._outbox_bytes -= len(packet)
            try:
                await self._client.publish(subject, packet)
                is_failing = False
            except (Error, OSError):  # the packet is lost, as packets may be
                continue
            except Exception:  # a bug of the library: the packet is lost, and the next one is sent all the same
                if not is_failing:
                    log_error("a packet could not be given to the bus")
                is_failing = True

    async def close(self) -> None:
        from nats.errors import Error  # noqa: PLC0415 - comes with an extra

        await asyncio.sleep(0)
        self._sending.cancel()
        with suppress(Error, OSError, TimeoutError):
            while not self._outbox.empty():
                await self._client.publish(*self._outbox.get_nowait())
            if self._client.is_connected:
                await self._client.flush(1)
        await self._client.close()


async def _connected(url: str) -> "Client":
    """A client that found its server within two attempts, and from now on finds it again by itself.

    A client that may try without end from the start cannot be stopped for certain: a cancellation that comes as an
    attempt fails is lost in `asyncio.wait_for` of Python 3.11.
    """
    from nats.aio.client import Client  # noqa: PLC0415 - comes with an extra

    client = Client()

    async def on_error(error: Exception) -> None:
        if client.is_connected:  # else it has been told that the bus is lost
            log("bus troubled", why=repr(error))

    async def disconnected() -> None:
        if not client.is_closed:
            log("bus lost")

    try:
        await client.connect(
            url,
            connect_timeout=CONNECT_S,
            reconnect_time_wait=RETRY_S,  # type: ignore[arg-type]  # parts of a second do as well
            max_reconnect_attempts=1,
            allow_reconnect=False,
            ping_interval=PING_S,
            max_outstanding_pings=2,
            pending_size=WAITING_BYTES,
            error_cb=on_error,
            disconnected_cb=disconnected,
            reconnected_cb=_reconnected,
        )
    except BaseException:
        with suppress(Exception):
            await client.close()
        raise
    client.options |= {"allow_reconnect": True, "max_reconnect_attempts": -1}
    return client


async def _reconnected() -> None:
    log("bus found again")


async def open_bus(url: str) -> Bus:
    """`nats://host:port`, or nothing for a server alone."""
    if not url:
        return MemoryBus()
    if not url.startswith(("nats://", "tls://")):
        raise BusFailed("--bus", f"expected an address as in nats://127.0.0.1:4222, got {url!r}")
    return await NatsBus.connect(url)
