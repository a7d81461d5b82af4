"""Hosting: proxies, IPv6, bad connections, stopping, and copies made while people play."""

import asyncio
import socket
import sqlite3
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from cartable.matches.log.reading import LogReader
from cartable.matches.log.verify import Verified, verify
from cartable.server.common.clock import now_ms
from cartable.server.http.entry import PIECE_BYTES
from cartable.server.http.protocol import UNSENT, UNSENT_BYTES
from cartable.server.limits import Limits, no_limits
from cartable.server.serving import serving
from tests.kit.client import Api, Player
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import async_test, config, live_server


def hosts() -> list[str]:
    """Addresses to listen on: those of IPv6 where there is any."""
    return ["127.0.0.1", *(["::1", "::"] if Path("/proc/net/if_inet6").exists() else [])]


@pytest.mark.parametrize("host", hosts())
@async_test
async def test_the_server_is_reached_by_each_kind_of_address(host: str, tmp_path: Path) -> None:
    reached = {"::": ["[::1]", "127.0.0.1"], "::1": ["[::1]"]}.get(host, [host])
    async with serving(config(tmp_path), host) as (_, port):
        for name in reached:
            base = f"http://{name}:{port}"
            opened = await Api(base).post("/api/tables", {"game": "push", "name": "Ann"})
            ann = await Player(base, opened["table"]["code"], opened["key"]).connect()
            await ann.told_of("welcome")
            await ann.close()


@async_test
async def test_behind_a_proxy_cookies_are_secure_and_people_are_told_apart(tmp_path: Path) -> None:
    limits = Limits(tables_s=0.0001, tables_burst=1)
    async with live_server(tmp_path, limits=limits, allowed_hosts=("example.org",)) as here:
        statuses = []
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2"):
            headers = {"x-forwarded-proto": "https", "x-forwarded-for": address, "host": "example.org"}
            answer = await here.api.http.post("/api/tables", json={"game": "push", "name": "Ann"}, headers=headers)
            statuses.append(answer.status_code)
            if answer.is_success:
                assert answer.headers["set-cookie"].endswith("; Secure")
        assert statuses == [201, 429, 201, 201, 429]  # a household has 64 bits of IPv6


@async_test
async def test_the_origin_of_a_proxy_is_the_host_it_hands_on(tmp_path: Path) -> None:
    async with live_server(tmp_path, allowed_hosts=("example.org",)) as here:
        for origin, status in {"https://example.org": 201, "https://evil.example": 403}.items():
            headers = {"host": "example.org", "origin": origin, "x-forwarded-proto": "https"}
            answer = await here.api.http.post("/api/tables", json={"game": "push"}, headers=headers)
            assert answer.status_code == status


async def exchange(base: str, sent: bytes, *, end: bool = False) -> bytes:
    """Bytes to the server, and all it says until it closes."""
    host, _, port = base.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(sent)
        if end:
            writer.write_eof()
        async with asyncio.timeout(PATIENCE_S):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize(
    "request_head",
    [
        b"GET /\xc3\xa9 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
        b"CONNECT example.org:80 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
        b"hello\r\n\r\n",
        b"GET / HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
@async_test
async def test_what_is_no_request_is_refused(request_head: bytes, tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        answer = await exchange(here.base, request_head)
        assert answer.split(b" ")[1:2] in ([b"400"], [b"404"], [b"405"]), answer
        assert (await here.api.get("/healthz")) == {"status": "ok"}


@async_test
async def test_a_head_without_an_end_is_cut_off(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        line = b"x-more: " + b"x" * 1000 + b"\r\n"
        for sent in (b"GET / HTTP/1.1\r\n" + 100 * line, b"GET /" + b"x" * 100_000):
            assert (await exchange(here.base, sent)).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("part", ["path", "header", "headers", "cookie"])
@async_test
async def test_a_head_is_as_long_as_it_may_be_however_it_comes(part: str, tmp_path: Path) -> None:
    """In one piece, in two, and behind another request on the same connection."""
    limits = Limits(head_bytes=2000)
    async with live_server(tmp_path, limits=limits) as here:
        for more, status in ((0, {b"200", b"414"}), (1, {b"431"})):
            head = long_head(part, limits.head_bytes + more)
            assert len(head) == limits.head_bytes + more
            assert (await exchange(here.base, head)).split(b" ")[1] in status
            first = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n"
            assert (await exchange(here.base, first + head)).split(b"HTTP/1.1 ")[-1][:3] in status
        assert here.server.services.metrics.limited["heads"] == 2


def long_head(part: str, size: int) -> bytes:
    """A whole head of this many bytes."""
    start = b"GET /healthz%s HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n%s\r\n"
    left = size - len(start % (b"", b""))
    if part == "path":
        return start % (b"?" + b"x" * (left - 1), b"")
    if part == "headers":
        many, rest = divmod(left, len(b"a: b\r\n"))
        return start % (b"", b"a: b\r\n" * (many - 1) + b"a: b%s\r\n" % (b"b" * rest))
    return start % (b"", part.encode() + b": " + b"x" * (left - len(part) - 4) + b"\r\n")


@async_test
async def test_nobody_is_waited_for_without_end(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=replace(no_limits(), head_s=0.05, request_s=0.1)) as here:
        for sent in (b"", b"GET / HT", b"POST /api/tables HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{"):
            assert (await exchange(here.base, sent)).startswith(b"HTTP/1.1 408 ")
    # By itself: a request that is meant may come in pieces, too.
    async with live_server(tmp_path, limits=replace(no_limits(), hello_s=0.05)) as here:
        code = (await here.api.post("/api/tables", {"game": "push"}))["table"]["code"]
        url = f"{here.base.replace('http', 'ws')}/api/tables/{code}/socket"
        async with connect(url, open_timeout=PATIENCE_S) as silent:
            assert b"bad-message" in (await silent.recv(decode=False))


@async_test
async def test_large_files_are_sent_piece_by_piece(tmp_path: Path) -> None:
    """Whoever does not read holds little of the server's memory, and of the system's; whoever reads gets all of it."""
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_bytes(b"<head></head>" + b"x" * 20_000_000)
    async with live_server(tmp_path, web=web) as here:
        _, writer = await asyncio.open_connection("127.0.0.1", int(here.base.rpartition(":")[2]), limit=1)
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        connections = here.server.connections
        async with asyncio.timeout(PATIENCE_S):
            while not (unread := [each for each in connections._open if each.get_write_buffer_size() > PIECE_BYTES]):
                await asyncio.sleep(0.01)
        assert unread[0].get_write_buffer_size() <= 2 * PIECE_BYTES
        if UNSENT is not None:
            assert unread[0].get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, UNSENT) == UNSENT_BYTES
        assert b"x" * 20_000_000 in (await here.api.http.get("/")).content
        writer.close()


@async_test
async def test_who_reads_slowly_is_not_taken_for_somebody_who_does_not(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=Limits()) as here:
        cut: list[bool] = []
        slow = Mock(is_closing=lambda: False, get_write_buffer_size=lambda: PIECE_BYTES, abort=lambda: cut.append(True))
        connections = here.server.connections
        connections.opened(slow, ("127.0.0.1", 1))
        watched = connections._open[slow]
        for _ in range(3):
            watched.since -= 1000 * Limits().write_s  # as long ago as it may be
            connections.read(slow)
            connections._look(slow, watched, now_ms())
        assert not cut
        watched.since -= 1000 * Limits().write_s + 1
        connections._look(slow, watched, now_ms())
        assert cut
        connections.closed(slow)


@async_test
async def test_a_long_path_is_not_even_looked_at(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        answer = await here.api.http.get("/api/tables/" + "x" * 3000)
        assert (answer.status_code, answer.json()["code"]) == (414, "too-large")


@async_test
async def test_spectators_are_bounded(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=Limits(spectators=2)) as here:
        (ann,) = await here.table(people=1)
        for _ in range(2):
            await (await here.come(ann.code)).told_of("welcome")
        await (await here.come(ann.code)).gone("too-many-spectators")


@async_test
async def test_a_server_that_stops_takes_nothing_more(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        await ann.until(lambda: ann.table)
        here.server.drain()
        await ann.gone("stopping")
        answer = await here.api.http.get("/healthz")
        assert (answer.status_code, answer.json()) == (503, {"code": "stopping"})
        with pytest.raises(InvalidStatus):
            await here.come(ann.code)


@async_test
async def test_a_copy_made_while_people_play_is_whole(tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    copy = tmp_path / "copy" / "cartable.db"
    async with live_server(tmp_path) as here:
        players = await here.table("push", people=2)
        await here.start(players)
        await players[0].until(lambda: players[0].n > 20)
        await here.server.services.store.backup(copy)
        await players[0].over()
    connection = sqlite3.connect(copy)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    async with live_server(tmp_path / "copy") as here:
        ann, bob = [await here.come(player.code, player.api.key) for player in players]
        await ann.over()
        await bob.over()
        text = await here.api.get(f"/api/matches/{ann.match}/log")
        assert isinstance(verify(LogReader(text.encode().splitlines(keepends=True), "export")), Verified)


@async_test
async def test_metrics_can_be_read_line_by_line(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = await here.table("quinto", people=2)
        await here.start(players)
        await players[0].over()
        await players[0].until(lambda: players[0].table.get("phase") == "over")
        answer: httpx.Response = await here.api.http.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        values = {}
        for line in answer.text.splitlines():
            if not line.startswith("# TYPE "):
                name, value = line.split(" ")
                values[name] = float(value)
        assert values["cartable_matches_ended_total"] == 1
        assert values["cartable_accepted_total"] > 10
        assert values["cartable_errors_total"] == 0
