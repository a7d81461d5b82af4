"""The host of tables with no server: what a worker of the page starts, and what it hands its messages to.

A page has one connection at a time to a table, for the person whose turn it is with the device. The other people of the
table sit at the same device: each has a connection too, on which nothing is shown, so that nobody counts as absent.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec

from cartable.browser.database import Database
from cartable.browser.store import BrowserStore
from cartable.browser.thinking import BrowserThinking
from cartable.matches.deal.fairdeal import NONCE_BYTES, fingerprint
from cartable.server.common.clock import LoopLag, now_ms
from cartable.server.common.codes import LOCAL, new_code
from cartable.server.common.metrics import Metrics, RefusalCounts
from cartable.server.common.rate_limits import RateLimiter
from cartable.server.config import DAY_S, ServerConfig
from cartable.server.http.api import api
from cartable.server.limits import no_limits
from cartable.server.services import Services
from cartable.server.sockets.session import Session
from cartable.server.store.leases import Leases
from cartable.server.tables.registry import TableRegistry
from cartable.server.tables.table import Table
from cartable.server.thinking.advice import MatchAnalyses
from cartable.wire import PROTOCOL, up

KEPT_S: Final = 3650 * DAY_S
"""Nobody tidies up a device but its owner."""

Post = Callable[[int, str], None]
"""Sends a message, in JSON, on one of the page's sockets, by its number."""


class PageLink:
    """A connection to the page: `post` writes to it."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self.received: Callable[[bytes, float], None] | None = None
        self.drained: Callable[[], None] | None = None
        self.may_speak: Callable[[], bool] | None = None
        self._write = write

    def push(self, *texts: bytes) -> int:
        for text in texts:
            self._write(text.decode())
        return 0

    def opened(self) -> None:
        """There was no handshake."""

    def hang_up(self, _code: int, _reason: str) -> None:
        """The page has been told why."""


class QuietPerson:
    """Somebody who sits at the table and does not hold the device now. They take part in the deal, and answer pings."""

    def __init__(self, table: Table, place: int, services: Services) -> None:
        link = PageLink(self._heard)
        self.session = Session(link, table, services, table.roster.another_key(place))
        self._nonces: dict[int, bytes] = {}
        self._say(up.Hello(v=PROTOCOL, clock=0.1))

    def _say(self, message: Any) -> None:
        self.session.received(msgspec.json.encode(message), now_ms())

    def _heard(self, text: str) -> None:
        message = msgspec.json.decode(text)
        answer: Any = None
        match message["t"]:
            case "ping":
                answer = up.Pong(message["p"])
            case "deal":
                nonce = self._nonces[message["deal"]] = secrets.token_bytes(NONCE_BYTES)
                answer = up.NonceHash(message["deal"], fingerprint(nonce))
            case "header" if message["deal"] in self._nonces:
                answer = up.Nonce(message["deal"], self._nonces[message["deal"]].hex())
        if answer is not None:
            asyncio.get_running_loop().call_soon(self._say, answer)


class BrowserHost:
    """All tables of a device."""

    def __init__(self, database: Database, post: Post, wait_scale: float = 1.0) -> None:
        config = ServerConfig(
            store="", wait_scale=wait_scale, lives_s=KEPT_S, host_absent_s=KEPT_S, limits=no_limits(), imports=True
        )
        store = BrowserStore(database)
        metrics = Metrics()
        limiter = RateLimiter(config.limits, RefusalCounts(metrics))
        services = Services(config, store, Leases(store), BrowserThinking(), metrics, limiter, LoopLag())
        self._services = services
        self._post = post
        self._registry = TableRegistry(services, lambda: LOCAL + new_code())
        self._api = api(services, self._registry, MatchAnalyses(services.bots), dict)
        self._sessions: dict[int, tuple[Session, Table]] = {}
        self._quiet: dict[tuple[str, int], QuietPerson] = {}

    async def request(self, method: str, path: str, place: int | None, body: bytes) -> tuple[int, bytes]:
        """A request, as the server has them, of the person at `place`: its status, and the answer."""
        path, _, query = path.partition("?")
        key = await self._key(path, place)
        headers = [] if key is None else [(b"authorization", f"Bearer {key}".encode())]
        scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": headers}
        answer: dict[str, Any] = {}

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            answer.update(message)

        await self._api({**scope, "scheme": "http", "client": None}, receive, send)
        return answer["status"], answer["body"]

    async def _key(self, path: str, place: int | None) -> str | None:
        """Return a key for somebody at this device, who need not prove who they are. Whoever sits down has none yet."""
        if path.endswith("/sit"):
            return None
        code = path.split("/")[3] if path.startswith("/api/tables/") else ""
        table = await self._registry.find(code) if code else None
        holder = _holder(table, place) if isinstance(table, Table) else None
        return None if holder is None or not isinstance(table, Table) else table.roster.another_key(holder)

    async def open(self, socket: int, code: str, place: int | None) -> bool:
        """A connection to a table, for the person at `place`; False when there is no such table."""
        table = await self._registry.find(code)
        if not isinstance(table, Table):
            return False
        people = _people(table)
        place = _holder(table, place)
        key = None if place is None else table.roster.another_key(place)
        quiet = self._quiet.pop((code, place), None) if place is not None else None
        if quiet is not None:
            quiet.session.closed()
        link = PageLink(lambda text: self._post(socket, text))
        self._sessions[socket] = Session(link, table, self._services, key), table
        for other in people:
            if other != place and (code, other) not in self._quiet:
                self._quiet[code, other] = QuietPerson(table, other, self._services)
        return True

    def said(self, socket: int, text: str) -> None:
        """The page says something on a socket."""
        if socket in self._sessions:
            self._sessions[socket][0].received(text.encode(), now_ms())

    def closed(self, socket: int) -> None:
        """The page has closed a socket. A table that nobody looks at waits in the store: no bot plays on meanwhile."""
        session, table = self._sessions.pop(socket, (None, None))
        if session is None or table is None:
            return
        session.closed()
        if not any(other is table for _, other in self._sessions.values()):
            asyncio.get_running_loop().call_later(SWITCH_S, self._leave, table)

    def _leave(self, table: Table) -> None:
        if any(other is table for _, other in self._sessions.values()):
            return
        for code, place in [key for key in self._quiet if key[0] == table.code]:
            self._quiet.pop((code, place)).session.closed()
        self._registry.release(table.code)


def _people(table: Table) -> list[int]:
    return [each.id for each in table.roster.room.places if each.kind == "human"]


def _holder(table: Table, place: int | None) -> int | None:
    """Who holds the device. A page that was killed may have forgotten it: then whoever sat down first does."""
    people = _people(table)
    return place if place in people else next(iter(people), None)


SWITCH_S: Final = 1.0
"""How long the table stays between the connection of one person and that of the next."""
