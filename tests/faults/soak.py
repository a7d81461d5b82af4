"""`make soak`: the ordeal of `test_faults`, for as long as one likes. It reports, and fails at the first loss."""

import argparse
import asyncio
import logging
import random
import tempfile
from pathlib import Path

from tests.faults.ordeal import Ordeal
from tests.kit.client import Api


async def soak(faults: int, seed: int) -> None:
    """Play and hurt, then print the report."""
    print(f"seed {seed}: {faults} faults", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(await Ordeal(seed).endure(Path(folder), faults, lambda text: print(text, flush=True)))
        finally:
            await Api.close_all()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    asked = parser.parse_args()
    logging.getLogger("httpx").setLevel(logging.WARNING)
    asyncio.run(soak(asked.faults, asked.seed))


if __name__ == "__main__":
    main()
