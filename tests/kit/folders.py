"""Where the files of a game are: its scenarios, golden files and whatever else its tests read."""

from pathlib import Path

from cartable.games import registry
from cartable.kernel import AnyGame


def game_folder(game: AnyGame) -> Path:
    """Return the folder of a game."""
    return Path(str(registry.package(game.id).files))


def scenario_files_of(game: AnyGame) -> list[Path]:
    """Return the scenarios of a game in the order of their names."""
    return sorted((game_folder(game) / "scenarios").rglob("*.toml"))
