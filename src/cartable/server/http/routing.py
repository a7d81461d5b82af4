"""The routes of the HTTP API: which function answers a path, and how its arguments are read.

A handler is an async function. Of its parameters `request` is the request, `data` its body as JSON, one that stands in
the path is read from there, and any other from the query. msgspec reads them all by their annotations.
"""

import inspect
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl

import msgspec

from cartable.server.http import problems
from cartable.server.http.requests import Request, RequestAborted, Response

JSON: Final = "application/json"
JSON_LINES: Final = "application/x-ndjson"
Handler = Callable[..., Awaitable[Any]]


@dataclass(frozen=True, kw_only=True)
class Route:
    """One function behind one method and one or more paths."""

    method: str
    paths: tuple[str, ...]
    handler: Handler
    kinds: dict[str, Any]
    """The types of the handler's parameters, but for the request."""
    defaults: dict[str, Any]
    wants_request: bool
    answer: Any
    """The type of the body of the answer."""
    summary: str
    status_code: int
    media_type: str = JSON
    listed: bool = True
    """Is it in the OpenAPI document?"""
    accepts: str = ""
    """The media type of the body where the handler reads that itself; such a body may be as long as a match log."""

    def in_query(self, path: str) -> dict[str, Any]:
        """The parameters that are read from the query."""
        return {name: kind for name, kind in self.kinds.items() if name != "data" and f"{{{name}}}" not in path}


Decorator = Callable[[Handler], Route]


def get(path: str, *, summary: str = "", media_type: str = JSON, listed: bool = True) -> Decorator:
    """What is read."""
    return partial(_route, "GET", (path,), summary=summary, status_code=200, media_type=media_type, listed=listed)


def post(*paths: str, summary: str, status_code: int = 201, accepts: str = "") -> Decorator:
    """What is made or changed."""
    return partial(_route, "POST", paths, summary=summary, status_code=status_code, accepts=accepts)


def _route(method: str, paths: tuple[str, ...], handler: Handler, **details: Any) -> Route:
    kinds = get_type_hints(handler, include_extras=True)
    answer = kinds.pop("return")
    parameters = inspect.signature(handler).parameters
    return Route(
        method=method,
        paths=paths,
        handler=handler,
        wants_request=kinds.pop("request", None) is not None,
        kinds=kinds,
        defaults={name: each.default for name, each in parameters.items() if each.default is not each.empty},
        answer=get_args(answer)[0] if get_origin(answer) is Response else answer,
        **details,
    )


class _Match(NamedTuple):
    """The routes of a path by their methods, and what stood in its places."""

    routes: dict[str, Route]
    pattern: str
    values: list[str]


@dataclass
class _Node:
    """What can follow the part of a path that has been read."""

    fixed: dict[str, "_Node"] = field(default_factory=dict)
    open: "_Node | None" = None
    """Where any text may stand: a parameter."""
    routes: dict[str, Route] = field(default_factory=dict)
    pattern: str = ""


class Router:
    """An ASGI application: finds the route of a request, reads its arguments, writes its answer or its error."""

    def __init__(
        self, routes: Iterable[Route], parts: Any, to_problem: problems.ToProblem, *, body_bytes: int, log_bytes: int
    ) -> None:
        """`parts` is handed to every request; `to_problem` tells how an exception is answered."""
        self._root = _Node()
        self._parts = parts
        self._to_problem = to_problem
        self._body_bytes = body_bytes
        self._log_bytes = log_bytes
        for route in routes:
            for path in route.paths:
                self._add(path, route)

    def _add(self, path: str, route: Route) -> None:
        node = self._root
        for part in path.split("/"):
            if part.startswith("{"):
                node.open = node.open or _Node()
                node = node.open
            else:
                node = node.fixed.setdefault(part, _Node())
        node.pattern = path
        node.routes[route.method] = route

    def _find(self, path: str) -> _Match | None:
        node, values = self._root, []
        for part in path.split("/"):
            following = node.fixed.get(part)
            if following is None:
                following = node.open
                values.append(part)
            if following is None:
                return None
            node = following
        return _Match(node.routes, node.pattern, values) if node.routes else None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await self._respond(scope, receive, send)
        except RequestAborted:
            return

    async def _respond(self, scope: Any, receive: Any, send: Any) -> None:
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        found = self._find(scope["path"])
        headers: dict[str, str] = {}
        try:
            if found is None:
                raise problems.problem(404, "not-found")
            if method not in found.routes:
                headers["allow"] = ", ".join([*found.routes, *(["HEAD"] if "GET" in found.routes else [])])
                raise problems.problem(405, "method")
            route = found.routes[method]
            answer = await self._call(route, found, Request(scope, receive, self._parts, self._bound(route)))
            status, body, kind = answer.status_code or route.status_code, answer.body, route.media_type
            headers |= answer.headers
        except RequestAborted:
            raise
        except Exception as error:
            status, body = self._to_problem(error)
            kind = JSON
            if status == 429:
                headers["retry-after"] = problems.retry_after(error)
        written = body if isinstance(body, bytes) else body.encode() if kind != JSON else msgspec.json.encode(body)
        await _send(send, status, {"content-type": kind, **headers}, written, whole=scope["method"] != "HEAD")

    def _bound(self, route: Route) -> int:
        return self._log_bytes if route.accepts else self._body_bytes

    async def _call(self, route: Route, found: _Match, request: Request) -> Response[Any]:
        names = [part[1:-1] for part in found.pattern.split("/") if part.startswith("{")]
        given: dict[str, Any] = dict(zip(names, found.values, strict=True))
        arguments = {name: _converted(name, given[name], route.kinds[name]) for name in names}
        asked = dict(parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True))
        for name, kind in route.in_query(found.pattern).items():
            arguments[name] = _converted(name, asked[name], kind) if name in asked else route.defaults[name]
        if "data" in route.kinds:
            arguments["data"] = await _decoded(request, route.kinds["data"])
        if route.wants_request:
            arguments["request"] = request
        answer = await route.handler(**arguments)
        return answer if isinstance(answer, Response) else Response(answer)


def _converted(name: str, text: str, kind: Any) -> Any:
    try:
        return msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError as error:
        raise problems.problem(400, "bad-input", f"{name}: {error}") from error


async def _decoded(request: Request, kind: Any) -> Any:
    media_type = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if media_type != JSON:
        raise problems.problem(415, "media-type", JSON)
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise problems.problem(400, "bad-input", str(error)) from error


async def _send(send: Any, status: int, headers: dict[str, str], body: bytes, *, whole: bool) -> None:
    if headers["content-type"].startswith("text/") and "charset" not in headers["content-type"]:
        headers["content-type"] += "; charset=utf-8"
    headers["content-length"] = str(len(body))
    pairs = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body if whole else b""})
