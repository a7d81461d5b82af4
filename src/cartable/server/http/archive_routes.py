"""The HTTP API beside the tables: matches that are over, the games, their words and their rules."""

from typing import Any

from litestar import Response, get, post
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, FromQuery

from cartable.games import registry
from cartable.server.http import problems
from cartable.server.http.game_list import games
from cartable.server.http.openapi import JSON_LINES
from cartable.server.http.table_routes import AnyRequest
from cartable.server.services import House
from cartable.server.store import MatchRow
from cartable.server.tables import archive
from cartable.server.thinking.advice import Analyses
from cartable.wire import rest
from cartable.words.catalogue import LANGUAGES, catalogue
from cartable.words.rulebook import rulebook


def shelf_routes(house: House) -> list[BaseRouteHandler]:
    """Reading, mostly."""
    store, limits = house.store, house.config.limits
    analyses = Analyses(store, house.thinkers)

    async def over(match_id: str) -> MatchRow:
        row = await archive.finished(store, match_id)
        if row is None:
            raise problems.trouble(404, "no-such-match", "the id of a match that is over")
        return row

    @get("/api/matches/{match_id:str}", summary="A match that is over, act by act")
    async def show_match(match_id: FromPath[str], seat: FromQuery[int | None] = None) -> rest.Replay:
        return await archive.shown_again(store, await over(match_id), seat)

    @get("/api/matches/{match_id:str}/analysis", summary="Luck and skill in a match that is over, choice by choice")
    async def analyse_match(match_id: FromPath[str]) -> rest.Analysis:
        return await analyses.of(await over(match_id))

    @get("/api/matches/{match_id:str}/story", summary="Why a match was won, in one sentence of the catalogue")
    async def tell_story(match_id: FromPath[str]) -> rest.WinStory:
        row = await over(match_id)
        log = await archive.export(store, row)
        found = await house.thinkers.aside(row.id, archive.story, log, row.id)
        return rest.WinStory("", {}) if found is None else rest.WinStory(found.why, found.about)

    @get(
        "/api/matches/{match_id:str}/log",
        media_type=JSON_LINES,
        summary="The whole log of a match that is over, with the dealer's secret",
    )
    async def export_match(match_id: FromPath[str]) -> Response[bytes]:
        row = await over(match_id)
        name = f'attachment; filename="cartable-{row.id}.jsonl"'
        return Response(await archive.export(store, row), headers={"content-disposition": name})

    @post("/api/matches", request_max_body_size=limits.log_bytes, summary="Take a match log in, to look at it here")
    async def import_match(request: AnyRequest) -> rest.Imported:
        return await archive.take_in(store, await request.body())

    @get("/api/games", summary="What can be played")
    async def list_games() -> tuple[rest.GameInfo, ...]:
        return games()

    @get("/api/words/{language:str}", summary="The catalogue of sentences")
    async def words(language: FromPath[str]) -> dict[str, Any]:
        _known(language)
        return dict(catalogue(language).tree)

    @get("/api/rules/{language:str}/{game:str}", media_type="text/markdown", summary="A game's rules")
    async def rules(language: FromPath[str], game: FromPath[str]) -> str:
        _known(language)
        return rulebook(registry.game(game).id, language)

    return [show_match, analyse_match, tell_story, export_match, import_match, list_games, words, rules]


def _known(language: str) -> None:
    if language not in LANGUAGES:
        raise problems.trouble(404, "no-such-language", f"one of: {', '.join(LANGUAGES)}")
