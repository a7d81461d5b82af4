"""The page while people race: what must not move, and what must not lie in the way."""

from pathlib import Path
from typing import Final

import msgspec

from cartable.games import registry
from tests.e2e.changes import changes
from tests.e2e.conftest import Site
from tests.e2e.site import script


def test_laying_a_card_leaves_the_others_of_the_hand_as_they_are(site: Site, tmp_path: Path) -> None:
    plan = tmp_path / "changes.json"
    plan.write_bytes(msgspec.json.encode(changes(registry.game("trio"), ("card-laid",))))
    assert "stay as they are" in script("hand_frames", site(), str(plan))


MOMENTS: Final = {
    "push": ("busted",),
    "quinto": ("row-filled",),
    "trio": ("fault-proved", "last-card-laid"),
    "hexa": ("row-wrong",),
}
"""Events that the board makes a moment of, by game."""


def test_a_moment_is_shown_once_for_its_event(site: Site, tmp_path: Path) -> None:
    """However often the state of the table changes afterwards."""
    acts = [change for name, kinds in MOMENTS.items() for change in changes(registry.game(name), kinds)]
    plan = tmp_path / "changes.json"
    plan.write_bytes(msgspec.json.encode(acts))
    assert "each shown once" in script("once", site(), str(plan))
