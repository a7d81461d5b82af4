"""`make fuzz`: look for what fails with seeds that no run had before. `make test` has the same seeds every time.

Each round has a seed of its own and runs every part with it. At the first failure it prints the seed and the command,
and ends: the same seed finds the same again, except where processes race with one another.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
HYPOTHESIS: Final = re.compile(r"^from hypothesis|^import schemathesis", re.MULTILINE)

SOCKETS: Final = (
    "tests/server/tables/test_whole_matches.py",
    "tests/server/tables/test_secrecy.py",
    "tests/server/cluster/test_relay.py",
    "tests/server/cluster/test_moving.py",
)
"""Whole matches over sockets: with another seed other cards, and players who choose otherwise."""


def main() -> None:
    """Run rounds until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__, prog="make fuzz")
    parser.add_argument("--seed", type=int, help="of the first round; the next round has the next number")
    parser.add_argument("--minutes", type=float, default=10.0, help="no part begins later")
    parser.add_argument("--workers", default="2", help="processes for the parts that run tests")
    asked = parser.parse_args()
    seed = random.randrange(1_000_000) if asked.seed is None else asked.seed
    until = time.monotonic() + 60 * asked.minutes
    while True:
        for name, command in parts(seed, asked.workers):
            print(f"seed {seed}: {name}", flush=True)
            if subprocess.run(command, cwd=ROOT, env=environment(seed), check=False).returncode:
                sys.exit(f"{name} failed with seed {seed}: {' '.join(command)}\nAgain: make fuzz SEED={seed}")
            if time.monotonic() > until:
                return
        seed += 1


def parts(seed: int, workers: str) -> Iterator[tuple[str, list[str]]]:
    """What a round runs: a name and a command for each part."""
    pytest = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-n",
        workers,
        f"--hypothesis-seed={seed}",
    ]
    yield "hypothesis", [*pytest, *searched()]
    yield "whole matches over sockets", [*pytest, *SOCKETS]
    yield "strength of the levels", [*pytest, "tests/fuzz/strength.py"]
    yield "killed servers", _python("tests.server.soak", "--kills", "30", "--seed", str(seed))
    yield "faults", _python("tests.server.faults.soak", "--faults", "16", "--seed", str(seed))
    yield "attackers", _python("tests.abuse.soak", "--attacks", "12", "--seed", str(seed))
    yield "mutations", _python("tests.fuzz.mutations", "--seed", str(seed), "--minutes", "5")


def searched() -> list[str]:
    """The files of tests that hypothesis finds examples for."""
    files = [*sorted((ROOT / "tests").rglob("test_*.py")), *sorted((ROOT / "src").rglob("test_*.py"))]
    return [str(file.relative_to(ROOT)) for file in files if HYPOTHESIS.search(file.read_text(encoding="utf-8"))]


def environment(seed: int) -> dict[str, str]:
    """What makes the seed known to all processes of a round."""
    chance = {"CARTABLE_TEST_SEED": str(seed), "PYTHONHASHSEED": str(seed % 2**32)}
    return {**os.environ, "HYPOTHESIS_PROFILE": "fuzz", **chance}


def _python(module: str, *options: str) -> list[str]:
    return [sys.executable, "-m", module, *options]


if __name__ == "__main__":
    main()
