"""The tests as CI runs them: as `make test` does, and what failed beside a loaded machine once more, alone.

`docs/decisions/0016-a-second-try-in-ci.md` says why, and for which tests. What needed its second try is named at the
end, so that somebody mends it.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

LIVE: Final = ("tests/abuse/", "tests/cli/", "tests/e2e/", "tests/offline/", "tests/server/")
"""Here are the tests that talk to other processes, sockets and browsers."""

MOST: Final = 3
"""How many failures may be the machine's fault; more are ours."""

TESTS_FAILED: Final = 1
"""How pytest ends when all tests ran and some failed."""


def main(pytest_options: list[str]) -> int:
    """Run all tests; the status to end with."""
    pytest = [sys.executable, "-m", "pytest"]
    status = subprocess.run([*pytest, *pytest_options], check=False).returncode
    if status != TESTS_FAILED:
        return status
    failed = last_failed(Path(".pytest_cache/v/cache/lastfailed"))
    refused = no_second_try(failed)
    if refused:
        print(f"No second try: {refused}.", flush=True)
        return status
    print(f"Second try, alone, of {len(failed)}:", *failed, sep="\n  ", flush=True)
    again = subprocess.run([*pytest, *failed], check=False).returncode
    if again == 0:
        print("UNSTABLE, passed at the second try:", *failed, sep="\n  ")
    return again


def last_failed(cache: Path) -> list[str]:
    """The tests that failed, as pytest noted them; xdist adds the group of a test to its name."""
    return [re.sub(r"@[\w-]+$", "", name) for name in json.loads(cache.read_text("utf-8"))]


def no_second_try(failed: list[str]) -> str:
    """Why these tests get none; empty: they get one."""
    if not failed:
        return "pytest did not say which tests failed"
    if len(failed) > MOST:
        return f"{len(failed)} tests failed, at most {MOST} get one"
    ours = [name for name in failed if "::" not in name or not name.startswith(LIVE)]
    return f"{ours[0]} depends on nothing but our code" if ours else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
