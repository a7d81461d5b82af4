"""The HTTP API as one application, with its document."""

from collections.abc import Callable
from functools import cache
from typing import Any

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig

import cartable
from cartable.server.common.rate_limits import Buckets
from cartable.server.http import problems
from cartable.server.http.context import STATE, ApiContext
from cartable.server.http.openapi import describe
from cartable.server.http.routes import IMPORT, ROUTES
from cartable.server.services import Services
from cartable.server.tables.archive import MatchArchive
from cartable.server.tables.registry import TableRegistry
from cartable.server.thinking.advice import MatchAnalyses


def api(services: Services, registry: TableRegistry, gauges: Callable[[], dict[str, float]]) -> Litestar:
    """Everything but the sockets and the files of the page. `gauges` tells what there is now, for the metrics."""
    limits = services.config.limits

    @cache  # made when somebody asks: the server is open sooner
    def document(app: Litestar) -> dict[str, Any]:
        return describe(app, services.config.base_path)

    context = ApiContext(
        services,
        registry,
        MatchArchive(services.store),
        MatchAnalyses(services.bots),
        Buckets(limits.tables_s, limits.tables_burst, limits.addresses),
        gauges,
        document,
    )
    return Litestar(
        route_handlers=[*ROUTES, Router("/", route_handlers=[IMPORT], request_max_body_size=limits.log_bytes)],
        openapi_config=OpenAPIConfig(title="Cartable", version=cartable.__version__, render_plugins=()),
        exception_handlers=problems.handlers(services.metrics),
        request_max_body_size=limits.body_bytes,
        logging_config=None,
        state=State({STATE: context}),
    )
