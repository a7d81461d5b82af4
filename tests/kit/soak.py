"""A long run in which things are broken on purpose: it prints its seed, how it goes, and a report at the end."""

import argparse
import asyncio
import logging
import random
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.kit.client import Api

Say = Callable[[str], None]
Endure = Callable[[Path, int, int, Say], Awaitable[object]]
"""Takes a folder, a seed, how many faults to make and where to print; gives a report, or raises if anything is lost."""


def soak(about: str, what: str, default: int, run: Endure) -> None:
    """What `make soak` runs; `what` names the faults, `default` is how many of them there are."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument(f"--{what}", type=int, default=default)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    asked = parser.parse_args()
    logging.getLogger("httpx").setLevel(logging.WARNING)
    asyncio.run(_run(what, getattr(asked, what), asked.seed, run))


async def _run(what: str, number: int, seed: int, run: Endure) -> None:
    print(f"seed {seed}: {number} {what}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(await run(Path(folder), seed, number, lambda text: print(text, flush=True)))
        finally:
            await Api.close_all()
