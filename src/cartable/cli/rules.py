"""`cartable rules`: read the numbered rules of a game, or one of them."""

import os
import re
import sys
from functools import cache
from typing import Annotated

import typer
from rich.markdown import Markdown

from cartable.cli.language import Lang, language_of
from cartable.cli.terminal.screen import Screen
from cartable.games import registry
from cartable.kernel import BadInput
from cartable.words.catalogue import rulebook

_RULE = re.compile(r"^- \*\*([A-Z]+-C?\d+)\*\*.*$", re.MULTILINE)
_EMPHASIS = re.compile(r"\*{1,2}([^*\n]+)\*{1,2}")


def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help=" or ".join(known.id for known in registry.games()))],
    rule_id: Annotated[str | None, typer.Argument(metavar="[RULE]", help="One rule alone: PUSH-12, or 12.")] = None,
    lang: Lang = None,
) -> None:
    """Show the numbered rules of a game."""
    show_rules(registry.game(game).id, language_of(lang), rule_id, Screen.on(sys.stdout))


def show_rules(game_id: str, language: str, rule_id: str | None, screen: Screen) -> None:
    """The rules on a screen; the whole book page by page where there are keys to turn them."""
    page = rulebook(game_id, language) if rule_id is None else rule(game_id, language, rule_id)
    if screen.plain:
        screen.print_text(_EMPHASIS.sub(r"\1", page))
        return
    os.environ.setdefault("LESS", "FRX")  # colours pass through, and what fits the screen is not paged
    screen.print_book(Markdown(page, justify="left"), paged=rule_id is None and sys.stdin.isatty())


@cache
def rule_ids(game_id: str) -> frozenset[str]:
    """The ids of a game's rules."""
    return frozenset(_RULE.findall(rulebook(game_id, "en")))


def rule(game_id: str, language: str, rule_id: str) -> str:
    """One rule in Markdown, as it stands in the rulebook. `push-7` and `7` mean `PUSH-07`; `c1` is one of calm play."""
    page = rulebook(game_id, language)
    letters, _, number = rule_id.upper().rpartition("-")
    for found in _RULE.finditer(page):
        prefix, _, own = found[1].partition("-")
        if number.lstrip("0") == own.lstrip("0") and letters in ("", prefix):
            return found[0]
    known = sorted(rule_ids(game_id))
    raise BadInput(f"rule {rule_id}", f"expected one of the rules of {game_id}, {known[0]} to {known[-1]}")
