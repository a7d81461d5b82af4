"""Between the worker of the page (`web/src/offline/worker.ts`) and the host: values of JavaScript in, and out."""

import random
from collections.abc import Sequence
from typing import Any

from cartable.browser.host import BrowserHost, Post
from cartable.server.tables.matches import REVEALS


class PageDatabase:
    """A database of the page, as `cartable.browser.database` has it."""

    def __init__(self, kept: Any) -> None:
        self._kept = kept

    async def read(self, key: str) -> bytes | None:
        found = await self._kept.read(key)
        return None if found is None else bytes(found.to_bytes())

    async def read_all(self, prefix: str) -> Sequence[tuple[str, bytes]]:
        return [(key, bytes(value.to_bytes())) for key, value in await self._kept.readAll(prefix)]

    async def write(self, puts: Sequence[tuple[str, bytes]], gone: Sequence[str]) -> None:
        await self._kept.write(_js([list(each) for each in puts]), _js(list(gone)))


class WorkerHost:
    """The host, for callers in JavaScript."""

    def __init__(self, kept: Any, post: Post, wait_scale: float) -> None:
        self._host = BrowserHost(PageDatabase(kept), post, wait_scale)
        self.open = self._host.open
        self.said = self._host.said
        self.closed = self._host.closed

    async def request(self, method: str, path: str, place: int | None, body: str) -> Any:
        """The status, and the answer as text."""
        status, answer = await self._host.request(method, path, place, body.encode())
        return _js([status, answer.decode()])


def _js(value: Any) -> Any:
    """A value as JavaScript has it."""
    from pyodide.ffi import to_js  # noqa: PLC0415 - there in a browser alone

    return to_js(value)


def start(kept: Any, post: Post, wait_scale: float) -> WorkerHost:
    """A host over a database of the page; `post` sends what it says, and `wait_scale` scales all courtesy waits."""
    renew_chance()
    return WorkerHost(kept, post, wait_scale)


def renew_chance() -> None:
    """Chance that began with the modules would be the same at every start: their memory may be a copy."""
    random.seed()
    REVEALS.seed()
