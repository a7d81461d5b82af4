"""`make soak`: the run of `test_kill`, for as long as one likes. It reports, and fails at the first loss."""

from pathlib import Path

from tests.kit.soak import Say, soak
from tests.server.kill_run import KillRun, Report


async def run(folder: Path, seed: int, kills: int, say: Say) -> Report:
    return await KillRun(folder, seed).play(kills, say)


if __name__ == "__main__":
    soak(__doc__, "kills", 1000, run)
