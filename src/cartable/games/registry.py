"""The installed games, found through the entry point group `cartable.games`. There is no other list of them."""

import json
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Final, NamedTuple

from cartable.games.package import BadGame, GamePackage
from cartable.kernel import AnyGame, BadInput

GROUP: Final = "cartable.games"


class GameEntry(NamedTuple):
    """Where an installed game is, `module:name`, and which package it came with (empty in the page)."""

    where: str
    distribution: str


@cache
def _entries() -> dict[str, GameEntry]:
    """Return the entry of each installed game by the game's id."""
    listed = files("cartable").joinpath("games.json")
    if listed.is_file():  # in the page, where packages have no metadata
        return {name: GameEntry(where, "") for name, where in json.loads(listed.read_bytes()).items()}
    from importlib.metadata import entry_points  # noqa: PLC0415 - the page does without it, and its 0.1 MB

    found: dict[str, GameEntry] = {}
    for entry in entry_points(group=GROUP):
        distribution = entry.dist.name if entry.dist else entry.value
        if entry.name in found:
            two = f"{found[entry.name].distribution} and {distribution}"
            raise BadGame(entry.name, "entry point", f"one package with this id, found {two}")
        found[entry.name] = GameEntry(entry.value, distribution)
    return found


_added: Final[dict[str, GamePackage]] = {}


def add(game: GamePackage) -> None:
    """Add a game that is not installed, for tests: it is found by its id, and not listed."""
    _added[game.game.id] = game
    package.cache_clear()


@cache
def package(game_id: str) -> GamePackage:
    """Return the package of an installed game. Only this game is loaded."""
    if game_id in _added:
        return _added[game_id]
    entry = _entries().get(game_id)
    if entry is None:
        raise BadInput(f"game {game_id!r}", f"expected one of: {', '.join(each.id for each in games())}")
    module, _, name = entry.where.partition(":")
    loaded = getattr(import_module(module), name, None)
    if not isinstance(loaded, GamePackage):
        raise BadGame(game_id, "entry point", f"a GamePackage at {entry.where}, got {loaded!r}")
    if loaded.game.id != game_id:
        raise BadGame(game_id, "game", f"rules with the id {game_id!r}, got {loaded.game.id!r}")
    if entry.distribution:  # the page's list was checked when it was built, and has fewer parts
        loaded.check()
    return loaded


@cache
def packages() -> tuple[GamePackage, ...]:
    """Return the packages of all installed games, in the order in which they are shown."""
    found = (package(game_id) for game_id in _entries())
    return tuple(sorted(found, key=lambda each: (each.order, each.game.id)))


@cache
def games() -> tuple[AnyGame, ...]:
    """Return the games one can play, each with its present rules, in the order in which they are shown."""
    return tuple(each.game for each in packages())


def all_packages() -> tuple[GamePackage, ...]:
    """Return the packages of the installed games and of those added for tests."""
    return (*packages(), *_added.values())


def past_games() -> tuple[AnyGame, ...]:
    """Return the games under earlier versions of their rules."""
    return tuple(past for each in packages() for past in each.past)


def game(game_id: str, rules_version: int | None = None) -> AnyGame:
    """Return the game with this id, with its present rules or those of a past version."""
    found = package(game_id)
    versions = (found.game, *found.past)
    for known in versions:
        if rules_version in (None, known.rules_version):
            return known
    numbers = ", ".join(str(known.rules_version) for known in versions)
    raise BadInput(f"rules version {rules_version} of {game_id}", f"expected one of: {numbers}")
