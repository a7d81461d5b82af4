"""The server itself: whether it is there, what it counts, and the document of its API."""

from typing import Any, Final

from cartable.server.common.metrics import exposition
from cartable.server.http.context import context
from cartable.server.http.requests import Request
from cartable.server.http.routing import get


@get("/healthz", listed=False)
async def health() -> dict[str, str]:
    return {"status": "ok"}


@get("/metrics", media_type="text/plain; version=0.0.4", listed=False)
async def metrics(request: Request) -> str:
    server = context(request)
    return exposition(server.services.metrics, server.gauges())


@get("/api/openapi.json", listed=False)
async def document(request: Request) -> dict[str, Any]:
    return context(request).document()


ROUTES: Final = (health, metrics, document)
