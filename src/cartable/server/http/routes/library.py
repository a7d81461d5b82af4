"""What can be played here: the games with their options, their sentences and their rules."""

from typing import Any, Final

from litestar import get
from litestar.params import FromPath

from cartable.games import registry
from cartable.server.http import problems
from cartable.server.http.game_list import games
from cartable.wire import rest
from cartable.words.catalogue import LANGUAGES, catalogue
from cartable.words.rulebook import rulebook


@get("/api/games", summary="What can be played")
async def list_games() -> tuple[rest.GameInfo, ...]:
    return games()


@get("/api/words/{language:str}", summary="The catalogue of sentences")
async def words(language: FromPath[str]) -> dict[str, Any]:
    check_language(language)
    return dict(catalogue(language).tree)


@get("/api/rules/{language:str}/{game:str}", media_type="text/markdown", summary="A game's rules")
async def rules(language: FromPath[str], game: FromPath[str]) -> str:
    check_language(language)
    return rulebook(registry.game(game).id, language)


ROUTES: Final = (list_games, words, rules)


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise problems.problem(404, "no-such-language", f"one of: {', '.join(LANGUAGES)}")
