"""What `python -m tests.fuzz.mutations` changes: one thing at a time, of all kinds, and nothing without effect."""

from pathlib import Path

import pytest

from cartable.games import registry
from tests.fuzz.mutations import KNOWN, ROOT, key_of, known_changes, mutable_files, stages_for
from tests.fuzz.places import Place, places

CODE = '''\
"""A module."""

LEAST = 3


def best(given: list[int | None], bonus: "int" = 0) -> int:
    """Return the best."""
    found = [each for each in given if each is not None]
    if not found or bonus < LEAST:
        return 0
    print("nothing")
    if len(found) > 100:
        raise ValueError("too many")
    return max(found) + bonus
'''

CHANGES = {
    "3 -> 4",
    "0 -> 1",
    "each is not None -> each is None",
    "each is not None -> True",
    "not found -> (found)",
    "not found or bonus < LEAST -> (not found and bonus < LEAST)",
    "not found or bonus < LEAST -> not (not found or bonus < LEAST)",
    "bonus < LEAST -> bonus <= LEAST",
    "return 0 -> return None",
    'print("nothing") -> pass',
    "\"nothing\" -> 'nothingx'",
    "len(found) > 100 -> len(found) >= 100",
    "len(found) > 100 -> not (len(found) > 100)",
    "100 -> 101",
    "max(found) + bonus -> (max(found) - bonus)",
    "max -> min",
    "return max(found) + bonus -> return None",
}


@pytest.fixture
def found(tmp_path: Path) -> list[Place]:
    path = tmp_path / "module.py"
    path.write_text(CODE, encoding="utf-8")
    return places(path)


def test_every_kind_of_thing_is_changed(found: list[Place]) -> None:
    """But no types, no documentation and nothing that is raised."""
    assert {place.change for place in found} == CHANGES


def test_a_change_is_made_where_it_belongs(found: list[Place]) -> None:
    for place in found:
        before, after = CODE.splitlines(), place.changed(CODE.encode()).decode().splitlines()
        differing = [number for number, (one, two) in enumerate(zip(before, after, strict=True), 1) if one != two]
        assert differing == [place.line], place.change
        compile("\n".join(after), "module.py", "exec")


@pytest.mark.every_game
def test_every_game_and_the_table_are_changed() -> None:
    files = [path.relative_to(ROOT).as_posix() for path in mutable_files()]
    for game in registry.games():
        assert f"src/cartable/games/{game.id}/rules.py" in files
    assert "src/cartable/matches/referee/race.py" in files
    assert stages_for(Path("src/cartable/games/push/rules.py"))[0][0] == "--game=push"
    named = {Path(each) for file in files for stage in stages_for(Path(file)) for each in stage if each[0] != "-"}
    assert all((ROOT / path).exists() for path in named)


def test_what_changes_nothing_is_still_there_and_has_a_reason() -> None:
    there = {key_of(place) for path in mutable_files() for place in places(path)}
    gone = [key for key, why in known_changes().items() if key not in there or len(why) < 20]
    assert not gone, f"take off {KNOWN.name}, or give a reason: {gone}"
