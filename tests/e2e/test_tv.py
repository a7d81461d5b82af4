"""The television: every game fills the screen, is read from three metres, and shows what a spectator may see."""

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from cartable.games import registry
from cartable.wire import down
from tests.e2e.conftest import Site
from tests.e2e.positions import Position, scene, watched, written
from tests.e2e.site import script

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
    """For each game a position as in the mock-ups, and the fullest of most players with long names."""
    for game in registry.ALL:
        yield with_evening(scene(game, None))
        yield watched(game)


def with_evening(position: Position) -> Position:
    table = replace(position.welcome.table, evening=EVENING)
    return replace(position, welcome=replace(position.welcome, table=table))


def test_a_television_is_read_from_afar(site: Site, tmp_path: Path) -> None:
    plan = tmp_path / "positions.json"
    plan.write_bytes(written(positions()))
    told = script("tv", site(), str(plan), "fr", *PICTURES)
    assert "16 checks" in told
