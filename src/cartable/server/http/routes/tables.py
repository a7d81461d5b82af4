"""Tables: opened, listed, looked at, locked, changed; and the link that others come by."""

from typing import Final

import msgspec
from msgspec.structs import replace

from cartable.games import registry
from cartable.kernel import read_options
from cartable.matches.deal.deal_number import read_deal_choice
from cartable.matches.learned_head_starts import chosen_head_starts
from cartable.matches.live import TableSettings
from cartable.server.http import problems
from cartable.server.http.context import (
    accepted,
    check,
    context,
    key_cookie,
    outside_address,
    own_place,
    place_at,
    table_at,
    within,
)
from cartable.server.http.requests import Request, Response
from cartable.server.http.routing import get, post
from cartable.server.store.contract import StoreFailed
from cartable.server.tables.table import Table
from cartable.server.tables.terms import GameChange
from cartable.wire import down, rest


@post("/api/tables", summary="Open a table")
async def open_table(request: Request, data: rest.NewTable) -> Response[rest.Opened]:
    server = context(request)
    within(request, "tables", code="too-many-tables")
    if len(server.registry.tables) >= server.services.config.limits.tables:
        server.services.limiter.refusals.count("all_tables")
        raise problems.problem(503, "busy")
    game = registry.game(data.game)
    options = read_options(game.options, data.options)
    settings = settings_with(TableSettings(wait_scale=server.services.config.wait_scale), data.settings)
    try:
        table = await server.registry.open(game, options, settings, public=data.public)
    except StoreFailed:  # it does not count
        server.services.limiter.bucket("tables", request.scope.get("client")).give_back()
        raise
    if data.name is None:
        return Response(rest.Opened(table.info()), status_code=201)
    place, key = accepted(await table.sit(data.name, data.face))
    headers = key_cookie(request, table, key)
    return Response(rest.Opened(table.info(), place, key), headers=headers, status_code=201)


@get("/api/tables", summary="The tables that want to be found")
async def list_tables(request: Request) -> list[rest.TableLine]:
    return await context(request).registry.public()


@get("/api/tables/{code}", summary="A table")
async def show_table(request: Request, code: str) -> down.TableInfo:
    return (await table_at(request, code)).info()


@get("/api/tables/{code}/mine", summary="One's own place at a table, and whether it is one's turn")
async def mine(request: Request, code: str) -> rest.OwnPlace:
    table = await table_at(request, code)
    place = place_at(request, table)
    return rest.OwnPlace(table.info(), place, table.to_act(place))


@post("/api/tables/{code}/lock", status_code=200, summary="Let nobody else sit down, or again everybody")
async def lock(request: Request, code: str, data: rest.Lock) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(await table.lock(place, data.locked))
    return table.info()


@post("/api/tables/{code}/settings", status_code=200, summary="Change game, options or settings between matches")
async def change(request: Request, code: str, data: rest.Change) -> down.TableInfo:
    table, place = await own_place(request, code)
    now = table.settings
    game = registry.game(data.game) if data.game is not msgspec.UNSET else now.game
    options = now.options if game is now.game else game.options()
    if data.options is not msgspec.UNSET:
        options = read_options(game.options, {**msgspec.to_builtins(options), **data.options})
    public = data.public if data.public is not msgspec.UNSET else now.public
    wanted = GameChange(game, options, settings_with(now.settings, data.settings), public)
    check(await table.change(place, wanted))
    return table.info()


@post("/api/tables/{code}/new-evening", status_code=200, summary="Begin the evening's tally again")
async def new_evening(request: Request, code: str) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(await table.new_evening(place))
    return table.info()


@get("/api/tables/{code}/invitation", summary="The table's link, as other devices can follow it")
async def invitation(request: Request, code: str) -> rest.Invitation:
    return rest.Invitation(link_to(request, await table_at(request, code)))


@get("/api/tables/{code}/qr.svg", media_type="image/svg+xml", summary="The table's link as a QR code")
async def qr_code(request: Request, code: str) -> bytes:
    within(request, "replays")
    link = link_to(request, await table_at(request, code))
    return await context(request).qr_codes.of(link, lambda: within(request, "drawings"))


ROUTES: Final = (open_table, list_tables, show_table, mine, lock, change, new_evening, invitation, qr_code)


def settings_with(settings: TableSettings, given: rest.Settings) -> TableSettings:
    """Settings with what was given changed."""
    changes = {name: value for name, value in msgspec.structs.asdict(given).items() if value is not msgspec.UNSET}
    if given.paces is not msgspec.UNSET:
        # A device may have played what there is not here; nothing of that is kept, nor told to everybody.
        changes["paces"] = {game.id: given.paces[game.id] for game in registry.games() if game.id in given.paces}
    if given.head_starts is not msgspec.UNSET:
        changes["head_starts"] = chosen_head_starts(given.head_starts)
    if given.deal_number is not msgspec.UNSET:
        changes["deal_number"] = read_deal_choice(given.deal_number)
    return replace(settings, **changes)


def link_to(request: Request, table: Table) -> str:
    """How others reach a table."""
    return f"{outside_address(request)}/t/{table.code}"
