"""Where the numbered rules are: inside the package when it is installed, in `docs/` in a checkout."""

import re
from functools import cache
from pathlib import Path

import cartable
from cartable.kernel import BadInput

_PACKAGE = Path(cartable.__file__).parent
_FOLDERS = (_PACKAGE / "_docs" / "rules", _PACKAGE.parents[1] / "docs" / "rules")
_RULE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*.*$", re.MULTILINE)


def rulebook(game_id: str, language: str) -> str:
    """A game's rules in Markdown."""
    for folder in _FOLDERS:
        page = folder / language / f"{game_id}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise BadInput(f"rules of {game_id} in {language!r}", "expected a rulebook of this name, found none")


@cache
def rule_ids(game_id: str) -> frozenset[str]:
    """The ids of a game's rules."""
    return frozenset(_RULE.findall(rulebook(game_id, "en")))


def rule(game_id: str, language: str, rule_id: str) -> str:
    """One rule in Markdown, as it stands in the rulebook. `push-7` and `7` mean `PUSH-07`."""
    page = rulebook(game_id, language)
    letters, _, number = rule_id.upper().rpartition("-")
    for found in _RULE.finditer(page):
        prefix, _, own = found[1].partition("-")
        if number.isdecimal() and int(number) == int(own) and letters in ("", prefix):
            return found[0]
    known = sorted(rule_ids(game_id))
    raise BadInput(f"rule {rule_id}", f"expected one of the rules of {game_id}, {known[0]} to {known[-1]}")
