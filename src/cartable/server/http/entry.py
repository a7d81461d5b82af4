"""Where every request comes in: base path, limits, origin and security headers are dealt with before anything else."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from cartable.server.common.codes import read_code
from cartable.server.common.credentials import Headers, headers_of, refuse_socket, same_origin
from cartable.server.common.hosts import HOST_EXPECTED, AllowedHosts
from cartable.server.common.rate_limits import Rate
from cartable.server.common.work_queue import WorkQueue
from cartable.server.http import problems
from cartable.server.http.static_site import StaticFile, StaticSite
from cartable.server.services import Services
from cartable.server.store.contract import StoreFailed
from cartable.wire import rest

_SOCKET: Final = re.compile(r"/api/tables/([^/]+)/socket")
_AT_TABLE: Final = re.compile(r"/t/([^/]+)/?")
_READING: Final = {"GET", "HEAD", "OPTIONS"}
LONGEST_PATH: Final = 500
"""The longest path that is looked at; ours are shorter."""

PIECE_BYTES: Final = 65_536
"""Of a file that is sent: the system takes megabytes at once, and the tables would wait until it has them."""

_KEPT: Final = "cartable-kept"
"""The header by which our service worker tells that it keeps the scripts."""

_PART: Final = re.compile(r"/assets/(?!worker)[^/]+\.(?:js|css|woff2)")
"""Parts of a page, which obey the headers of that page. A worker has its own."""

_OURS: Final = ("/api/", "/healthz", "/metrics")
_TABLES: Final = "/api/tables/"
_PRIVATE: Final = ("/api/tables", "/api/matches", "/api/deals", "/metrics")
"""Where answers depend on who asks, or on what strangers do not know: nobody on the way may store them."""

GAME_S: Final = 0.5
"""Seconds that the page of a table waits for the store."""

Pairs = tuple[tuple[bytes, bytes], ...]
ServeSocket = Callable[[Any, Any, Any, str], Awaitable[None]]
"""An ASGI application for the WebSocket of the table with this code."""


class HttpEntry:
    """An ASGI application around the API, the sockets and the web client."""

    def __init__(
        self,
        api: Any,
        serve_socket: ServeSocket,
        site: StaticSite,
        services: Services,
        game_at: Callable[[str], Awaitable[str | None]],
    ) -> None:
        """`game_at` tells what is played at a table; None: there is no such table."""
        self._api = api
        self._serve_socket = serve_socket
        self._site = site
        self._game_at = game_at
        self._config = services.config
        self._limiter = services.limiter
        self._hosts = AllowedHosts(services.config)
        self._security = security(site.script_hashes)
        self._private = (*self._security, (b"cache-control", b"no-store"))
        self._work = WorkQueue()
        self.draining = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self._work.wait()
        path = self._inside(scope["path"])
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, path)
            return
        secured = _secured(send, self._private if path.startswith(_PRIVATE) else self._security)
        refused = self._refused(scope, path)
        if refused is not None:
            if refused[0] == 429:
                await self._limiter.delay_refusal()
            retry_after_s = self._retry_after_s(scope, path) if refused[0] == 429 else None
            await problems.respond(secured, *refused, retry_after_s=retry_after_s)
        elif path.startswith(_OURS):
            inside = {**scope, "path": path, "raw_path": path.encode(), "root_path": ""}
            await self._api(inside, receive, secured)
        else:
            await self._page(scope, send, path)

    def _inside(self, path: str) -> str:
        """The path below where the server lives, whether or not a proxy has taken that part away."""
        base = self._config.base_path
        if base and (path == base or path.startswith(base + "/")):
            return path[len(base) :] or "/"
        return path

    def _refused(self, scope: Any, path: str) -> tuple[int, rest.Problem] | None:
        if self.draining:
            return 503, rest.Problem("stopping")
        if len(scope["path"]) > LONGEST_PATH:
            return 414, rest.Problem("too-large")
        if not self._limiter.take(_rate_of(path), scope.get("client")):
            return 429, rest.Problem("too-many-requests")
        headers = headers_of(scope)
        if not self._is_asked(headers):
            return 421, rest.Problem("wrong-host", expected=HOST_EXPECTED)
        if scope["method"] not in _READING and not same_origin(headers, scope["scheme"], self._config.public_url):
            return 403, rest.Problem("wrong-origin")
        return None

    def _is_asked(self, headers: Headers) -> bool:
        """Return whether a request names this server as its host."""
        return self._hosts.allow(headers.get("host", "")) or self._limiter.refusals.count("hosts")

    def _retry_after_s(self, scope: Any, path: str) -> float:
        return self._limiter.retry_after_s(_rate_of(path), scope.get("client"))

    async def _socket(self, scope: Any, receive: Any, send: Any, path: str) -> None:
        found = _SOCKET.fullmatch(path)
        code = read_code(found[1]) if found is not None else None
        if self.draining:
            await refuse_socket(send, 503, "stopping")
        elif not self._limiter.take("requests", scope.get("client")):
            await self._limiter.delay_refusal()
            retry_after_s = self._retry_after_s(scope, _TABLES)
            await refuse_socket(send, 429, "too-many-requests", retry_after_s=retry_after_s)
        elif not self._is_asked(headers_of(scope)):
            await refuse_socket(send, 421, "wrong-host")
        elif code is None:
            await refuse_socket(send, 404, "no-such-table")
        else:
            await self._serve_socket(scope, receive, send, code)

    async def _game_played(self, text: str, client: object) -> str | None:
        """Return what is played at a table, to send its board along: a try to guess a code, as any other."""
        code = read_code(text)
        guess = self._limiter.guesses.attempt(client, code) if code is not None else None
        if code is None or guess is None:
            return None
        with guess:
            try:
                async with asyncio.timeout(GAME_S):
                    game = await self._game_at(code)
            except (StoreFailed, TimeoutError):
                return None  # the page itself does not need the store
            if game is None:
                guess.missed(is_page=True)
            return game

    async def _page(self, scope: Any, send: Any, path: str) -> None:
        headers = headers_of(scope)
        at = _AT_TABLE.fullmatch(path)
        game = await self._game_played(at[1], scope.get("client")) if at is not None else None
        page = self._site.find(path, game, headers.get("accept-language", ""), kept=_KEPT in headers)
        status = 200
        if page is None and "text/html" in headers.get("accept", ""):
            # Somebody who has typed an address gets the client's own page, which says that there is nothing here.
            page, status = self._site.plain(), 404
        part = status == 200 and _PART.fullmatch(path)
        send = _secured(send, _PART_SECURITY if part else self._security)
        if page is None or scope["method"] not in ("GET", "HEAD"):
            await problems.respond(send, 404, rest.Problem("not-found"))
            return
        known = status == 200 and headers.get("if-none-match") == page.tag
        taken = {way.partition(";")[0].strip() for way in headers.get("accept-encoding", "").split(",")}
        packed = next((way for way in page.packed if way in taken), None)
        whole = scope["method"] == "GET" and not known
        await self._send_page(send, page, 304 if known else status, packed=packed, whole=whole)

    async def _send_page(self, send: Any, page: StaticFile, status: int, *, packed: str | None, whole: bool) -> None:
        size = page.size_bytes if packed is None else len(page.packed[packed])
        headers = [
            (b"content-type", page.kind.encode()),
            (b"etag", page.tag.encode()),
            (b"cache-control", b"public, max-age=31536000, immutable" if page.lasting else b"no-cache"),
            (b"vary", b"accept-encoding, accept-language"),
        ]
        if status != 304:
            headers.append((b"content-length", str(size).encode()))
            if packed is not None:
                headers.append((b"content-encoding", packed.encode()))
        body = b""
        if whole:
            body = await self._site.unpacked(page) if packed is None else page.packed[packed]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        shared = memoryview(body)  # not copied for each who asks
        while len(shared) > PIECE_BYTES:
            await send({"type": "http.response.body", "body": shared[:PIECE_BYTES], "more_body": True})
            shared = shared[PIECE_BYTES:]
            await self._work.wait()
        await send({"type": "http.response.body", "body": shared})


def _rate_of(path: str) -> Rate:
    return "requests" if path.startswith(_OURS) else "pages"


def _secured(send: Any, security: Pairs) -> Any:
    async def secured(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *security]}
        await send(message)

    return secured


def _pairs(headers: dict[str, str]) -> Pairs:
    return tuple((name.encode(), value.encode()) for name, value in headers.items())


_ANY_SECURITY: Final = {"x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin"}
_PART_SECURITY: Final = _pairs(_ANY_SECURITY)


def security(script_hashes: Iterable[str] = ()) -> Pairs:
    """The headers. Scripts are our own files, and those in the page itself that have one of these hashes."""
    policy = "; ".join(
        (
            "default-src 'none'",
            " ".join(("script-src 'self' 'wasm-unsafe-eval'", *script_hashes)),  # Python for tables on a device
            "style-src 'self' 'unsafe-inline'",  # the client moves cards by setting their styles
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )
    return _pairs(
        {
            "content-security-policy": policy,
            **_ANY_SECURITY,
            "x-frame-options": "DENY",
            "referrer-policy": "no-referrer",
            "cross-origin-opener-policy": "same-origin",
            "permissions-policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
        }
    )
