"""The server is killed at random moments, and nobody ever notices more than a pause."""

from pathlib import Path

from tests.server.kill_run import KillRun
from tests.server.live_server import async_test

KILLS = 40


@async_test
async def test_nothing_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    report = await KillRun(tmp_path, seed=1).play(KILLS)
    print(report)
    assert report.kills == KILLS
    assert all(report.checked.matches[game] for game in ("push", "quinto", "hexa", "trio"))
    assert report.checked.answers["accepted"] > 100
