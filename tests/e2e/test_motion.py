"""Acts while the page shows them: cards travel, turned cards turn over, and the moments keep their bounds."""

from pathlib import Path
from typing import Final

import msgspec

from cartable.games import registry
from tests.e2e.changes import WON, changes
from tests.e2e.conftest import Site
from tests.e2e.site import script
from tests.e2e.test_tv import PICTURES

KINDS: Final = {
    "push": (
        "card-turned",
        "card-placed",
        "column-taken others",
        "colour-protected",
        "busted",
        "turn-started",
        WON,
    ),
    "quinto": ("card-laid", "card-laid others", "card-gained", "row-filled"),
    "hexa": ("card-turned", "row-right others"),
    "trio": ("card-laid", "card-laid others", "card-drawn", "fault-proved", "last-card-laid"),
}
"""What web/e2e/motion.ts knows how to look at, by game."""


def test_cards_travel_and_moments_are_seen_heard_and_soon_over(site: Site, tmp_path: Path) -> None:
    acts = [change for name, kinds in KINDS.items() for change in changes(registry.game(name), kinds)]
    plan = tmp_path / "changes.json"
    plan.write_bytes(msgspec.json.encode(acts))
    assert f"{len(acts)} acts" in script("motion", site(), str(plan), *PICTURES)
