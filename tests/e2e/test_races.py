"""The page while people race: what must not move, and what must not lie in the way."""

from pathlib import Path
from typing import Final

import msgspec

from cartable.games import registry
from tests.e2e.changes import WON, changes
from tests.e2e.conftest import Site
from tests.e2e.positions import sample, written
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


SIZES: Final = ("390x844", "664x390", "360x560", "1280x800")
RACES: Final = {"hexa": "call", "trio": "running fault fault3 lay2"}
"""Of each race the kind of position in which everything can be done."""


def test_messages_lie_on_nothing_that_is_raced_for(site: Site, tmp_path: Path) -> None:
    """Being late or refused, times of a contest, another host, a nudge: at every size, to the eye and to the finger."""
    every = [(kind, each) for name, kind in RACES.items() for each in sample(registry.game(name))]
    positions = [each for kind, each in every if each.kind.endswith(kind)]
    assert len(positions) >= len(RACES)
    plan = tmp_path / "positions.json"
    plan.write_bytes(written(positions))
    assert "messages" in script("messages", site(), str(plan), "fr", *SIZES)


def test_nobody_stumbles_at_a_table(site: Site, tmp_path: Path) -> None:
    """Each scene of web/e2e/at_table.ts, told by its name."""
    plan = tmp_path / "changes.json"
    won = [change for name in ("push", "hexa") for change in changes(registry.game(name), (WON,))]
    plan.write_bytes(msgspec.json.encode(won))
    script("at_table", site(), str(plan))
