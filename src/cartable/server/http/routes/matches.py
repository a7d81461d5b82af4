"""The match at a table: started, paused, given up, and a hint in it. The acts themselves go over the socket."""

from typing import Final

from cartable.server.http.context import accepted, check, context, own_place, within
from cartable.server.http.requests import Request
from cartable.server.http.routing import post
from cartable.server.thinking.advice import hint_for
from cartable.wire import down, rest


@post("/api/tables/{code}/start", "/api/tables/{code}/rematch", status_code=200, summary="Start a match")
async def start(request: Request, code: str) -> down.TableInfo:
    within(request, "starts")
    table, place = await own_place(request, code)
    check(table.start(place))
    return table.info()


@post("/api/tables/{code}/pause", status_code=200, summary="Stop the match for a while")
async def pause(request: Request, code: str) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(table.matches.pause(place, True))
    return table.info()


@post("/api/tables/{code}/resume", status_code=200, summary="Let the match go on")
async def resume(request: Request, code: str) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(table.matches.pause(place, False))
    return table.info()


@post("/api/tables/{code}/give-up", status_code=200, summary="End the match without an outcome")
async def give_up(request: Request, code: str) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(table.matches.give_up(place))
    return table.info()


@post("/api/tables/{code}/nudge", status_code=200, summary="Ask somebody who is waited for to go on")
async def nudge(request: Request, code: str, data: rest.Nudge) -> down.TableInfo:
    table, place = await own_place(request, code)
    check(table.signals.nudge(place, data.place))
    return table.info()


@post("/api/tables/{code}/hint", status_code=200, summary="What a strong player would do at one's own place")
async def hint(request: Request, code: str) -> rest.Hint:
    within(request, "hints")
    table, place = await own_place(request, code)
    decision = accepted(table.decision_for_hint(place))
    return accepted(await hint_for(context(request).services.bots, decision))


ROUTES: Final = (start, pause, resume, give_up, nudge, hint)
