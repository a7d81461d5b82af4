"""The routes of the HTTP API, grouped by what they are about. Each handler is a plain function; what it needs of the
server it gets from its request, see `http.context`."""

from litestar.handlers import BaseRouteHandler

from cartable.server.http.routes import archive, library, matches, places, service, tables

IMPORT: BaseRouteHandler = archive.import_match
"""The one route with a large body."""

ROUTES: tuple[BaseRouteHandler, ...] = (
    *tables.ROUTES,
    *places.ROUTES,
    *matches.ROUTES,
    *archive.ROUTES,
    *library.ROUTES,
    *service.ROUTES,
)
"""All others."""
