"""What the handlers of all routes need: the server's parts, and who is asking."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from cartable.kernel import Refused
from cartable.server.common.addresses import address_for_others
from cartable.server.common.codes import is_kicked, read_code
from cartable.server.common.credentials import cookie, is_secure, keys_of
from cartable.server.common.rate_limits import GUESS, Guess, Rate
from cartable.server.http import problems
from cartable.server.http.qr_codes import QrCodes
from cartable.server.http.requests import Request
from cartable.server.services import Services
from cartable.server.store.contract import HeldElsewhere
from cartable.server.tables.archive import MatchArchive
from cartable.server.tables.imports import MatchImports
from cartable.server.tables.registry import TableRegistry
from cartable.server.tables.table import Table
from cartable.server.thinking.advice import MatchAnalyses

T = TypeVar("T")


class ApiContext(NamedTuple):
    """The parts of the server that requests are answered with."""

    services: Services
    registry: TableRegistry
    archive: MatchArchive
    imports: MatchImports
    analyses: MatchAnalyses
    qr_codes: QrCodes
    gauges: Callable[[], dict[str, float]]
    document: Callable[[], dict[str, Any]]
    """The OpenAPI document."""


def context(request: Request) -> ApiContext:
    """The server's parts."""
    found: ApiContext = request.parts
    return found


def outside_address(request: Request) -> str:
    """The address under which other devices reach this server."""
    came_by = f"{request.scope['scheme']}://{request.headers.get('host', '')}"
    return address_for_others(context(request).services.config, came_by)


def within(request: Request, rate: Rate, amount: float = 1.0, code: str = "too-many-requests") -> None:
    """Go on unless the caller's address has asked for too much of this."""
    limiter, client = context(request).services.limiter, request.scope.get("client")
    if not limiter.take(rate, client, amount):
        raise problems.problem(429, code, retry_after_s=limiter.retry_after_s(rate, client, amount))


async def table_at(request: Request, code: str) -> Table:
    """Return the table of a path. Whether its caller may look it up was judged when the request came in."""
    known = read_code(code)
    table = await context(request).registry.find(known) if known is not None else None
    guess: Guess | None = request.scope.get(GUESS)
    if table is None:
        if guess is not None:
            guess.missed()
        raise problems.problem(404, "no-such-table")
    if guess is not None:
        guess.found()
    if isinstance(table, HeldElsewhere):
        raise problems.problem(503, "cannot-save")
    return table


def place_at(request: Request, table: Table) -> int | None:
    """The place of the caller at a table, if they have one."""
    return table.roster.place_of(key_at(request, table))


def key_at(request: Request, table: Table) -> str | None:
    """Return the key that the caller has from this table: the first that opens a place, else one that did."""
    keys = keys_of(request.headers, table.code)
    opening = (key for key in keys if table.roster.place_of(key) is not None)
    kicked = (key for key in keys if is_kicked(table.roster.keys, key))
    return next(opening, None) or next(kicked, None)


async def own_place(request: Request, code: str) -> tuple[Table, int]:
    """The table of a path, and the caller's place there, without which nothing is done."""
    table = await table_at(request, code)
    place = place_at(request, table)
    if place is None:
        raise problems.problem(401, problems.NO_SEAT, "the cookie or the bearer token of a place at this table")
    return table, place


def key_cookie(request: Request, table: Table, key: str) -> dict[str, str]:
    """The header that keeps the key of a place in the browser."""
    config = context(request).services.config
    secure = is_secure(request.headers, request.scope["scheme"], config.public_url)
    return {"set-cookie": cookie(table.code, key, config.base_path, secure=secure)}


def check(refused: Refused | None) -> None:
    """Go on unless it was refused."""
    if refused is not None:
        raise problems.refused(refused)


def accepted(result: T | Refused) -> T:
    """What was asked for, unless it was refused."""
    if isinstance(result, Refused):
        raise problems.refused(result)
    return result
