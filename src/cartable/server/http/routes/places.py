"""Places at a table: taken, opened again with a key, given up; and bots."""

from typing import Final

from cartable.matches.log.header import MATCH_ME
from cartable.server.common.credentials import no_cookie
from cartable.server.http import problems
from cartable.server.http.context import accepted, check, context, key_at, key_cookie, own_place, table_at
from cartable.server.http.requests import Request, Response
from cartable.server.http.routing import post
from cartable.wire import down, rest


@post("/api/tables/{code}/sit", summary="Take a place")
async def sit(request: Request, code: str, data: rest.Sit) -> Response[rest.PlaceKey]:
    table = await table_at(request, code)
    place, key = accepted(await table.sit(data.name, data.face, key_at(request, table)))
    headers = key_cookie(request, table, key)
    return Response(rest.PlaceKey(place, key, table.info()), headers=headers, status_code=201)


@post("/api/tables/{code}/rejoin", status_code=200, summary="Exchange a personal link's key for the cookie")
async def rejoin(request: Request, code: str, data: rest.Rejoin) -> Response[rest.PlaceKey]:
    table = await table_at(request, code)
    place = table.roster.place_of(data.key)
    if place is None:
        raise problems.problem(401, problems.NO_SEAT, "the key of a place at this table")
    headers = key_cookie(request, table, data.key)
    return Response(rest.PlaceKey(place, data.key, table.info()), headers=headers, status_code=200)


@post("/api/tables/{code}/link", summary="A further key for one's own place, for another device")
async def link(request: Request, code: str) -> rest.PlaceKey:
    table, place = await own_place(request, code)
    return rest.PlaceKey(place, accepted(await table.another_key(place, key_at(request, table))), table.info())


@post("/api/tables/{code}/void-links", status_code=200, summary="Make all personal links of one's own place void")
async def void_links(request: Request, code: str) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(await table.void_links(place, key_at(request, table)))
    return table.info()


@post("/api/tables/{code}/leave", status_code=200, summary="Give one's place up")
async def leave(request: Request, code: str) -> Response[down.TableInfo]:
    table, place = await own_place(request, code)
    check(await table.leave(place))
    headers = {"set-cookie": no_cookie(table.code, context(request).services.config.base_path)}
    return Response(table.info(), headers=headers, status_code=200)


@post("/api/tables/{code}/kick", status_code=200, summary="Send somebody or a bot away")
async def kick(request: Request, code: str, data: rest.Kick) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(await table.kick(place, data.place))
    return table.info()


@post("/api/tables/{code}/let-back", status_code=200, summary="Let all who were sent away sit down again")
async def let_back(request: Request, code: str) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(await table.let_back(place))
    return table.info()


@post("/api/tables/{code}/bots", summary="Add a bot")
async def add_bot(request: Request, code: str, data: rest.AddBot) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(await table.add_bot(place, data.level or MATCH_ME, data.name, data.places))
    return table.info()


@post("/api/tables/{code}/ready", status_code=200, summary="Be ready, or not yet")
async def ready(request: Request, code: str, data: rest.Ready) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(await table.ready(place, data.ready))
    return table.info()


@post("/api/tables/{code}/seats", status_code=200, summary="Put the seats in order, or draw lots")
async def arrange(request: Request, code: str, data: rest.SeatOrder) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(await table.arrange(place, data.places))
    return table.info()


ROUTES: Final = (sit, rejoin, link, void_links, leave, kick, let_back, add_bot, ready, arrange)
