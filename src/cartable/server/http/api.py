"""The HTTP API as one application, with its document."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from cartable.server.http import problems
from cartable.server.http.context import ApiContext
from cartable.server.http.openapi import describe
from cartable.server.http.qr_codes import QrCodes
from cartable.server.http.routes import ROUTES
from cartable.server.http.routing import Router
from cartable.server.services import Services
from cartable.server.tables.archive import MatchArchive
from cartable.server.tables.imports import MatchImports
from cartable.server.tables.registry import TableRegistry
from cartable.server.thinking.advice import MatchAnalyses


def api(
    services: Services, registry: TableRegistry, analyses: MatchAnalyses, gauges: Callable[[], dict[str, float]]
) -> Router:
    """Everything but the sockets and the files of the page. `gauges` tells what there is now, for the metrics."""
    limits = services.config.limits

    @cache  # made when somebody asks: the server is open sooner
    def document() -> dict[str, Any]:
        return describe(ROUTES, services.config.base_path)

    context = ApiContext(
        services,
        registry,
        MatchArchive(services.store),
        MatchImports(services.store, services.bots),
        analyses,
        QrCodes(),
        gauges,
        document,
    )
    to_problem = partial(problems.to_problem, metrics=services.metrics)
    return Router(ROUTES, context, to_problem, body_bytes=limits.body_bytes, log_bytes=limits.log_bytes)
