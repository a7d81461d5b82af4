"""What can be played here: the games with their options, their sentences and their rules."""

from typing import Any, Final

from cartable.games import registry
from cartable.server.http import problems
from cartable.server.http.game_list import games
from cartable.server.http.routing import get
from cartable.wire import rest
from cartable.words.catalogue import LANGUAGES, catalogue
from cartable.words.rulebook import rulebook


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


ROUTES: Final = (list_games, words, rules)


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise problems.problem(404, "no-such-language", f"one of: {', '.join(LANGUAGES)}")
