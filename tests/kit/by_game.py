"""Which tests concern one game, for `pytest --game ID`."""

import re
from pathlib import Path

import pytest

from cartable.games import registry

_BY_GAME = re.compile(r"""parametrize\(\s*[(\[]?\s*"[^)\]=]*\bgame(?:_id)?\b|mark\.every_game""")


def may_concern(path: Path, game: str) -> bool:
    """Is anything in this file parametrised by a `game` or a `game_id` or marked, or is it named after the game?"""
    return (
        _is_in_folder(path, game)
        or game in path.stem.split("_")
        or _BY_GAME.search(path.read_text(encoding="utf-8")) is not None
    )


def concerns(item: pytest.Item, game: str) -> bool:
    """Is a test parametrised with this game, by its value or its id, or in a file of the game's name? Or does it go
    through all games itself, which `every_game` marks: then unless it is parametrised with another one."""
    values = getattr(item, "callspec", None)
    given = [getattr(value, "id", value) for value in (values.params.values() if values is not None else ())]
    if _is_in_folder(item.path, game) or game in item.path.stem.split("_") or game in given:
        return True
    return item.get_closest_marker("every_game") is not None and not any(each.id in given for each in registry.games())


def _is_in_folder(path: Path, game: str) -> bool:
    return bool(game) and f"games/{game}/tests/" in path.as_posix()
