"""A page without a browser: it opens tables on the device, and plays whatever it may."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from cartable.browser.database import MemoryDatabase
from cartable.browser.host import BrowserHost
from cartable.browser.store import LINES
from cartable.matches.deal.fairdeal import NONCE_BYTES, fingerprint
from cartable.wire import PROTOCOL
from cartable.wire.patch import apply
from tests.kit.eventually import PATIENCE_S

NONCE = bytes(NONCE_BYTES)


class Page:
    """One page, and the worker behind it. `on_told` is called with each message before it is read."""

    def __init__(self, database: MemoryDatabase, wait_scale: float = 0.0) -> None:
        self.database = database
        self.host = BrowserHost(database, self._heard, wait_scale)
        self.table: dict[str, Any] = {}
        self.match = ""
        self.legal: tuple[str, ...] = ()
        self.seat: int | None = None
        self.view: Any = {}
        self.outcome: Any = None
        self.n = -1
        self.acts = 0
        self.answers: list[dict[str, Any]] = []
        self.on_told: Callable[[dict[str, Any]], None] = lambda _message: None
        self._socket = 0
        self._k = -1
        self._news = asyncio.Event()

    async def ask(self, method: str, path: str, body: Any = None, place: int | None = 0) -> Any:
        """A request that must be answered well."""
        data = b"" if body is None else json.dumps(body).encode()
        status, answer = await self.host.request(method, f"/api/{path}", place, data)
        assert status < 300, answer
        return json.loads(answer)

    async def open(self, code: str, place: int | None = 0) -> None:
        """Open a connection to a table, in place of the one before."""
        if self._socket:
            self.host.closed(self._socket)
        self._socket += 1
        assert await self.host.open(self._socket, code, place)
        self._say({"t": "hello", "v": PROTOCOL, "clock": 0.1})

    def _say(self, message: dict[str, Any]) -> None:
        self.host.said(self._socket, json.dumps(message))

    def _heard(self, socket: int, text: str) -> None:
        message = json.loads(text)
        if socket != self._socket:
            return
        self.on_told(message)
        match message["t"]:
            case "ping":
                self._later({"t": "pong", "p": message["p"]})
            case "deal":
                self._later({"t": "nonce-hash", "deal": message["deal"], "hash": fingerprint(NONCE)})
            case "header":
                self._later({"t": "nonce", "deal": message["deal"], "nonce": NONCE.hex()})
            case "welcome":
                self.table, self._k = message["table"], message.get("k", -1)
            case "table":
                self.table = message["table"]
            case "snapshot":
                self.match, self.n = message["match"], message["n"]
                self.legal = tuple(message["shown"].get("legal", ()))
                self.view = message["shown"]["view"]
                self.seat = self.view.get("seat")
                self.outcome = message.get("outcome")
            case "update":
                self.n = message["n"]
                if message.get("patch") is not None:
                    self.view = apply(self.view, message["patch"])
                self.legal = tuple(message.get("legal", self.legal))
                self.outcome = message.get("outcome", self.outcome)
            case "answer":
                self.answers.append(message)
        self._news.set()

    def _later(self, message: dict[str, Any]) -> None:
        asyncio.get_running_loop().call_soon(self._say, message)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something to be so."""
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                self._news.clear()
                await self._news.wait()

    async def play(self, acts: int = 100_000) -> None:
        """Do the first thing that is allowed, so many times or to the end."""
        for _ in range(acts):
            await self.until(lambda: bool(self.legal) or self.outcome is not None)
            if self.outcome is not None:
                return
            self._k += 1
            self.acts += 1
            act, self.legal, known = self.legal[0], (), len(self.answers)
            self._say({"t": "act", "k": self._k, "act": act})
            await self.until(lambda known=known: len(self.answers) > known)  # type: ignore[misc]

    def stored(self) -> int:
        """How many acts of the match are in the database."""
        lines = [value for key, value in self.database.kept.items() if key.startswith(f"{LINES}{self.match}/")]
        return b"".join(lines).count(b"\n")
