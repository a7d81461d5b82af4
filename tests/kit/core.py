"""Which tests are core tests: those that need no browser, server process, database or anything that
`requirements/core.txt` does not install. `pytest --core` collects them alone, on any system.
"""

import re
from pathlib import Path
from typing import Final

PLACES: Final = (
    "README.md",
    "docs/fairness.md",
    "docs/python.md",
    "src/cartable/bots",
    "src/cartable/games",
    "src/cartable/interactive.py",
    "src/cartable/kernel",
    "src/cartable/matches",
    "src/cartable/words",
    "tests/arena",
    "tests/bots",
    "tests/conformance",
    "tests/golden",
    "tests/interactive",
    "tests/kernel",
    "tests/rules",
    "tests/secrecy",
    "tests/matches",
    "tests/wire",
    "tests/words",
)
"""Where they are, with the examples in documents and docstrings. In tests, files that need more are left out."""

_NEEDS_MORE: Final = re.compile(
    r"^(?:from|import) (?:lab|jax|pgx|subprocess|tools"
    r"|cartable\.(?:browser|research|server)|tests\.(?:house|research|server|web|kit\.(?:client|nats|postgres|programs)))\b"
    r"|^NODE\b|\bRayRunner\b",
    re.MULTILINE,
)
"""What a file of tests names where it needs more."""


def needs_more(path: Path) -> bool:
    """Whether the tests in this file are not core tests."""
    return path.suffix == ".py" and _NEEDS_MORE.search(path.read_text(encoding="utf-8")) is not None
