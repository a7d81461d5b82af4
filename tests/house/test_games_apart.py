"""A game is one folder: nothing outside `games/` imports a game or contains its id."""

import re
from pathlib import Path

import pytest

from cartable.games import registry
from tests.house.tree import text, under

IDS = "|".join(game.id for game in registry.games())
NAMED = re.compile(rf"""games[./](?:{IDS})\b|(?<![\w-])["'](?:{IDS})["']""")
CODE = (".py", ".ts", ".svelte", ".mjs", ".js")
SHOWN = {Path("src/cartable/arena/line_protocol.py"), Path("src/cartable/interactive.py")}
"""Modules whose docstring shows an example with a certain game."""


def is_outside(path: Path) -> bool:
    return "games" not in path.parts and path.suffix in CODE and not path.name.endswith(".gen.ts")


def named_in(path: Path) -> list[str]:
    """Return the lines of a file that name a game."""
    lines = text(path).splitlines()
    return [f"{path}:{number}: {line.strip()}" for number, line in enumerate(lines, 1) if NAMED.search(line)]


@pytest.mark.every_game
def test_nothing_outside_games_names_a_game() -> None:
    files = [path for folder in ("src", "web/src", "web/build") for path in under(folder) if is_outside(path)]
    assert len(files) > 400
    found = [line for path in files if path not in SHOWN for line in named_in(path)]
    assert not found, "\n".join(found)


def test_a_name_is_noticed() -> None:
    (one, *_) = registry.games()
    for line in (f"from cartable.games.{one.id} import rules", f'if game == "{one.id}":', f"'{one.id}'"):
        assert NAMED.search(line)
    for line in (f"array.{one.id}(1)", f'"{one.id}-up"'):
        assert not NAMED.search(line)
