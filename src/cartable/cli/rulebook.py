"""The numbered rules one by one."""

import re
from functools import cache

from cartable.kernel import BadInput
from cartable.words.rulebook import rulebook

__all__ = ["rule", "rule_ids", "rulebook"]

_RULE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*.*$", re.MULTILINE)


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
