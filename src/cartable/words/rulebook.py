"""Where the numbered rules are: inside the package when it is installed, in `docs/` in a checkout."""

from pathlib import Path

import cartable
from cartable.kernel import BadInput

_PACKAGE = Path(cartable.__file__).parent
_FOLDERS = (_PACKAGE / "_docs" / "rules", _PACKAGE.parents[1] / "docs" / "rules")


def rulebook(game_id: str, language: str) -> str:
    """A game's rules in Markdown."""
    for folder in _FOLDERS:
        page = folder / language / f"{game_id}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise BadInput(f"rules of {game_id} in {language!r}", "expected a rulebook of this name, found none")
