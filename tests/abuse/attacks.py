"""Every attack we know of, each with what the attacker is told and which limit counts it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count, cycle
from typing import Final, NamedTuple

from cartable.server.common.codes import new_code
from tests.abuse.attacker import Attacker
from tests.kit.raw_socket import PART, PING, TEXT, frame


class Attack(NamedTuple):
    """An attack: what is done, what the attacker hears at least once, and the limit that whoever runs the server sees;
    empty: it is refused as any mistake is."""

    name: str
    run: Callable[[Attacker], Awaitable[None]]
    told: frozenset[str]
    limit: str = ""


ATTACKS: Final[list[Attack]] = []

SWITCHING_PROTOCOLS: Final = 101
SLOWEST_S: Final = 40.0
"""So long a server may take to read a burst of small messages."""


def attack(
    *told: str, limit: str = ""
) -> Callable[[Callable[[Attacker], Awaitable[None]]], Callable[[Attacker], Awaitable[None]]]:
    def registered(run: Callable[[Attacker], Awaitable[None]]) -> Callable[[Attacker], Awaitable[None]]:
        ATTACKS.append(Attack(run.__name__, run, frozenset(told), limit))
        return run

    return registered


# --- connections ------------------------------------------------------------------------------------------------------


@attack("408", limit="slow")
async def slow_heads(by: Attacker) -> None:
    await by.dripped(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")


@attack("408", limit="slow")
async def slow_bodies(by: Attacker) -> None:
    await by.dripped(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n{")


@attack("408", limit="slow")
async def half_open(by: Attacker) -> None:
    """Connections that say nothing at all."""
    lines = [await by.line() for _ in range(100)]
    await asyncio.gather(*(by.answer(reader) for reader, _ in lines))


@attack("429", "too-many-connections", limit="connections")
async def many_connections(by: Attacker) -> None:
    lines = [await by.line() for _ in range(by.limits.connections_per_address + 20)]
    for reader, _ in lines[-20:]:
        await by.answer(reader)


@attack()
async def http_without_reading(by: Attacker) -> None:
    """Large answers are asked for, one after another, and none is read; `test_who_does_not_read_is_cut_off` waits until
    the system takes no more."""
    lines = [await by.line() for _ in range(10)]
    for _, writer in lines:
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # of sockets, which this is
    while by.going_on:
        for _, writer in lines:
            writer.write(by.request("GET", "/api/words/en"))
        await asyncio.sleep(0.05)


@attack(limit="surplus")
async def endless_body(by: Attacker) -> None:
    _, writer = await by.line()
    writer.write(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n")
    with suppress(ConnectionError):
        while True:  # until it is cut off
            writer.write(b"x" * 65_536)
            await writer.drain()


@attack("431", limit="heads")
async def header_flood(by: Attacker) -> None:
    line = b"X-More: " + b"x" * 1000 + b"\r\n"
    await by.repeat(lambda: _silently(by.ask(b"GET / HTTP/1.1\r\n" + 40 * line)))


@attack("400", limit="bad_requests")
async def pipelined_requests(by: Attacker) -> None:
    """Thousands of requests in one piece, none of which waits for an answer."""

    async def send() -> None:
        reader, writer = await by.line()
        writer.write(4000 * by.request("GET", "/"))
        while True:
            await by.answer(reader)

    await by.repeat(send)


@attack("400", limit="bad_requests")
async def no_http_at_all(by: Attacker) -> None:
    await by.repeat(lambda: _silently(by.ask(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 3)))


# --- requests ---------------------------------------------------------------------------------------------------------


@attack("429", "too-many-requests", limit="requests")
async def request_flood(by: Attacker) -> None:
    await by.flood(lambda: by.request("GET", "/api/games"))


@attack("429", limit="requests")
async def requests_all_at_once(by: Attacker) -> None:
    """Each on a connection of its own, so that all are there in the same moment."""
    lines = [await by.line() for _ in range(100)]
    while by.going_on:
        for _, writer in lines:
            writer.write(by.request("GET", "/api/games"))
        await asyncio.gather(*(by.answer(reader) for reader, _ in lines))


@attack("429", limit="pages")
async def page_flood(by: Attacker) -> None:
    await by.flood(lambda: by.request("GET", "/nowhere"), lines=16)


@attack("404", "429", "too-many-guesses", limit="guesses")
async def code_guesses(by: Attacker) -> None:
    await by.flood(lambda: by.request("GET", f"/api/tables/{new_code()}"))


@attack("429", "too-many-tables", limit="tables")
async def table_flood(by: Attacker) -> None:
    await by.flood(lambda: by.request("POST", "/api/tables", b'{"game":"push"}'), lines=50)


@attack("409", "full", "429", limit="requests")
async def join_flood(by: Attacker) -> None:
    body, path = b'{"name":"Mal"}', f"/api/tables/{by.target.code}/sit"
    await by.flood(lambda: by.request("POST", path, body))


@attack("429", limit="starts")
async def start_flood(by: Attacker) -> None:
    code, key = await by.own_table()
    bearer = f"Authorization: Bearer {key}\r\n"
    await by.flood(lambda: by.request("POST", f"/api/tables/{code}/start", b"", bearer))


@attack("429", limit="hints")
async def hint_flood(by: Attacker) -> None:
    code, key = await by.own_table()
    bearer = f"Authorization: Bearer {key}\r\n"
    await by.flood(lambda: by.request("POST", f"/api/tables/{code}/hint", b"", bearer))


@attack("429", limit="replays")
async def analysis_flood(by: Attacker) -> None:
    paths = (f"/api/matches/{by.target.match}{path}" for _ in count() for path in ("", "/analysis", "/log", "/story"))
    await by.flood(lambda: by.request("GET", next(paths)))


@attack("429", limit="replays")
async def qr_flood(by: Attacker) -> None:
    path, hosts = f"/api/tables/{by.target.code}/qr.svg", (f"Host: {'a' * 90}{n}.local\r\n" for n in count())
    await by.flood(lambda: by.request("GET", path, b"", next(hosts)))


@attack("403", "imports-off")
async def import_flood(by: Attacker) -> None:
    await by.flood(lambda: by.request("POST", "/api/matches", b"x" * 10_000))


@attack("400", "404", "414")
async def path_tricks(by: Attacker) -> None:
    paths = (
        "/../../etc/passwd",
        "/assets/../../cartable.db",
        "/%2e%2e/%2e%2e/cartable.db",
        "//etc/passwd",
        "/\\..\\..\\cartable.db",
        "/assets/%00",
        "/api/tables/%2f..%2f..",
        "/t/" + "x" * 600,
        "http://example.org/nowhere",
        "/é",
        "*",
        "/api//tables/../x",
    )
    for path in paths:
        body = await by.ask(by.request("GET", path))
        assert b"root:" not in body
        assert b"SQLite" not in body


@attack("403", "wrong-origin")
async def cross_origin(by: Attacker) -> None:
    origin = "Origin: http://evil.example\r\n"
    await by.ask(by.request("POST", "/api/tables", b'{"game":"push"}', origin))
    (await by.socket(headers=origin, hello=False)).abort()


# --- sockets ----------------------------------------------------------------------------------------------------------


@attack("4011", limit="guesses")
async def upgrade_flood(by: Attacker) -> None:
    """Once the tries are spent, a socket is opened for a key that may still come in its hello, and then closed."""

    async def guess() -> None:
        opened = await by.socket(new_code())
        if opened.status == SWITCHING_PROTOCOLS:
            await by.closed(opened)
        else:
            opened.abort()

    await by.repeat(guess)


@attack("101", "4009", limit="sockets")
async def many_sockets(by: Attacker) -> None:
    code, _ = await by.own_table()
    opened = await asyncio.gather(*(by.socket(code, hello=False) for _ in range(by.limits.sockets_per_address + 10)))
    await asyncio.gather(*map(by.closed, opened))


@attack("4008", limit="control_frames")
async def pings_without_reading(by: Attacker) -> None:
    opened = [await by.socket() for _ in range(5)]
    for socket in opened:
        socket.pause()
    until = time.monotonic() + by.seconds
    while time.monotonic() < until:
        for socket in opened:
            for _ in range(100):
                socket.send(PING, b"x" * 125)
        await asyncio.sleep(0.02)
    socket = await by.socket()
    for _ in range(30):
        socket.send(PING, b"")
    await by.closed(socket)


@attack("4004")
async def hello_flood(by: Attacker) -> None:
    async def greet() -> None:
        socket = await by.socket()
        if socket.status == 101:
            socket.send(TEXT, b'{"t":"hello","v":1}')
            await by.closed(socket)
        socket.abort()

    await by.repeat(greet)


@attack("4008", limit="messages")
async def act_flood(by: Attacker) -> None:
    code, key = await by.own_table()
    socket = await by.socket(code, key=key)
    for k in range(1000):
        socket.send(TEXT, b'{"t":"act","k":%d,"act":"draw"}' % k)
    await by.closed(socket)


@attack("4008", limit="address_messages")
async def many_senders(by: Attacker) -> None:
    """Each within its own limit, all together not: more than a slow server is given back while it reads them."""
    code, _ = await by.own_table()
    share = int(by.limits.messages_burst) - 10
    enough = int(by.limits.address_messages_burst + SLOWEST_S * by.limits.address_messages_s) // share
    sockets = await asyncio.gather(*(by.socket(code) for _ in range(min(enough, by.limits.sockets_per_address))))
    for q in range(share):
        for socket in sockets:
            socket.send(TEXT, b'{"t":"ask","q":%d,"act":"draw"}' % q)
    await by.some_closed(sockets)


@attack("4008", limit="control_frames")
async def tiny_frames(by: Attacker) -> None:
    socket = await by.socket()
    socket.send(0x01, b"{")
    for _ in range(2000):
        socket.send(PART, b"")
    await by.closed(socket)


@attack()
async def single_bytes(by: Attacker) -> None:
    """A body and messages that come a byte at a time, as fast as they go, so that the server is woken for each."""
    _, writer = await by.line()
    writer.write(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n")
    sockets = [await by.socket() for _ in range(5)]
    asked = frame(TEXT, b'{"t":"ask","q":1,"act":"draw"}')
    for byte in cycle(asked):
        if not by.going_on:
            break
        for socket in sockets:
            socket.send_bytes(bytes([byte]))
        writer.write(b"x")
        await asyncio.sleep(0)


@attack("1009", "1002")
async def huge_and_broken_frames(by: Attacker) -> None:
    for kind, data in ((TEXT, b"x" * 60_000), (0xC1, b"\xaa\x56\x2a"), (0x83, b"")):  # too long, compressed, unknown
        socket = await by.socket(headers="Sec-WebSocket-Extensions: permessage-deflate\r\n")
        socket.send(kind, data)
        await by.closed(socket)


@attack("4010", limit="spectators")
async def spectator_flood(by: Attacker) -> None:
    sockets = await asyncio.gather(*(by.socket() for _ in range(by.limits.spectators + 2)))
    await by.some_closed(sockets)


@attack("4004", "cut")
async def goodbyes_never_answered(by: Attacker) -> None:
    """Sockets that are told to go, and neither read nor close: in the end they are cut off, every one of them."""
    sockets = [await by.socket() for _ in range(20)]
    for socket in sockets[1:]:
        socket.pause()
    for socket in sockets:
        socket.send(TEXT, b"{")
    await by.closed(sockets[0])
    while not all(socket.cut for socket in sockets[1:]):
        for socket in sockets[1:]:
            socket.send(TEXT, b"")
        await asyncio.sleep(0.05)
    by.note("cut")


async def _silently(asked: Awaitable[bytes]) -> None:
    await asked
