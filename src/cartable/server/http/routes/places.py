"""Places at a table: taken, opened again with a key, given up; and bots."""

from typing import Final

from litestar import Response, post
from litestar.params import FromPath, JSONBody

from cartable.server.common.credentials import no_cookie
from cartable.server.http import problems
from cartable.server.http.context import AnyRequest, accepted, check, context, key_cookie, own_place, table_at
from cartable.wire import down, rest


@post("/api/tables/{code:str}/sit", summary="Take a place")
async def sit(request: AnyRequest, code: FromPath[str], data: JSONBody[rest.Sit]) -> Response[rest.PlaceKey]:
    table = await table_at(request, code)
    place, key = accepted(await table.sit(data.name, data.face))
    headers = key_cookie(request, table, key)
    return Response(rest.PlaceKey(place, key, table.info()), headers=headers, status_code=201)


@post("/api/tables/{code:str}/rejoin", status_code=200, summary="Exchange a personal link's key for the cookie")
async def rejoin(request: AnyRequest, code: FromPath[str], data: JSONBody[rest.Rejoin]) -> Response[rest.PlaceKey]:
    table = await table_at(request, code)
    place = table.roster.place_of(data.key)
    if place is None:
        raise problems.problem(401, problems.NO_SEAT, "the key of a place at this table")
    headers = key_cookie(request, table, data.key)
    return Response(rest.PlaceKey(place, data.key, table.info()), headers=headers, status_code=200)


@post("/api/tables/{code:str}/link", summary="A further key for one's own place, for another device")
async def link(request: AnyRequest, code: FromPath[str]) -> rest.PlaceKey:
    table, place = await own_place(request, code)
    return rest.PlaceKey(place, accepted(await table.another_key(place)), table.info())


@post("/api/tables/{code:str}/leave", status_code=200, summary="Give one's place up")
async def leave(request: AnyRequest, code: FromPath[str]) -> Response[down.TableInfo]:
    table, place = await own_place(request, code)
    check(await table.leave(place))
    headers = {"set-cookie": no_cookie(table.code, context(request).services.config.base_path)}
    return Response(table.info(), headers=headers, status_code=200)


@post("/api/tables/{code:str}/kick", status_code=200, summary="Send somebody or a bot away")
async def kick(request: AnyRequest, code: FromPath[str], data: JSONBody[rest.Kick]) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(await table.kick(place, data.place))
    return table.info()


@post("/api/tables/{code:str}/bots", summary="Add a bot")
async def add_bot(request: AnyRequest, code: FromPath[str], data: JSONBody[rest.AddBot]) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(await table.add_bot(place, data.level, data.name))
    return table.info()


@post("/api/tables/{code:str}/ready", status_code=200, summary="Be ready, or not yet")
async def ready(request: AnyRequest, code: FromPath[str], data: JSONBody[rest.Ready]) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(await table.ready(place, data.ready))
    return table.info()


ROUTES: Final = (sit, rejoin, link, leave, kick, add_bot, ready)
