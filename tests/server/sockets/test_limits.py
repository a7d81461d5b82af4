"""Sockets that flood, never read or never say goodbye: each closed with a code, and counted until it is gone."""

import asyncio
import gc
import socket
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cartable.server.common.work_queue import AT_ONCE
from cartable.server.http.protocol import RequestProtocol
from cartable.server.limits import no_limits
from cartable.server.sockets.websocket import AT_A_STRETCH, TableProtocol
from tests.kit.eventually import PATIENCE_S
from tests.kit.raw_socket import CLOSE, PART, PING, TEXT, RawSocket, frame, handshake
from tests.server.live_server import LiveServer, async_test, live_server


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something holds at the server, which runs on this event loop."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.01)


async def opened(here: LiveServer, *, greeted: bool = True) -> RawSocket:
    """A spectator's socket, without a library that would behave."""
    (ann,) = await here.table(people=1)
    socket = await RawSocket.open(here.base, ann.code)
    if greeted:
        socket.send(TEXT, b'{"t":"hello","v":1}')
    return socket


async def spectating(here: LiveServer) -> Any:
    """The server's end of the spectator's socket."""
    presence = here.server.registry.tables[0].presence
    await until(lambda: presence.spectators == 1)
    (watching,) = [each for each in presence.connections() if each.place is None]
    return watching._link


def kept_by_the_system(link: Any) -> int:
    """How many bytes the system keeps for the server until they are read."""
    return int(link.transport.get_extra_info("socket").getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF))


SOON = replace(no_limits(), control_s=0.001, control_burst=5)


@async_test
async def test_pings_are_bounded(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=SOON) as here:
        socket = await opened(here)
        for _ in range(50):
            socket.send(PING, b"x" * 125)
        assert await socket.closed() == 4008
        assert socket.pongs == 5
        assert here.server.services.metrics.limited["control_frames"] == 1


@async_test
async def test_a_message_without_an_end_is_bounded(tmp_path: Path) -> None:
    """In parts of no length at all, which no bound on the size of a message would notice."""
    async with live_server(tmp_path, limits=SOON) as here:
        socket = await opened(here)
        socket.send(0x01, b"{")
        for _ in range(50):
            socket.send(PART, b"")
        assert await socket.closed() == 4008


@async_test
async def test_a_flood_after_the_goodbye_is_cut_off(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=replace(SOON, close_s=PATIENCE_S)) as here:
        socket = await opened(here)
        socket.send(TEXT, b"{")  # what nobody can read
        assert await socket.closed() == 4004
        for _ in range(100):
            socket.send(TEXT, b"x" * 2000)
        await until(lambda: here.server.sockets.count == 1)
        assert here.server.services.metrics.limited["unasked_bytes"] == 1


@async_test
async def test_a_socket_counts_until_its_connection_is_gone(tmp_path: Path) -> None:
    """A client that never reads, and never answers the goodbye."""
    limits = replace(SOON, sockets_per_address=2, write_s=PATIENCE_S, close_s=PATIENCE_S)
    async with live_server(tmp_path, limits=limits) as here:
        socket = await opened(here)
        await until(lambda: here.server.registry.tables[0].presence.spectators == 1)
        socket.pause()
        (watching,) = [each for each in here.server.registry.tables[0].presence.connections() if each.place is None]
        while not watching.behind:
            watching.send_text(b"x" * 60_000)
            await asyncio.sleep(0)
        socket.send(TEXT, b"{")
        await until(lambda: here.server.registry.tables[0].presence.spectators == 0)
        assert here.server.sockets.count == 2  # ann's, and the one that was told to go
        await (await here.come(here.people[0].code)).gone("too-many-sockets")
        socket.abort()
        await until(lambda: here.server.sockets.count == 1)
        await (await here.come(here.people[0].code)).told_of("welcome")


@async_test
async def test_who_never_reads_is_cut_off_without_a_goodbye(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=replace(SOON, write_s=0.3)) as here:
        socket = await opened(here)
        await until(lambda: here.server.registry.tables[0].presence.spectators == 1)
        socket.pause()
        (watching,) = [each for each in here.server.registry.tables[0].presence.connections() if each.place is None]
        while not watching.behind:
            watching.send_text(b"x" * 60_000)
            await asyncio.sleep(0)
        await until(lambda: here.server.sockets.count == 1)
        assert here.server.services.metrics.limited["unread"] == 1


@async_test
async def test_who_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=replace(SOON, hello_s=0.2, close_s=0.1)) as here:
        socket = await opened(here, greeted=False)
        assert await socket.closed() == 4004
        await until(lambda: here.server.sockets.count == 1)  # it never answered the goodbye


@async_test
async def test_messages_of_one_address_are_counted_together(tmp_path: Path) -> None:
    limits = replace(no_limits(), address_messages_s=0.001, address_messages_burst=30)
    async with live_server(tmp_path, limits=limits) as here:
        sockets = [await opened(here) for _ in range(3)]
        for _ in range(12):
            for socket in sockets:
                socket.send(TEXT, b'{"t":"ask","q":1,"act":"draw"}')
        closing = [asyncio.ensure_future(socket.closed()) for socket in sockets]
        first, others = await asyncio.wait(closing, return_when=asyncio.FIRST_COMPLETED)
        assert {each.result() for each in first} == {4008}
        for other in others:
            other.cancel()
        assert here.server.services.metrics.limited["address_messages"] >= 1


@async_test
async def test_a_client_may_still_say_goodbye(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=SOON) as here:
        socket = await opened(here)
        socket.send(CLOSE, (1000).to_bytes(2, "big"))
        assert await socket.closed() == 1000
        await until(lambda: here.server.sockets.count == 1)


@async_test
async def test_nobody_waits_for_all_that_another_has_sent(tmp_path: Path) -> None:
    """However many messages come in one piece, a few are dealt with in a turn of the event loop, in their order."""
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        await until(lambda: bool(here.server.registry.tables[0].presence.connections()))
        (connection,) = here.server.registry.tables[0].presence.connections()
        link: Any = connection._link
        heard: list[bytes] = []
        link.received = lambda data, _at: heard.append(data)
        sent = [str(number).encode() for number in range(5 * AT_A_STRETCH + 3)]
        link.data_received(b"".join(frame(TEXT, each) for each in sent) + frame(TEXT, b"last")[:-2])
        for turn in range(1, 6):
            assert len(heard) <= turn * AT_A_STRETCH
            await asyncio.sleep(0)
        await until(lambda: len(heard) == len(sent))
        link.data_received(frame(TEXT, b"last")[-2:])
        assert heard == [*sent, b"last"]
        await ann.close()


@async_test
async def test_what_comes_before_a_socket_is_open_waits(tmp_path: Path) -> None:
    """Thousands of frames right behind the handshake, which the library would take one by one before anybody counts."""
    async with live_server(tmp_path, limits=SOON) as here:
        (ann,) = await here.table(people=1)
        connect_here = here.server.sockets.connect

        async def connect_late(link: Any, code: str, key: str | None) -> Any:
            link.data_received(1000 * frame(PING, b"") + frame(TEXT, b'{"t":"hello","v":1}')[:-1])
            assert not link.frames
            assert link.queue.qsize() == 1, "that somebody wants to connect, and nothing else"
            return await connect_here(link, code, key)

        here.server.sockets.connect = connect_late
        socket = await RawSocket.open(here.base, ann.code)
        assert await socket.closed() == 4008
        assert socket.pongs == SOON.control_burst


@async_test
async def test_who_sends_too_much_is_not_listened_to_any_more(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=replace(SOON, close_s=PATIENCE_S)) as here:
        socket = await opened(here)
        link = await spectating(here)
        usual = kept_by_the_system(link)
        for _ in range(50):
            socket.send(PING, b"")
        assert await socket.closed() == 4008
        assert not link.transport.is_reading()
        assert kept_by_the_system(link) < usual / 8
        socket.abort()
        await until(lambda: here.server.sockets.count == 1)  # that they are gone is still noticed


@async_test
async def test_who_sends_byte_by_byte_is_read_less_often(tmp_path: Path) -> None:
    limits = replace(no_limits(), reads_s=0.001, reads_burst=10)
    async with live_server(tmp_path, limits=limits) as here:
        socket = await opened(here)
        link = await spectating(here)
        for byte in frame(TEXT, b'{"t":"ask","q":7,"act":"draw"}'):
            link.data_received(bytes([byte]))  # as the system would hand it over
        assert not link.transport.is_reading()
        assert here.server.services.metrics.limited["reads"] >= 1
        socket.send(TEXT, b'{"t":"ask","q":8,"act":"draw"}')
        await socket.told(b'"q":8')  # late, but read


@async_test
async def test_sockets_that_come_together_are_opened_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds, opened_in, loop = 0, Counter[int](), asyncio.get_running_loop()

    def count_rounds() -> None:
        nonlocal rounds
        rounds += 1
        ticking[0] = loop.call_soon(count_rounds)

    def connection_made(protocol: TableProtocol, transport: Any) -> None:
        opened_in[rounds] += 1
        made(protocol, transport)

    made = TableProtocol.connection_made
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        monkeypatch.setattr(TableProtocol, "connection_made", connection_made)
        ticking = [loop.call_soon(count_rounds)]
        host, _, port = here.base.removeprefix("http://").partition(":")
        asked = handshake(here.base, ann.code)
        crowd = [socket.create_connection((host, int(port))) for _ in range(5 * AT_ONCE)]
        for each in crowd:
            each.sendall(asked)
        await until(lambda: opened_in.total() == len(crowd))
        ticking[0].cancel()
        for each in crowd:
            each.close()
    assert max(opened_in.values()) <= AT_ONCE


def protocols_alive() -> int:
    """The server's ends of connections that are still in memory, whether or not the connections are."""
    return sum(type(each) in (RequestProtocol, TableProtocol) for each in gc.get_objects())


@async_test
async def test_connections_leave_nothing_to_the_garbage_collector(tmp_path: Path) -> None:
    """Its pauses hold up all tables: whoever opens many connections could bring them on."""
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        await ann.until(lambda: ann.table)
        gc.collect()
        gc.disable()
        try:
            before = protocols_alive()
            left, told_to_go = [await RawSocket.open(here.base, ann.code) for _ in range(2)]
            assert protocols_alive() >= before + 2
            told_to_go.send(TEXT, b"{")
            await told_to_go.closed()
            left.abort()
            told_to_go.abort()
            await until(lambda: protocols_alive() == before)
        finally:
            gc.enable()
