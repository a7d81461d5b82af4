"""The television: every game fills the screen, is read from three metres, and shows what a spectator may see."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from cartable.games import registry
from cartable.wire import down
from tests.e2e.conftest import Site
from tests.e2e.positions import LONG_NAMES, Position, sample, scene, written
from tests.e2e.site import script

EVENING = down.EveningInfo(
    players=tuple(
        down.EveningPlayerInfo(name, points=9 - at, matches=4, medals=(2, 1, 1))
        for at, name in enumerate(("Zoé", "Max", "Ada", "Noémie"))
    ),
    matches=(down.EveningMatchInfo("a", "push", ("Zoé",)), down.EveningMatchInfo("b", "trio", ("Max",))),
)


def watched() -> Iterator[Position]:
    """For each game a position as in the mock-ups, and the fullest of most players with long names."""
    for game in registry.ALL:
        yield with_evening(scene(game, None))
        yield next(each for each in sample(game, LONG_NAMES) if each.seat is None)


def with_evening(position: Position) -> Position:
    table = replace(position.welcome.table, evening=EVENING)
    return replace(position, welcome=replace(position.welcome, table=table))


@pytest.mark.parametrize("language", ["fr"])
def test_a_television_is_read_from_afar(language: str, site: Site, tmp_path: Path) -> None:
    positions = tmp_path / "positions.json"
    positions.write_bytes(written(watched()))
    told = script("tv", site(), str(positions), language, *filter(None, [os.environ.get("CARTABLE_TV_PICTURES")]))
    assert "16 checks" in told
