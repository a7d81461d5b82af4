"""Run the tests of running programs again and again while every core is kept busy: `make prove`.

Stops at the first run that fails. A test that passes on an idle machine and fails here depends on how fast the machine
is.
"""

import argparse
import os
import subprocess
import sys
from typing import Final

FOLDERS: Final = ("tests/abuse", "tests/cli", "tests/e2e", "tests/offline", "tests/server")
BUSY: Final = "while True: pass"


def main() -> int:
    """Run the tests as often as asked for; return the status of the first run that failed, or 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10, help="number of runs (default: 10)")
    parser.add_argument("--workers", default="3", help="number of test processes (default: 3)")
    options = parser.parse_args()
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(os.cpu_count() or 1)]
    try:
        for run in range(1, options.times + 1):
            print(f"Run {run} of {options.times}", flush=True)
            tests = [sys.executable, "-m", "pytest", "-q", "-n", options.workers, "--dist", "loadgroup", *FOLDERS]
            done = subprocess.run(tests, env=os.environ | {"PYTHONHASHSEED": "0"}, check=False)
            if done.returncode:
                return done.returncode
    finally:
        for process in busy:
            process.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
