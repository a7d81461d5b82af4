"""The page while people race: what must not move, and what must not lie in the way."""

from pathlib import Path

import msgspec

from cartable.games import registry
from tests.e2e.changes import changes
from tests.e2e.conftest import Site
from tests.e2e.site import script


def test_laying_a_card_leaves_the_others_of_the_hand_as_they_are(site: Site, tmp_path: Path) -> None:
    plan = tmp_path / "changes.json"
    plan.write_bytes(msgspec.json.encode(changes(registry.game("trio"), ("card-laid",))))
    assert "stay as they are" in script("hand_frames", site(), str(plan))
