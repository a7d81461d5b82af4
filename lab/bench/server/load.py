"""The traffic for every server: tables of two, each playing random legal acts as soon as it is their turn.

Cartable's tables are here, those of the other servers in `peers.py`.
"""

import asyncio
import hashlib
import secrets
import time
from collections import deque
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, Final, Protocol, TypeVar

import msgspec
import uvloop

from cartable.wire import PROTOCOL
from lab.bench.server.wire import TEXT, Http, Socket

NAMES: Final = ("Ann", "Ben")

T = TypeVar("T")


class LoadTally:
    """What was seen of the play since `clear`. `pause` is how long a player thinks, in seconds on average."""

    def __init__(self) -> None:
        self.pause = 0.0
        self.playing = True
        self._held: list[Callable[[], None]] | None = None
        self.clear()

    def clear(self) -> None:
        self.acts = 0
        self.matches = 0
        self.latencies: list[float] = []

    def hold(self) -> None:
        """Let nobody act until `release`: a server whose tables play already takes minutes to open hundreds more."""
        self._held = []

    def release(self) -> None:
        held, self._held = self._held or [], None
        for act in held:
            act()

    def is_held(self, act: Callable[[], None]) -> bool:
        """Return whether an act has to wait; it is then called by `release`."""
        if self._held is not None:
            self._held.append(act)
        return self._held is not None

    def told(self, sent: float) -> None:
        """An act that was sent then has reached both clients."""
        self.acts += 1
        self.latencies.append(time.perf_counter() - sent)


class LoadTable(Protocol):
    """Two clients at one table."""

    sockets: list[Socket]

    async def open(self) -> None:
        """Make the table, sit down and begin the first match. It goes on by itself from there."""


class ClientTable:
    """What tables of every server share: who has been told what, and when it was sent."""

    def __init__(self, port: int, http: Http, tally: LoadTally, rng: Random) -> None:
        self.sockets: list[Socket] = []
        self._port = port
        self._http = http
        self._tally = tally
        self._rng = rng
        self._told = [0, 0]
        self._sent: deque[float] = deque()
        self._tasks: set[asyncio.Task[None]] = set()

    def _later(self, act: Callable[[], None]) -> None:
        """Act at once, or after some thought."""
        if self._tally.is_held(lambda: self._later(act)):
            return
        pause = self._tally.pause
        if pause:
            asyncio.get_running_loop().call_later(self._rng.uniform(0, 2 * pause), act)
        else:
            act()

    def _send(self, seat: int, message: bytes, opcode: int = TEXT) -> None:
        if self._tally.playing:
            self._sent.append(time.perf_counter())
            self.sockets[seat].send(message, opcode)

    def _arrived(self, seat: int) -> None:
        self._told[seat] += 1
        if self._told[seat] <= self._told[1 - seat]:
            self._tally.told(self._sent.popleft())

    def _another(self, begin: Any) -> None:
        self._tally.matches += 1
        if self._tally.playing:
            task = asyncio.ensure_future(begin)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            begin.close()


# --- ours ----------------------------------------------------------------------------------------------------------


class _Info(msgspec.Struct):
    phase: str = "lobby"


class _Shown(msgspec.Struct):
    legal: list[str] = []


class _Message(msgspec.Struct):
    """Of all messages of the server, what a player needs that acts at random."""

    t: str
    k: int = -1
    p: int = 0
    deal: int = 0
    answer: str = ""
    legal: list[str] | None = None
    shown: _Shown | None = None
    outcome: Any = None
    table: _Info | None = None


_READ: Final = msgspec.json.Decoder(_Message).decode


class OurTable(ClientTable):
    """Push at a Cartable table."""

    async def open(self) -> None:
        opened = await self._http.post("/api/tables", {"game": "push", "name": NAMES[0]})
        self._code, self._host_key = opened["table"]["code"], opened["key"]
        seated = await self._http.post(f"/api/tables/{self._code}/sit", {"name": NAMES[1]})
        self._k, self._legal, self._nonces = [-1, -1], [[], []], [b"", b""]
        self._over = False
        for seat, key in enumerate((self._host_key, seated["key"])):
            headers = {"Authorization": f"Bearer {key}"}
            socket = await Socket.open(
                self._port,
                f"/api/tables/{self._code}/socket",
                headers,
                lambda _, data, seat=seat: self._received(seat, data),  # type: ignore[misc] # bound now, for this seat
            )
            self.sockets.append(socket)
            socket.send(msgspec.json.encode({"t": "hello", "v": PROTOCOL}))
        await self._begin()

    async def _begin(self) -> None:
        await self._http.post(f"/api/tables/{self._code}/start", None, self._host_key)

    _k: list[int]
    _legal: list[list[str]]
    _nonces: list[bytes]

    def _received(self, seat: int, data: bytes) -> None:
        message = _READ(data)
        match message.t:
            case "update":
                self._arrived(seat)
                if message.legal is not None:
                    self._legal[seat] = message.legal
                if message.outcome is not None:
                    self._over = self._over or seat == 0
                elif self._legal[seat]:
                    self._later(lambda: self._act(seat))
            case "answer":
                if message.answer != "accepted":
                    raise RuntimeError(f"a legal act was answered with {data!r}")
            case "ping":
                self.sockets[seat].send(b'{"t":"pong","p":%d}' % message.p)
            case "snapshot" if message.shown is not None:
                self._k[seat] = -1
                self._legal[seat] = message.shown.legal
                if self._legal[seat]:
                    self._later(lambda: self._act(seat))
            case "table" if seat == 0:  # the host's, who begins the next match
                if self._over and message.table is not None and message.table.phase == "over":
                    self._over = False
                    self._another(self._begin())
            case "deal" | "header":
                self._deal(seat, message)

    def _deal(self, seat: int, message: _Message) -> None:
        if message.t == "deal":
            self._nonces[seat] = secrets.token_bytes(32)
            digest = hashlib.sha256(self._nonces[seat]).hexdigest()
            self._say(seat, {"t": "nonce-hash", "deal": message.deal, "hash": digest})
        elif self._nonces[seat]:  # else the deal had begun before this socket was welcome
            self._say(seat, {"t": "nonce", "deal": message.deal, "nonce": self._nonces[seat].hex()})

    def _say(self, seat: int, message: dict[str, Any]) -> None:
        self.sockets[seat].send(msgspec.json.encode(message))

    def _act(self, seat: int) -> None:
        """A kind of act at random, then one of that kind: to draw is as likely as to stop."""
        legal = self._legal[seat]
        verbs = sorted({text.partition(" ")[0] for text in legal})
        verb = self._rng.choice(verbs)
        text = self._rng.choice([text for text in legal if text.startswith(verb)])
        self._k[seat] += 1
        self._send(seat, b'{"t":"act","k":%d,"act":"%s"}' % (self._k[seat], text.encode()))


def on_the_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run it; the first thing that goes wrong in a client, such as a legal act that is refused, ends it."""

    async def watched() -> T:
        failed: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def fail(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            if not failed.done():
                failed.set_exception(context.get("exception") or RuntimeError(context["message"]))

        asyncio.get_running_loop().set_exception_handler(fail)
        working = asyncio.ensure_future(work)
        done, _ = await asyncio.wait({working, failed}, return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(watched())
