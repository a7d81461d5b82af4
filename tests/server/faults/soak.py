"""`make soak`: the ordeal of `test_faults`, for as long as one likes. It reports, and fails at the first loss."""

from pathlib import Path

from tests.kit.soak import Say, soak
from tests.server.faults.fault_run import Ordeal, Report


async def endure(folder: Path, seed: int, faults: int, say: Say) -> Report:
    return await Ordeal(seed).endure(folder, faults, say)


if __name__ == "__main__":
    soak(__doc__, "faults", 300, endure)
