"""The server itself: whether it is there, what it counts, the document of its API; and what can be played here, with
its sentences and rules.
"""

import hmac
from typing import Any, Final

from cartable.games import registry
from cartable.server.common.addresses import bracketed
from cartable.server.common.hosts import is_loopback
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
    if not may_read_metrics(request):
        raise problems.problem(403, "private", "a request from this machine, or the bearer token of the metrics")
    return exposition(server.services.metrics, server.gauges())


@get("/api/openapi.json", listed=False)
async def document(request: Request) -> dict[str, Any]:
    return context(request).document()


ROUTES: Final = (list_games, words, rules, health, metrics, document)


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise problems.problem(404, "no-such-language", f"one of: {', '.join(LANGUAGES)}")


def may_read_metrics(request: Request) -> bool:
    """Those who run the server may: on its machine, and by its own name, as a proxy there would ask by another; or
    from elsewhere with the token."""
    config = context(request).services.config
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if config.metrics_token and scheme.lower() == "bearer":
        return hmac.compare_digest(token.strip().encode(), config.metrics_token.encode())
    client = request.scope.get("client")
    local = client is not None and is_loopback(bracketed(client[0])) and is_loopback(request.headers.get("host", ""))
    return config.metrics_open or local
