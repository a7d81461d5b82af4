"""The server itself: whether it is there, what it counts, and the document of its API."""

from typing import Any, Final

from litestar import get

from cartable.server.common.metrics import exposition
from cartable.server.http.context import AnyRequest, context


@get("/healthz", include_in_schema=False)
async def health() -> dict[str, str]:
    return {"status": "ok"}


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False)
async def metrics(request: AnyRequest) -> str:
    server = context(request)
    return exposition(server.services.metrics, server.gauges())


@get("/api/openapi.json", include_in_schema=False)
async def document(request: AnyRequest) -> dict[str, Any]:
    return context(request).document(request.app)


ROUTES: Final = (health, metrics, document)
