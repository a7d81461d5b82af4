"""Games are found through the entry point group `cartable.games`, and nowhere else."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points

import pytest

from cartable.games import registry
from cartable.games.package import BadGame
from cartable.kernel import BadInput


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """The entry points that Python finds, to change; what the registry has found before is found again afterwards."""
    found = [EntryPoint(entry.name, entry.value, entry.group) for entry in entry_points(group=registry.GROUP)]
    caches = (registry._entries, registry.package, registry.packages, registry.games)
    for cached in caches:
        cached.cache_clear()
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: found if group == registry.GROUP else [])
    yield found
    monkeypatch.undo()
    for cached in caches:
        cached.cache_clear()


def test_game_without_entry_point_is_not_there(installed: list[EntryPoint]) -> None:
    before = [game.id for game in registry.games()]
    for cached in (registry._entries, registry.packages, registry.games):
        cached.cache_clear()
    gone = next(entry for entry in installed if entry.name == before[0])
    installed.remove(gone)
    assert [game.id for game in registry.games()] == before[1:]


@pytest.mark.every_game
def test_unknown_game_is_told_with_those_there_are() -> None:
    known = ", ".join(game.id for game in registry.games())
    with pytest.raises(BadInput, match=f"game 'chess': expected one of: {known}"):
        registry.package("chess")


def test_two_packages_with_one_id_are_both_named(installed: list[EntryPoint]) -> None:
    installed.append(EntryPoint(installed[0].name, "cartable_other:GAME", registry.GROUP))
    with pytest.raises(
        BadGame, match=f"expected one package with this id, found {installed[0].value} and cartable_other"
    ):
        registry.games()


def test_entry_point_must_lead_to_a_package(installed: list[EntryPoint]) -> None:
    installed.append(EntryPoint("odd", "cartable.games.registry:GROUP", registry.GROUP))
    with pytest.raises(
        BadGame, match=r"game 'odd'.*expected a GamePackage at cartable\.games\.registry:GROUP, got 'cart"
    ):
        registry.package("odd")


def test_entry_point_must_have_the_id_of_its_game(installed: list[EntryPoint]) -> None:
    installed.append(EntryPoint("odd", installed[0].value, registry.GROUP))
    with pytest.raises(BadGame, match=f"expected rules with the id 'odd', got '{installed[0].name}'"):
        registry.package("odd")
