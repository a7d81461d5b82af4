"""The law of the stage: at which sizes it holds, and how it is measured (web/e2e/law.ts)."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from tests.e2e.positions import Position, written
from tests.e2e.site import run

SIZES: Final = (
    "360x560",
    "390x664",
    "390x844",
    "664x390",
    "844x390",
    "1280x650",
    "1440x900",
    "1920x1080",
    "3840x2160",
)
LARGE_TEXT: Final = ("390x664@200", "844x390@200", "1280x650@200")
"""Twice the size of text: the table may scroll, the actions may not."""


def measured(
    base: str, folder: Path, positions: Iterable[Position], language: str, sizes: Sequence[str]
) -> tuple[int, str]:
    """0 when the law holds for these positions, else 1; and what was found."""
    file = folder / "positions.json"
    file.write_bytes(written(positions))
    ran = run("law", base, str(file), language, *sizes)
    return ran.returncode, ran.stdout + ran.stderr
