"""The routes of the HTTP API, grouped by what they are about. Each handler is a plain function; what it needs of the
server it gets from its request, see `http.context`."""

from cartable.server.http.routes import archive, deals, matches, places, puzzles, service, tables
from cartable.server.http.routing import Route

ROUTES: tuple[Route, ...] = (
    *tables.ROUTES,
    *places.ROUTES,
    *matches.ROUTES,
    *archive.ROUTES,
    *deals.ROUTES,
    *puzzles.ROUTES,
    *service.ROUTES,
)
