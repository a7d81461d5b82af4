"""`make soak`: the siege of `test_kill`, for as long as one likes. It reports, and fails at the first loss."""

import argparse
import asyncio
import logging
import random
import tempfile
from pathlib import Path

from tests.kit.client import Api
from tests.server.siege import Siege


async def soak(kills: int, seed: int) -> None:
    """Play and kill, then print the report."""
    print(f"seed {seed}: {kills} kills", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(await Siege(Path(folder), seed).play(kills, lambda text: print(text, flush=True)))
        finally:
            await Api.close_all()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    asked = parser.parse_args()
    logging.getLogger("httpx").setLevel(logging.WARNING)
    asyncio.run(soak(asked.kills, asked.seed))


if __name__ == "__main__":
    main()
