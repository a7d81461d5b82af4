"""`make soak`: the fault run of `test_faults`, for as long as one likes. It reports, and fails at the first loss."""

from pathlib import Path
from typing import Final

from tests.kit.soak import Say, soak
from tests.server.faults.fault_run import FaultRun, Report

BACK_S: Final = 3.0
"""So soon after PostgreSQL is back all tables go on. Only here, on a machine with little else to do."""


async def run(folder: Path, seed: int, faults: int, say: Say) -> Report:
    report = await FaultRun(seed).run(folder, faults, say)
    late = {kind: took for kind, took in report.slowest_s.items() if kind.endswith(" PostgreSQL") and took > BACK_S}
    assert not late, f"tables went on later than {BACK_S} s after PostgreSQL was back: {late}\n{report}"
    return report


if __name__ == "__main__":
    soak(__doc__, "faults", 300, run)
