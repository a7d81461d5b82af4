"""Matches that are over: replayed, analysed, exported and imported."""

from typing import Final

from cartable.bots.analysis import can_analyse
from cartable.server.http import problems
from cartable.server.http.context import context, outside_address, within
from cartable.server.http.requests import Request, Response
from cartable.server.http.routing import JSON_LINES, get, post
from cartable.server.store.contract import MatchRow
from cartable.server.tables.archive import game_of, with_points_ahead
from cartable.wire import rest

LONG: Final = 65_536
"""So many bytes of a log count as one replay: what is made of them is some fifteen times as large."""


async def match_at(request: Request, match_id: str) -> MatchRow:
    """The match of a path, which has to be over. What is made of it is large, or takes a while."""
    within(request, "replays")
    row = await context(request).archive.find(match_id)
    if row is None:
        raise problems.problem(404, "no-such-match", "the id of a match that is over")
    return row


@get("/api/matches/{match_id}", summary="A match that is over, act by act")
async def show_match(request: Request, match_id: str, seat: int | None = None) -> rest.Replay:
    row = await match_at(request, match_id)
    return await context(request).archive.replay(row, seat, lambda size: within(request, "replays", size // LONG))


@get("/api/matches/{match_id}/analysis", summary="Luck and skill in a match that is over, choice by choice")
async def analyse_match(request: Request, match_id: str) -> rest.Analysis:
    server, row = context(request), await match_at(request, match_id)
    if not can_analyse(game_of(row).id):
        raise problems.problem(404, "no-analysis", "a match of a game whose choices can be weighed")
    if with_points_ahead(row):
        raise problems.problem(404, "no-analysis", "a match without head starts: chances are worked out without them")
    analysis = await server.analyses.of(row.id, lambda: server.archive.export(row))
    if analysis is None:
        raise problems.problem(429, "too-many-requests")
    return analysis


@get("/api/matches/{match_id}/invitation", summary="The match's link, as other devices can follow it")
async def invite(request: Request, match_id: str) -> rest.Invitation:
    row = await match_at(request, match_id)
    return rest.Invitation(f"{outside_address(request)}/replay/{row.id}")


@get("/api/matches/{match_id}/story", summary="Why a match was won, in one sentence of the catalogue")
async def tell_story(request: Request, match_id: str) -> rest.WinStory:
    found = await context(request).archive.story(await match_at(request, match_id))
    return rest.WinStory("", {}) if found is None else rest.WinStory(found.why, found.about)


@get(
    "/api/matches/{match_id}/log",
    media_type=JSON_LINES,
    summary="The whole log of a match that is over, with the dealer's secret",
)
async def export_match(request: Request, match_id: str) -> Response[bytes]:
    row = await match_at(request, match_id)
    name = f'attachment; filename="cartable-{row.id}.jsonl"'
    return Response(await context(request).archive.export(row), headers={"content-disposition": name})


@post("/api/matches", accepts=JSON_LINES, summary="Take a match log in, to look at it here")
async def import_match(request: Request) -> rest.Imported:
    server = context(request)
    if not server.services.config.imports:
        raise problems.problem(403, "imports-off", "a server that was started with --imports")
    within(request, "imports")
    log = await request.body()
    if not server.services.limiter.take_import(request.scope.get("client"), len(log)):
        raise problems.problem(429, "too-many-imports")
    imported = await server.imports.import_log(log)
    if imported is None:
        raise problems.problem(503, "busy")
    return imported


ROUTES: Final = (show_match, analyse_match, invite, tell_story, export_match, import_match)
