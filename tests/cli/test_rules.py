"""`cartable rules`: the whole book, one rule, in both languages."""

import pytest

from cartable.cli.rules import rule, rule_ids
from cartable.games import registry
from cartable.words.catalogue import rulebook
from tests.cli.terminal import cartable


@pytest.mark.parametrize("game", [game.id for game in registry.games()])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rule_is_shown(game: str, language: str) -> None:
    ran = cartable("rules", game, "--lang", language)
    assert ran.code == 0
    assert rule_ids(game) <= set(ran.out.split())
    assert "**" not in ran.out


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", [game.id for game in registry.games()])
def test_both_languages_have_the_same_rules(game: str, language: str) -> None:
    for rule_id in rule_ids(game):
        assert rule(game, language, rule_id).startswith(f"- **{rule_id}** ")


@pytest.mark.parametrize("asked", ["PUSH-07", "push-07", "PUSH-7", "7"])
def test_one_rule(asked: str) -> None:
    ran = cartable("rules", "push", asked)
    assert ran.out.startswith("- PUSH-07 (B) With 2 players")
    assert ran.out.count("\n") == 1, "in one line: pipes are searched line by line"


def test_the_language_of_the_machine() -> None:
    ran = cartable("rules", "push", "12", env={"LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_CA.UTF-8"})
    assert "Une colonne" in ran.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["push", "PUSH-99"], "rule PUSH-99: expected one of the rules of push, PUSH-01 to PUSH-38"),
        (["push", "QUIN-07"], "rule QUIN-07: expected one of the rules of push"),
        (["push", "twelve"], "rule twelve: expected one of the rules of push"),
        (["chess"], "game 'chess': expected one of: push, quinto"),
        (["push", "--lang", "it"], "--lang it: expected one of: en, fr"),
    ],
)
def test_what_is_not_there_is_told(arguments: list[str], complaint: str) -> None:
    ran = cartable("rules", *arguments)
    assert ran.code == 2
    assert complaint in ran.err


def test_a_rulebook_begins_with_its_title() -> None:
    assert rulebook("push", "fr").startswith("# Push\n")
