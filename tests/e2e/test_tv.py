"""The television: every game fills the screen, is read from three metres, and shows what a spectator may see."""

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from cartable.games import registry
from cartable.kernel import AnyGame
from cartable.matches import head_starts as handicap
from cartable.wire import down
from cartable.words import LANGUAGES
from tests.e2e.conftest import Site
from tests.e2e.positions import LONG_NAMES, Position, ended, scene, watched, written
from tests.e2e.site import script
from tests.words.pseudo import PSEUDO

PICTURES = [folder for folder in [os.environ.get("CARTABLE_TV_PICTURES")] if folder]
"""A folder for pictures of what is tested, for whoever wants to look at them."""

EVENING = down.EveningInfo(
    players=tuple(
        down.EveningPlayerInfo(name, points=9 - at, matches=4, medals=(2, 1, 1))
        for at, name in enumerate(("Zoé", "Max", "Ada", "Noémie"))
    ),
    matches=(down.EveningMatchInfo("a", "push", ("Zoé",)), down.EveningMatchInfo("b", "trio", ("Max",))),
)


def positions() -> Iterator[Position]:
    """For each game the result of most players with long names, the lobby after it, a position as in the mock-ups, and
    the fullest of most players."""
    for game in registry.games():
        # A television that comes after the end shows the result at once: it is the first position of each game.
        result = with_evening(ended(game), long_evening(game))
        yield result
        places = tuple(replace(place, head_start=handicap.MOST[game.tempo]) for place in result.welcome.table.places)
        table = replace(result.welcome.table, phase="lobby", match=None, places=places)
        yield replace(result, name="lobby", welcome=replace(result.welcome, table=table))
        yield with_evening(scene(game, None))
        yield watched(game)


def long_evening(game: AnyGame) -> down.EveningInfo:
    """Of most players, with long names, and more matches than there is room for."""
    names = LONG_NAMES[: game.seats[-1]]
    players = tuple(
        down.EveningPlayerInfo(name, points=120 - at, matches=30, medals=(12, 10, 8)) for at, name in enumerate(names)
    )
    matches = tuple(down.EveningMatchInfo(str(at), game.id, names[at % 2 : at % 2 + 2]) for at in range(8))
    return down.EveningInfo(players, matches)


def with_evening(position: Position, evening: down.EveningInfo = EVENING) -> Position:
    table = replace(position.welcome.table, evening=evening)
    return replace(position, welcome=replace(position.welcome, table=table))


def test_a_television_is_read_from_afar(site: Site, tmp_path: Path) -> None:
    plan = tmp_path / "positions.json"
    plan.write_bytes(written(positions()))
    told = script("tv", site(), str(plan), ",".join((*LANGUAGES, PSEUDO)), *PICTURES)
    assert f"{24 * len(registry.games())} checks" in told, "every game at two sizes, in three languages"
