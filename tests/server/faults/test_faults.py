"""One thing after another fails, and nobody ever notices more than a pause."""

from pathlib import Path

from tests.server.faults.fault_run import FaultRun
from tests.server.faults.schedule import LASTS_S
from tests.server.live_server import async_test


@async_test
async def test_nothing_is_lost_or_doubled_whatever_fails(tmp_path: Path) -> None:
    report = await FaultRun(seed=1).run(tmp_path, faults=len(LASTS_S))
    print(report)
    assert set(report.faults) | set(report.left_out) == set(LASTS_S)
    assert all(report.checked.matches[game] for game in ("push", "quinto", "hexa", "trio"))
    assert report.checked.answers["accepted"] > 100
