"""The server itself: whether it is there, what it counts, the document of its API; and what can be played here, with
its sentences and rules.
"""

from typing import Any, Final

from cartable.games import registry
from cartable.server.common.metrics import exposition
from cartable.server.http import problems
from cartable.server.http.context import context
from cartable.server.http.game_list import games
from cartable.server.http.requests import Request
from cartable.server.http.routing import get
from cartable.wire import rest
from cartable.words.catalogue import LANGUAGES, catalogue, rulebook


@get("/api/games", summary="What can be played")
async def list_games() -> tuple[rest.GameInfo, ...]:
    return games()


@get("/api/words/{language}", summary="The catalogue of sentences")
async def words(language: str) -> dict[str, Any]:
    check_language(language)
    return dict(catalogue(language).tree)


@get("/api/rules/{language}/{game}", media_type="text/markdown", summary="A game's rules")
async def rules(language: str, game: str) -> str:
    check_language(language)
    return rulebook(registry.game(game).id, language)


@get("/healthz", listed=False)
async def health() -> dict[str, str]:
    return {"status": "ok"}


@get("/metrics", media_type="text/plain; version=0.0.4", listed=False)
async def metrics(request: Request) -> str:
    server = context(request)
    return exposition(server.services.metrics, server.gauges())


@get("/api/openapi.json", listed=False)
async def document(request: Request) -> dict[str, Any]:
    return context(request).document()


ROUTES: Final = (list_games, words, rules, health, metrics, document)


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise problems.problem(404, "no-such-language", f"one of: {', '.join(LANGUAGES)}")
