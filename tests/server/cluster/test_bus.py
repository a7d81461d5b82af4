"""One suite for every bus: what is asked of them, and what the channels of `Peers` make of that."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from cartable.server.cluster.bus import Bus, BusFailed, Listeners, MemoryBus, Received
from cartable.server.cluster.messages import AnyMessage, ClientGone, FromClient, ToClient
from cartable.server.cluster.nats import WAITING_BYTES, NatsBus, open_bus
from cartable.server.cluster.peers import Peers
from tests.kit.eventually import PATIENCE_S, eventually
from tests.kit.lossy import Lossy
from tests.kit.nats import Nats, nats_server
from tests.kit.ports import free_port
from tests.server.live_server import async_test


class Buses:
    """Buses of one kind that hear each other."""

    def __init__(self, nats: Nats | None) -> None:
        self.nats = nats
        self._listeners: Listeners = {}

    async def another(self) -> Bus:
        return MemoryBus(self._listeners) if self.nats is None else await open_bus(self.nats.url)


@pytest.fixture(scope="module")
def nats() -> Iterator[Nats]:
    with nats_server() as server:
        yield server


@pytest.fixture(params=["memory", "nats"])
def buses(request: pytest.FixtureRequest) -> Buses:
    return Buses(request.getfixturevalue("nats") if request.param == "nats" else None)


class Ear:
    """One end of a channel: what was heard, and who was lost."""

    def __init__(self, exchange: Peers) -> None:
        self.exchange = exchange
        self.heard: list[tuple[str, AnyMessage]] = []
        self.lost: list[str] = []
        self._changed = asyncio.Event()
        exchange.on_message = self._received
        exchange.on_lost = self._lost

    def _received(self, peer: str, message: AnyMessage) -> None:
        self.heard.append((peer, message))
        self._changed.set()

    def _lost(self, peer: str) -> None:
        self.lost.append(peer)
        self._changed.set()

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                self._changed.clear()
                await self._changed.wait()


@asynccontextmanager
async def ears(bus: Bus, name: str) -> AsyncIterator[Ear]:
    ear = Ear(Peers(bus, name))
    await ear.exchange.open()
    try:
        yield ear
    finally:
        await ear.exchange.close()


@async_test
async def test_packets_arrive_in_order_at_the_one_they_are_for(buses: Buses) -> None:
    one, two, three = [await buses.another() for _ in range(3)]
    got: dict[str, list[bytes]] = {"x2": [], "x3": []}
    done = asyncio.Event()

    def take(name: str) -> Received:
        def took(packet: bytes) -> None:
            got[name].append(packet)
            if len(got["x2"]) + len(got["x3"]) == 200:
                done.set()

        return took

    await two.listen("x2", take("x2"))
    await three.listen("x3", take("x3"))
    for number in range(100):
        one.send("x2", b"two %d" % number)
        one.send("nobody", b"lost")
        one.send("x3", b"three %d" % number)
    await asyncio.wait_for(done.wait(), PATIENCE_S)
    assert got == {"x2": [b"two %d" % n for n in range(100)], "x3": [b"three %d" % n for n in range(100)]}
    for bus in (one, two, three):
        await bus.close()


@async_test
async def test_nothing_comes_to_one_that_has_closed(buses: Buses) -> None:
    one, two = [await buses.another() for _ in range(2)]
    got: list[bytes] = []
    await two.listen("y2", got.append)
    await two.close()
    one.send("y2", b"late")
    heard = asyncio.Event()
    await one.listen("y1", lambda _: heard.set())
    one.send("y1", b"to myself: all before it has been dealt with")
    await asyncio.wait_for(heard.wait(), PATIENCE_S)
    assert got == []
    await one.close()


@async_test
async def test_what_is_lost_on_the_way_is_sent_again(buses: Buses) -> None:
    dice = random.Random(5)
    there = Lossy(await buses.another(), dice, 0.3)
    back = Lossy(await buses.another(), dice, 0.3)
    async with ears(there, "z1") as one, ears(back, "z2") as two:
        for number in range(300):
            one.exchange.post("z2", FromClient(number, b"up"))
            two.exchange.post("z1", ToClient(number, (b"down", b"and more")))
            if number % 3 == 0:
                await asyncio.sleep(0)
        await two.until(lambda: len(two.heard) == 300)
        await one.until(lambda: len(one.heard) == 300)
        assert two.heard == [("z1", FromClient(number, b"up")) for number in range(300)]
        assert one.heard == [("z2", ToClient(number, (b"down", b"and more"))) for number in range(300)]
        assert not one.lost
        assert not two.lost


@async_test
async def test_who_falls_silent_is_given_up_by_both_and_may_begin_again(buses: Buses) -> None:
    dice = random.Random(6)
    there = Lossy(await buses.another(), dice, 0.0)
    back = Lossy(await buses.another(), dice, 0.0)
    async with ears(there, "w1") as one, ears(back, "w2") as two:
        one.exchange.post("w2", ClientGone(1))
        await two.until(lambda: two.heard)
        there.share = back.share = 1.0
        one.exchange.post("w2", ClientGone(2))
        await one.until(lambda: one.lost == ["w2"])
        await two.until(lambda: two.lost == ["w1"])
        there.share = back.share = 0.0
        one.exchange.post("w2", ClientGone(3))
        await two.until(lambda: len(two.heard) == 2)
        assert two.heard[1] == ("w1", ClientGone(3))  # what was lost with the channel stays lost


@async_test
async def test_one_that_was_given_up_unknowingly_learns_of_it(buses: Buses) -> None:
    dice = random.Random(7)
    there = Lossy(await buses.another(), dice, 0.0)
    async with ears(there, "v1") as one, ears(await buses.another(), "v2") as two:
        one.exchange.post("v2", ClientGone(1))
        await two.until(lambda: two.heard)
        there.share = 1.0  # one hears, but is not heard
        await two.until(lambda: two.lost == ["v1"])
        there.share = 0.0
        await one.until(lambda: one.lost == ["v2"])


@async_test
async def test_too_much_that_does_not_arrive_is_not_kept(buses: Buses) -> None:
    async with ears(await buses.another(), "u1") as one:
        for number in range(100):
            one.exchange.post("nobody", FromClient(number, bytes(100_000)))
        await one.until(lambda: one.lost == ["nobody"])


@async_test
async def test_a_nats_server_may_be_killed_and_come_back() -> None:
    with nats_server() as nats:
        buses = Buses(nats)
        async with ears(await buses.another(), "t1") as one, ears(await buses.another(), "t2") as two:
            one.exchange.post("t2", ClientGone(0))
            await two.until(lambda: two.heard)
            nats.stop()
            for number in range(1, 50):
                one.exchange.post("t2", ClientGone(number))
            nats.start()
            await two.until(lambda: len(two.heard) == 50 or two.lost)
            if not two.lost:
                assert [message for _, message in two.heard] == [ClientGone(number) for number in range(50)]
            one.exchange.post("t2", ClientGone(50))
            await two.until(lambda: ("t1", ClientGone(50)) in two.heard)


@pytest.mark.parametrize("url", ["nats://127.0.0.1:{port}", "http://127.0.0.1:{port}", "nats", "nats://"])
@async_test
async def test_a_bus_that_is_not_there_is_refused(url: str) -> None:
    with pytest.raises(BusFailed, match="--bus: expected"):
        await open_bus(url.format(port=free_port()))


@async_test
async def test_a_bus_that_says_nothing_is_refused_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever listens there: it is not waited for without end."""
    monkeypatch.setattr("cartable.server.cluster.nats.CONNECT_S", 0.05)
    monkeypatch.setattr("cartable.server.cluster.nats.FIND_S", 0.0)
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        pytest.raises(BusFailed, match="nobody answers"),
    ):
        await open_bus(f"nats://127.0.0.1:{silent.getsockname()[1]}")


class FakeClient:
    """Of the library's client what `NatsBus` sends by. A packet `bad` raises; others wait for `is_reading`."""

    def __init__(self) -> None:
        self.published: list[bytes] = []
        self.is_reading = asyncio.Event()
        self.is_connected = False

    async def publish(self, _subject: str, packet: bytes) -> None:
        await self.is_reading.wait()
        if packet == b"bad":
            raise ValueError("nobody expected this")
        self.published.append(packet)

    async def close(self) -> None:
        return


@async_test
async def test_a_packet_that_raises_does_not_end_the_sending_of_others(caplog: pytest.LogCaptureFixture) -> None:
    client = FakeClient()
    client.is_reading.set()
    bus = NatsBus(cast("Any", client))
    for packet in (b"1", b"bad", b"bad", b"2"):
        bus.send("other", packet)
    await eventually(lambda: client.published == [b"1", b"2"])
    assert caplog.text.count("a packet could not be given to the bus") == 1, "told once, not for every packet"
    await bus.close()


@async_test
async def test_what_waits_for_a_server_that_does_not_read_is_bounded() -> None:
    client = FakeClient()
    bus = NatsBus(cast("Any", client))
    packet = bytes(WAITING_BYTES // 8)
    for _ in range(100):
        bus.send("other", packet)
    client.is_reading.set()
    bus.send("other", b"lost too: all of the room is taken")
    await eventually(lambda: len(client.published) == 8)
    bus.send("other", b"there is room again")
    await eventually(lambda: client.published[8:] == [b"there is room again"])
    await bus.close()
