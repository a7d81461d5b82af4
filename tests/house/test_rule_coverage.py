"""Every rule is shown by a test or a scenario, and every id that is cited is that of a rule."""

from pathlib import Path

import pytest

from cartable.games import registry
from tests.house import rule_coverage as coverage
from tests.house.tree import ROOT, text, under

pytestmark = pytest.mark.every_game


def test_every_rule_has_a_test_or_a_scenario() -> None:
    missing = coverage.without_a_test(coverage.shown())
    assert not missing, f"cite them in a scenario or a test: {', '.join(missing)}"


def test_every_id_cited_is_that_of_a_rule() -> None:
    unknown = coverage.unknown(coverage.citing())
    assert not unknown, "\n".join(unknown)


def test_the_page_is_up_to_date() -> None:
    written = (ROOT / coverage.PAGE).read_text(encoding="utf-8")
    assert written == coverage.page(), "run `make coverage-doc`"


def test_both_languages_have_the_same_rules_in_the_same_order() -> None:
    english, french = (coverage.rulebooks(language) for language in coverage.LANGUAGES)
    assert english == french


@pytest.mark.parametrize("game", coverage.rulebooks("en"))
def test_rules_are_numbered_through(game: str) -> None:
    rules = coverage.rulebooks("en")[game]
    prefix = rules[0].split("-")[0]
    calm = [rule for rule in rules if rule.startswith(f"{prefix}-C")]
    assert rules[: len(rules) - len(calm)] == [
        f"{prefix}-{number:02}" for number in range(1, len(rules) - len(calm) + 1)
    ]
    assert rules[len(rules) - len(calm) :] == [f"{prefix}-C{number}" for number in range(1, len(calm) + 1)]


@pytest.mark.parametrize("game", coverage.rulebooks("en"))
def test_a_game_cites_rules_of_its_own(game: str) -> None:
    """Its code names the rules it follows, and those of no other game."""
    own = set(coverage.rulebooks("en")[game])
    code = "\n".join(text(path) for path in under(f"src/cartable/games/{game}"))
    cited = coverage.cited(code) & coverage.every_rule()
    assert cited, f"{game} names no rule"
    assert cited <= own, f"{game} follows rules of another game: {sorted(cited - own)}"


def test_a_rule_without_a_test_is_noticed() -> None:
    links = coverage.shown()
    del links["PUSH-12"]
    assert "PUSH-12" in coverage.without_a_test(links)


def test_an_id_of_no_rule_is_noticed() -> None:
    sources = [("src/x.py", "see PUSH-99 and SHA-25"), ("tests/x.py", "PUSH-99 is no rule")]
    assert coverage.unknown(sources) == ["src/x.py: PUSH-99"]


@pytest.mark.parametrize(
    ("source", "rules"),
    [
        ("# PUSH-12", {"PUSH-12"}),
        ("PUSH-12, PUSH-13.", {"PUSH-12", "PUSH-13"}),
        ("(PUSH-05 to 07)", {"PUSH-05", "PUSH-06", "PUSH-07"}),
        ("PUSH-05 to PUSH-06", {"PUSH-05", "PUSH-06"}),
        ("PUSH-1 and APUSH-12 and PUSH-123", set()),
    ],
)
def test_ids_are_found_in_texts(source: str, rules: set[str]) -> None:
    assert coverage.cited(source) & coverage.every_rule() == rules


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("test_push_12_no_value_twice", {"PUSH-12"}),
        ("test_hexa_07_08_numbers", {"HEXA-07", "HEXA-08"}),
        ("test_quin_05_to_07_cells", {"QUIN-05", "QUIN-06", "QUIN-07"}),
        ("test_quin_33_alone_28_cards", {"QUIN-33"}),
        ("test_nothing_of_the_kind", set()),
    ],
)
def test_ids_are_found_in_names(name: str, rules: set[str]) -> None:
    assert coverage.named(name) == rules


def test_rulebooks_are_found() -> None:
    assert {game.id for game in registry.games()} <= coverage.rulebooks("en").keys()
    assert Path("docs/rules/coverage.md") == coverage.PAGE
