"""Tables with no server in a real browser: who shares a device, and what is missing or breaks."""

import sys
from pathlib import Path

from cartable.games import registry
from cartable.table.reading import LogReader
from cartable.table.verify import Verified, verify
from tests.e2e.site import script, served
from tests.golden.logs import log_path

LOG = log_path(registry.game("push"), registry.game("push").rules_version)


def test_the_device_is_passed_on_and_all_help_is_there_without_a_network(folder: Path) -> None:
    told = script("offline_page", str(folder), str(LOG))
    assert told.count("passed, after") == 5


def test_bad_states_are_told_and_nothing_is_lost(folder: Path) -> None:
    told = script("offline_bad", str(folder))
    assert told.count("passed, after") == 5


def test_an_open_page_plays_on_when_its_server_is_killed() -> None:
    assert script("offline_server", sys.executable).count("passed, after") == 2


def test_matches_go_from_a_server_to_a_device_and_back(folder: Path, tmp_path: Path) -> None:
    with served(tmp_path, None, "--imports") as server:
        assert script("carried", str(folder), server, str(tmp_path)).count("passed, after") == 2
    for log in ("server", "device"):
        lines = (tmp_path / f"{log}.jsonl").read_bytes().splitlines(keepends=True)
        assert isinstance(verify(LogReader(lines, log)), Verified)
