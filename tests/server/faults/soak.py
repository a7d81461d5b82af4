"""`make soak`: the fault run of `test_faults`, for as long as one likes. It reports, and fails at the first loss."""

from pathlib import Path

from tests.kit.soak import Say, soak
from tests.server.faults.fault_run import FaultRun, Report


async def run(folder: Path, seed: int, faults: int, say: Say) -> Report:
    return await FaultRun(seed).run(folder, faults, say)


if __name__ == "__main__":
    soak(__doc__, "faults", 300, run)
