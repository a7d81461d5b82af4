"""Tables with no server in a real browser: who shares a device, and what is missing or breaks."""

import sys
from pathlib import Path

from tests.e2e.carried import play_at
from tests.e2e.site import script, served


def test_the_device_is_passed_on_and_all_help_is_there_without_a_network(folder: Path, tmp_path: Path) -> None:
    """The match that the device opens, verifies and gives back as it was has been played at a server."""
    log = tmp_path / "match.jsonl"
    with served(tmp_path) as server:
        log.write_bytes(play_at(server))
    told = script("offline_page", str(folder), str(log))
    assert told.count("passed, after") == 5


def test_bad_states_are_told_and_nothing_is_lost(folder: Path) -> None:
    told = script("offline_bad", str(folder))
    assert told.count("passed, after") == 5


def test_an_open_page_plays_on_when_its_server_is_killed() -> None:
    assert script("offline_server", sys.executable).count("passed, after") == 2
